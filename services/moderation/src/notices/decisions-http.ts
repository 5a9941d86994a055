import { countAccounts } from '@answerable/contracts/accounts'
import { readAnyComment } from '@answerable/contracts/comment-decisions'
import {
  type AdminNotice,
  declineNotice,
  type NoticedContent,
  upholdNotice,
} from '@answerable/contracts/notices'
import { readAnySubmission } from '@answerable/contracts/review-internal'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { intentOf, recordIntent } from '../decisions/record-intent.ts'
import type { NewDecision } from '../decisions/store.ts'
import type { Deps } from '../deps.ts'
import { adminNoticeOf, findNotice, type NoticeRow } from './store.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog' | 'relay' | 'log' | 'noticeMailer'>

/** Decisions on notices and on objections to them. */
export const noticeDecisions = (router: Router, deps: UsedDeps): void => {
  serve(router, upholdNotice, (request) => {
    const subjectId = request.params.id
    return decide(
      deps,
      {
        ...intentOf(request),
        kind: 'uphold-notice',
        subject: { subjectKind: 'notice', subjectId },
      },
      subjectId,
    )
  })

  serve(router, declineNotice, (request) => {
    const subjectId = request.params.id
    return decide(
      deps,
      {
        ...intentOf(request),
        kind: 'decline-notice',
        subject: { subjectKind: 'notice', subjectId },
      },
      subjectId,
    )
  })
}

const decide = async (
  deps: UsedDeps,
  intent: NewDecision,
  id: string,
): Promise<{ decisionId: string; notice: AdminNotice }> => {
  await recordIntent(deps, intent, async () => {
    await refuseParty(deps, await existing(deps, id), intent)
  })
  deps.noticeMailer.wake()
  return { decisionId: intent.id, notice: adminNoticeOf(await existing(deps, id)) }
}

const existing = async ({ pool }: Pick<UsedDeps, 'pool'>, id: string): Promise<NoticeRow> => {
  const notice = await findNotice(pool, id)
  if (notice === null) throw new AppError('notice_not_found')
  return notice
}

/**
 * Throws `other_admin_needed` for the administrator who made the decision that an objection is against, and for a
 * decision in favour of content of one's own, while there is another administrator.
 */
const refuseParty = async (
  deps: UsedDeps,
  { content, decision, objected_at }: NoticeRow,
  { kind, moderator, requestId }: NewDecision,
): Promise<void> => {
  const isOwnDecision = objected_at !== null && decision?.moderator.id === moderator.id
  const isOwnContent =
    kind === 'decline-notice' && (await isAuthor(deps, content, { ...moderator, requestId }))
  if (!isOwnDecision && !isOwnContent) return
  const { activeAdmins } = await deps.auth(countAccounts, {}, requestId)
  if (activeAdmins <= 1) return
  throw new AppError('other_admin_needed', {
    message: isOwnDecision ? aboutOwnDecision : aboutOwnContent,
  })
}

const aboutOwnDecision =
  'You made the first decision. Another administrator has to decide on the objection.'
const aboutOwnContent =
  'This notice is about your own content. Another administrator has to decide on it.'

/** Content that does not exist any longer has no author. */
const isAuthor = async (
  { catalog }: Pick<UsedDeps, 'catalog'>,
  content: readonly NoticedContent[],
  { id, username, requestId }: NewDecision['moderator'] & { requestId: string },
): Promise<boolean> => {
  for (const { kind, id: contentId } of content) {
    if (kind === 'person' && contentId.toLowerCase() === username.toLowerCase()) return true
    if (kind !== 'submission' && kind !== 'comment') continue
    const params = { id: contentId }
    const found = await (kind === 'submission'
      ? catalog(readAnySubmission, { params }, requestId)
      : catalog(readAnyComment, { params }, requestId)
    ).catch(nullWhenGone)
    if (found?.authorId === id) return true
  }
  return false
}

const nullWhenGone = (error: unknown): null => {
  if (error instanceof AppError && (error.status === 404 || error.code === 'unavailable'))
    return null
  throw error
}
