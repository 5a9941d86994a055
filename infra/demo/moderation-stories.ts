import type { DecisionKind, ReasonCode } from '@answerable/contracts/decisions'
import type { Category } from '@answerable/contracts/submissions'
import { talk } from './talk.ts'

type Decision = {
  hoursAgo: number
  reason: ReasonCode
  note?: string
  /** The target, or the text of the comment, whose appeal this settles. */
  onAppealOf?: string
}

/** One decision of an administrator, on a submission, a comment (by its text) or an account. */
export type Story = Decision &
  (
    | {
        kind: Extract<DecisionKind, 'approve' | 'remove' | 'uphold' | 'lock-discussion'>
        targetName: string
      }
    | { kind: 'super-boost'; targetName: string; boostValue: number }
    | { kind: Extract<DecisionKind, 'remove-comment' | 'approve-comment'>; comment: string }
    | { kind: 'suspend' | 'reset-passkeys'; username: string }
  )

type Proposal = {
  targetName: string
  location: string
  category: Category
  reasons: string
  sources: string | null
  author: string
  hoursAgo: number
}

/** Made-up proposals, most of which break a rule. */
export const proposals: readonly Proposal[] = [
  {
    targetName: 'Half-price watches',
    location: 'Everywhere',
    category: 'other',
    reasons:
      'Boycott expensive watches! Ours cost half as much and ship worldwide. Visit our shop before Friday.',
    sources: 'https://watches.example/sale',
    author: 'watch-bargains',
    hoursAgo: 200,
  },
  {
    targetName: 'The neighbour on the second floor',
    location: 'Elm Street',
    category: 'other',
    reasons: 'He parks across two spaces and plays the trumpet after ten. Do not talk to him.',
    sources: null,
    author: 'quiet-evenings',
    hoursAgo: 150,
  },
  {
    targetName: 'Riverside Car Park',
    location: 'Exampleton',
    category: 'service',
    reasons:
      'The operator raised the price for residents from $2 to $9 an hour within a month.\n\nThe council was told that the price would stay as it was for five years. Leave the car at the station until the promise is kept.',
    sources: 'https://exampleton.example/council/minutes/2026-10',
    author: 'station-walker',
    hoursAgo: 60,
  },
  {
    targetName: 'Exampleton Dairy',
    location: 'Exampleton',
    category: 'food-beverage',
    reasons:
      'Cartons hold 900 ml now, at the price of a litre, and the front looks the same as before.\n\nThe dairy says that the new size is printed on the back. Buy another brand until it is on the front.',
    sources:
      'https://exampleton.example/news/smaller-cartons\nhttps://exampleton.example/dairy/statement',
    author: 'careful-reader',
    hoursAgo: 20,
  },
]

/** New accounts whose votes arrived together on one submission. */
export const heldVoters = {
  targetName: 'Reddit API pricing',
  usernames: ['new-plover', 'new-wren', 'new-finch', 'new-robin', 'new-swift', 'new-martin'],
} as const

/** The submission whose author has deleted the account. */
export const withoutAuthor = 'Farah Manufacturing Company'

type Appeal = { text: string } & ({ targetName: string } | { comment: string })

/** Appeals by the authors; those that no story settles are open. */
export const appeals: readonly Appeal[] = [
  {
    targetName: 'The neighbour on the second floor',
    text: 'It is my own street, and everybody here agrees with me.',
  },
  {
    targetName: 'Cottage cheese',
    text: 'This is not a duplicate: the other proposal is about one dairy, this one about the price everywhere.',
  },
  {
    targetName: 'Riverside Car Park',
    text: 'The page was down that day. The minutes are online again, at the same address.',
  },
  {
    comment: talk.bluntness,
    text: 'I have an account there myself. It is about the quotas, not about anybody’s family.',
  },
  { comment: talk.joke, text: 'It was a joke about myself: I paid that price as well.' },
]

/** Decisions in the order in which they were made. */
export const stories: readonly Story[] = [
  {
    kind: 'remove',
    targetName: 'Half-price watches',
    hoursAgo: 190,
    reason: 'spam',
    note: 'An advertisement.',
  },
  {
    kind: 'suspend',
    username: 'watch-bargains',
    hoursAgo: 189,
    reason: 'spam',
    note: 'The third advertisement from this account.',
  },
  {
    kind: 'remove',
    targetName: 'The neighbour on the second floor',
    hoursAgo: 140,
    reason: 'private-person',
    note: 'A private person, not a business.',
  },
  { kind: 'remove', targetName: 'Cottage cheese', hoursAgo: 132, reason: 'duplicate' },
  {
    kind: 'reset-passkeys',
    username: 'demo-colleague',
    hoursAgo: 131,
    reason: 'no-violation',
    note: 'Lost the phone with the only passkey.',
  },
  {
    kind: 'uphold',
    targetName: 'The neighbour on the second floor',
    onAppealOf: 'The neighbour on the second floor',
    hoursAgo: 120,
    reason: 'private-person',
    note: 'Proposals are about businesses and organizations. Talk to your landlord.',
  },
  {
    kind: 'approve',
    targetName: 'Cottage cheese',
    onAppealOf: 'Cottage cheese',
    hoursAgo: 118,
    reason: 'appeal-granted',
    note: 'You are right: the two proposals differ.',
  },
  {
    kind: 'super-boost',
    targetName: 'Centrale Danone, Sidi Ali and Afriquia',
    boostValue: 25,
    hoursAgo: 72,
    reason: 'public-interest',
  },
  {
    kind: 'remove-comment',
    comment: talk.bluntness,
    hoursAgo: 64,
    reason: 'harassment',
    note: 'Criticise the bank, not the people who work there.',
  },
  {
    kind: 'approve-comment',
    comment: talk.bluntness,
    onAppealOf: talk.bluntness,
    hoursAgo: 52,
    reason: 'appeal-granted',
    note: 'Blunt, but about the bank. Thank you for explaining.',
  },
  {
    kind: 'remove',
    targetName: 'Riverside Car Park',
    hoursAgo: 40,
    reason: 'unsourced',
    note: 'The link leads to an empty page.',
  },
  {
    kind: 'approve',
    targetName: 'The Sun',
    hoursAgo: 26,
    reason: 'no-violation',
    note: 'An opinion with a source.',
  },
  { kind: 'approve-comment', comment: talk.song, hoursAgo: 25, reason: 'no-violation' },
  {
    kind: 'remove-comment',
    comment: talk.joke,
    hoursAgo: 24,
    reason: 'harassment',
    note: 'Do not insult other members.',
  },
  {
    kind: 'remove-comment',
    comment: talk.threat,
    hoursAgo: 22,
    reason: 'harassment',
    note: 'A threat.',
  },
  { kind: 'lock-discussion', targetName: 'Volkswagen', hoursAgo: 21.5, reason: 'harassment' },
]
