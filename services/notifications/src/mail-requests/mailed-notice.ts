import { countryName } from '@answerable/contracts/countries'
import { reasonCode, reasonCodes } from '@answerable/contracts/decisions'
import { searchOfKey } from '@answerable/contracts/followed-search'
import { type MailedNotice, mailLimits } from '@answerable/contracts/mails'
import type { Notice, NoticeOutcome } from '@answerable/contracts/notifications'
import { boycottPath, claimPath, pages } from '@answerable/contracts/pages'
import { categories, category } from '@answerable/contracts/submissions'
import { cutText } from '@answerable/contracts/text'

/**
 * The notices as a mail shows them. New comments on one submission are one entry. Leaves out what the member may no
 * longer see.
 */
export const mailedNotices = (notices: readonly Notice[]): MailedNotice[] => {
  const comments = new Map<string, number>()
  for (const { kind, submission, comment } of notices) {
    if (kind === 'comment' && submission !== null && isShown(comment)) {
      comments.set(submission.id, (comments.get(submission.id) ?? 0) + 1)
    }
  }
  return notices.flatMap((notice) => {
    const id = notice.submission?.id ?? ''
    if (notice.kind !== 'comment') return mailedNotice(notice, 0) ?? []
    const count = comments.get(id)
    comments.delete(id)
    return count === undefined ? [] : (mailedNotice(notice, count) ?? [])
  })
}

const mailedNotice = (notice: Notice, count: number): MailedNotice | null => {
  const { kind, submission, comment, outcome } = notice
  if (submission === null) return withoutSubmission(notice)
  const about = { subject: shortened(submission.targetName), path: boycottPath(submission.id) }
  const on = comment === null ? 'submission' : 'comment'
  const toComment =
    comment === null ? about : { ...about, path: `${about.path}#comment-${comment.id}` }
  switch (kind) {
    case 'reply':
    case 'mention':
      if (!isShown(comment)) return null
      return { ...toComment, kind, actor: comment?.author?.username ?? 'Someone' }
    case 'comment':
      return count === 1 ? { ...toComment, kind, count } : { ...about, kind, count }
    case 'publication':
      return { ...about, kind, followed: shortened(followedName(notice.follow)) }
    case 'status':
      return outcome === null ? null : { ...about, kind, outcome }
    case 'response':
    case 'request':
      return { ...about, kind, responder: shortened(notice.business?.name ?? 'the business') }
    case 'decision':
      if (outcome === null) return null
      if (outcome.startsWith('update-')) {
        const path = `${pages.settings}#updates`
        return { ...about, path, kind, outcome, on: 'update', reason: null }
      }
      return { ...about, kind, outcome, on: decidedOn(notice), reason: reasonOf(notice.reasonCode) }
    case 'flag':
      return outcome === null ? null : { ...about, kind, outcome, on }
    case 'appeal':
      return outcome === null ? null : { ...about, kind, outcome }
    case 'milestone': {
      const { milestone } = notice
      return milestone === null
        ? null
        : { ...about, kind, of: milestone.kind, value: milestone.value }
    }
    default:
      return kind satisfies never
  }
}

/**
 * A decision about a suggestion or the account of the member, or the outcome of a flag: the name of a submission that
 * is not public is not mailed.
 */
const withoutSubmission = (notice: Notice): MailedNotice | null => {
  const { kind, comment, outcome, business, submissionId } = notice
  if (outcome === null) return null
  if (kind === 'flag') {
    const on = comment === null ? 'submission' : 'comment'
    return { kind, outcome, on, subject: null, path: pages.moderationLog }
  }
  if (kind !== 'decision') return null
  const decided = { kind, outcome, reason: reasonOf(notice.reasonCode) } as const
  if (business !== null && claimOutcomes.has(outcome)) {
    const path = claimPath(business.slug)
    return { ...decided, on: 'claim', subject: shortened(business.name), path }
  }
  if (business !== null) {
    const path = `${pages.settings}#suggestions`
    return { ...decided, on: 'suggestion', subject: shortened(business.name), path }
  }
  const isAboutAccount = submissionId === null && accountOutcomes.has(outcome)
  return isAboutAccount
    ? { ...decided, on: 'account', subject: 'Answerable', path: pages.settings }
    : null
}

const decidedOn = ({
  outcome,
  comment,
}: Notice): 'response' | 'alternative' | 'submission' | 'comment' => {
  if (outcome?.startsWith('alternative-')) return 'alternative'
  if (outcome === 'response-removed' || outcome === 'response-approved') return 'response'
  return comment === null ? 'submission' : 'comment'
}

const claimOutcomes: ReadonlySet<NoticeOutcome> = new Set([
  'claim-accepted',
  'claim-declined',
  'claim-revoked',
])

const accountOutcomes: ReadonlySet<NoticeOutcome> = new Set([
  'suspended',
  'reinstated',
  'passkeys-reset',
])

const shortened = (text: string): string => cutText(text, mailLimits.text)

const isShown = (comment: Notice['comment']): boolean => comment !== null && comment.excerpt !== ''

const reasonOf = (code: string | null): string | null => {
  const known = reasonCode.safeParse(code)
  return known.success ? reasonCodes[known.data] : null
}

const followedName = (follow: Notice['follow']): string => {
  if (follow === null) return 'something'
  const { kind, key, business } = follow
  if (kind === 'country') return countryName(key)
  if (kind === 'category') return categories[category.parse(key)]
  if (kind === 'search') return `the search ‘${searchOfKey(key)?.q ?? ''}’`
  return business?.name ?? 'a business'
}
