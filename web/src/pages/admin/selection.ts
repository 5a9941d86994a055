import type { QueueEntry } from '@answerable/contracts/review-queue'
import type { ManyKind, OneOfMany } from '../../features/decisions/decide-on-many.ts'

/**
 * What can be decided about an entry together with others. An appeal, a notice, and the acceptance of a request each
 * need a decision of their own.
 */
export const choicesOf = (entry: QueueEntry): readonly ManyKind[] => {
  switch (entry.kind) {
    case 'submission':
      return ofContent(entry.submission.appeal === null, entry.submission.approved)
    case 'comment':
      return ofContent(entry.comment.appeal === null, entry.comment.state === 'shown')
    case 'response':
      return ofContent(entry.response.appeal === null, entry.response.state === 'shown')
    case 'alternative':
      return ofContent(entry.alternative.appeal === null, entry.alternative.state === 'shown')
    case 'suggestion':
    case 'update':
    case 'claim':
      return ['decline']
    case 'notice':
      return []
    default:
      return entry satisfies never
  }
}

const ofContent = (isWithoutAppeal: boolean, isShown: boolean): readonly ManyKind[] =>
  isWithoutAppeal && isShown ? ['approve', 'remove'] : []

export const oneOfMany = (entry: QueueEntry): OneOfMany => {
  switch (entry.kind) {
    case 'submission': {
      const { id, version } = entry.submission
      return { kind: 'submission', id, version, submissionId: id }
    }
    case 'comment':
      return { kind: 'comment', id: entry.comment.id, version: entry.comment.version }
    case 'response':
      return { kind: 'response', id: entry.response.id, version: entry.response.version }
    case 'alternative':
      return { kind: 'alternative', id: entry.alternative.id, version: entry.alternative.version }
    case 'suggestion':
      return { kind: 'suggestion', id: entry.suggestion.id }
    case 'update':
      return { kind: 'update', id: entry.update.id, submissionId: entry.update.submission.id }
    case 'claim':
      return { kind: 'claim', id: entry.claim.id }
    case 'notice':
      throw new Error('a notice is decided alone')
    default:
      return entry satisfies never
  }
}
