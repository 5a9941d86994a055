import type { Notice } from '@answerable/contracts/notifications'
import { boycottPath, businessPath, claimPath, pages } from '@answerable/contracts/pages'

/** The page that a notice leads to. */
export const noticePlace = (notice: Notice): string => {
  const { kind, submission, submissionId, comment, business, outcome } = notice
  if ((kind === 'response' || kind === 'request') && submission !== null)
    return `${boycottPath(submission.id)}#response`
  if (business !== null && kind === 'decision' && outcome?.startsWith('claim-') === true)
    return claimPath(business.slug)
  if (business !== null) {
    return outcome === 'accepted' ? businessPath(business.slug) : `${pages.settings}#suggestions`
  }
  if (outcome === 'suspended' || outcome === 'reinstated') return pages.settings
  if (outcome === 'passkeys-reset') return `${pages.settings}#passkeys`
  if (outcome === 'update-confirmed' && submission !== null)
    return `${boycottPath(submission.id)}#timeline`
  if (outcome?.startsWith('alternative-') && submission !== null)
    return `${boycottPath(submission.id)}#alternatives`
  if (outcome?.startsWith('update-')) return `${pages.settings}#updates`
  const id = submission?.id ?? submissionId
  // Only its author can still open a removed submission.
  if (id === null || (submission === null && kind === 'flag')) return pages.moderationLog
  return comment === null ? boycottPath(id) : `${boycottPath(id)}#comment-${comment.id}`
}

/** Where the reader can reply to the comment of a notice at once; null if it has none that is shown. */
export const replyPlace = ({ kind, submission, comment }: Notice): string | null => {
  const isWritten = kind === 'reply' || kind === 'mention' || kind === 'comment'
  if (!isWritten || submission === null || comment === null || comment.excerpt === '') return null
  return `${boycottPath(submission.id)}?reply=${comment.id}#comment-${comment.id}`
}
