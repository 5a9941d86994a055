import type { DecisionKind, ReasonCode } from '@answerable/contracts/decisions'
import type { Category } from '@answerable/contracts/submissions'

type Decision = {
  hoursAgo: number
  reason: ReasonCode
  note?: string
  /** The submission whose appeal this settles. */
  onAppealOf?: string
}

/** One decision of an administrator, on a submission or an account. */
export type Story = Decision &
  (
    | { kind: Extract<DecisionKind, 'approve' | 'remove' | 'uphold'>; targetName: string }
    | { kind: 'super-boost'; targetName: string; boostValue: number }
    | { kind: 'suspend'; username: string }
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

/** Open flags, with the reasons that their authors gave. */
export const flags: readonly { targetName: string; reasons: readonly string[] }[] = [
  {
    targetName: 'Dungeons & Dragons Open Game License change',
    reasons: ['The change was withdrawn. This should say so.', 'Out of date.'],
  },
  { targetName: 'Coors Brewing Company', reasons: ['The boycott ended in 1987.'] },
  { targetName: 'The Sun', reasons: ['Too one-sided.'] },
]

/** New accounts whose votes arrived together on one submission. */
export const heldVoters = {
  targetName: 'Reddit API pricing',
  usernames: ['new-plover', 'new-wren', 'new-finch', 'new-robin', 'new-swift', 'new-martin'],
} as const

/** The submission whose author has deleted the account. */
export const withoutAuthor = 'Farah Manufacturing Company'

/** Appeals by the authors; those that no story settles are open. */
export const appeals: readonly { targetName: string; text: string }[] = [
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
]
