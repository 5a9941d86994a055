import type { decisionApplied, EventPayload } from '@answerable/contracts/events'
import type { Settlement } from '../appeals/store.ts'
import type { Effect } from './apply-at-owner.ts'
import type { Decision } from './store.ts'

/** Notices have no event. */
type PublishedEffect = Exclude<Effect, { subject: { kind: 'notice' } }>

type Payload = EventPayload<typeof decisionApplied>

/** The event about a decision in effect. It has no text and no name. */
export const appliedEventOf = (
  { id, kind, reasonCode }: Pick<Decision, 'id' | 'kind' | 'reasonCode'>,
  effect: PublishedEffect,
  settlement: Settlement | null,
): Payload => ({
  decisionId: id,
  kind,
  subject: subjectOf(effect),
  // Another representative than the author may have appealed about a response.
  concernedId: settlement?.authorId ?? concernedBy(effect),
  reasonCode,
  appeal: settlement?.outcome ?? null,
})

const subjectOf = ({ subject }: PublishedEffect): Payload['subject'] => {
  switch (subject.kind) {
    case 'submission':
      return { kind: 'submission', id: subject.id, submissionId: subject.id }
    case 'comment':
      return { kind: 'comment', id: subject.id, submissionId: subject.submissionId }
    case 'alternative':
      return { kind: 'alternative', id: subject.id, submissionId: subject.submissionId }
    case 'response':
      return { kind: 'response', id: subject.id, submissionId: subject.submissionId }
    case 'claim':
      return { kind: 'claim', id: subject.id, businessId: subject.businessId }
    case 'account':
    case 'business':
      return { kind: subject.kind, id: subject.id }
    default:
      return subject satisfies never
  }
}

const concernedBy = (effect: PublishedEffect): string | null => {
  if ('update' in effect) return effect.update.reporterId
  if ('submission' in effect) return effect.submission.authorId
  if ('comment' in effect) return effect.comment?.authorId ?? null
  if ('account' in effect) return effect.account?.id ?? null
  if ('alternative' in effect) return effect.alternative?.authorId ?? null
  if ('response' in effect) return effect.response.authorId
  if ('claim' in effect) return effect.claim.userId
  return 'suggestion' in effect ? effect.suggestion.authorId : null
}
