import type { DecisionKind } from './decisions.ts'
import type { PublicDecision } from './moderation-log.ts'

const votes = {
  'release-votes': 'Held votes counted',
  'void-votes': 'Held votes voided',
  'void-account-votes': 'Votes of a suspended account voided',
} as const satisfies Partial<Record<DecisionKind, string>>

const words = {
  approve: 'Approved',
  remove: 'Removed',
  uphold: 'Removal upheld',
  suspend: 'Account suspended',
  reinstate: 'Account reinstated',
  'reset-passkeys': 'Passkeys of an administrator reset',
  merge: 'Merged into an older boycott',
  unmerge: 'Merge undone',
  'accept-suggestion': 'Suggestion about a business accepted',
  'decline-suggestion': 'Suggestion about a business declined',
  'change-business': 'Business changed',
  'merge-business': 'Businesses merged',
  'unmerge-business': 'Merge of businesses undone',
  'lock-discussion': 'Discussion locked',
  'unlock-discussion': 'Discussion unlocked',
  rename: 'Name of the target changed',
  'remove-comment': 'Comment removed',
  'approve-comment': 'Comment approved',
  'confirm-update': 'Update confirmed',
  'decline-update': 'Update declined',
  'withdraw-update': 'Update taken back',
  'uphold-notice': 'Notice of unlawful content upheld',
  'remove-alternative': 'Alternative removed',
  'approve-alternative': 'Alternative approved',
  'decline-notice': 'Notice of unlawful content declined',
  'remove-response': 'Official response removed',
  'approve-response': 'Official response approved',
  'accept-claim': 'Representative of a business confirmed',
  'decline-claim': 'Claim to speak for a business declined',
  'revoke-claim': 'Representation of a business ended',
} as const satisfies Record<Exclude<DecisionKind, 'super-boost' | keyof typeof votes>, string>

/** A kind of decision in words, without the figures of a decision. */
export const decisionKindWords = (kind: DecisionKind): string => {
  if (kind === 'super-boost') return 'Boost changed'
  return isAboutVotes(kind) ? votes[kind] : words[kind]
}

/** A decision in words: 'Removed', 'Boosted: +50', 'Held votes voided: 12'. */
export const decisionWords = (decision: {
  kind: DecisionKind
  boostValue?: number | null
  voteCount?: number | null
  participationCount?: number | null
}): string => {
  const { kind } = decision
  if (kind === 'super-boost') return boostWords(decision.boostValue ?? 0)
  if (!isAboutVotes(kind)) return words[kind]
  const joins = decision.participationCount ?? 0
  const more = joins === 0 ? '' : `, and ${figure(joins)} ${joins === 1 ? 'join' : 'joins'}`
  return `${votes[kind]}: ${figure(decision.voteCount ?? 0)}${more}`
}

const isAboutVotes = (kind: DecisionKind): kind is keyof typeof votes => Object.hasOwn(votes, kind)

const boostWords = (value: number): string => {
  if (value === 0) return 'Boost removed'
  return value > 0 ? `Boosted: +${figure(value)}` : `Lowered: −${figure(-value)}`
}

const figure = (value: number): string => value.toLocaleString('en')

/** As `decisionWords`, with the outcome of an appeal. */
export const publicDecisionWords = (decision: PublicDecision): string => {
  if (decision.kind === 'approve' && decision.onAppeal) return 'Appeal granted: public again'
  if (decision.kind === 'approve-comment' && decision.onAppeal)
    return 'Appeal granted: comment shown again'
  if (decision.kind === 'uphold') return 'Appeal rejected: stays removed'
  return decisionWords(decision)
}

export const moderatorRoles = {
  administrator: 'Administrator',
  operator: 'Operator',
} as const satisfies Record<PublicDecision['moderator'], string>
