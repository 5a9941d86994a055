import { countAccounts } from '@answerable/contracts/accounts'
import {
  type AdminNotice,
  declineNotice,
  type NoticedContent,
  upholdNotice,
} from '@answerable/contracts/notices'
import { pageResponses } from '@answerable/contracts/response-decisions'
import { readUpdate } from '@answerable/contracts/update-decisions'
import { AppError } from '@answerable/service-kit/errors'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import { isConcerned, readContent } from '../appeals/concerned.ts'
import type { Removable } from '../appeals/store.ts'
import { readBusinesses } from '../claims/businesses.ts'
import { intentOf, recordIntent } from '../decisions/record-intent.ts'
import type { NewDecision } from '../decisions/store.ts'
import type { Deps } from '../deps.ts'
import { isSubmissionId, withRemovals } from './removals.ts'
import { findNotice, type NoticeRow, readAdminNotice } from './store.ts'

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
    const notice = await existing(deps, id)
    await refuseParty(deps, notice, intent)
    if (intent.kind === 'uphold-notice') await requireOutcome(deps, notice, intent)
  })
  deps.noticeMailer.wake()
  const notice = await readAdminNotice(deps.pool, await existing(deps, id))
  return { decisionId: intent.id, notice }
}

const existing = async ({ pool }: Pick<UsedDeps, 'pool'>, id: string): Promise<NoticeRow> => {
  const notice = await findNotice(pool, id)
  if (notice === null) throw new AppError('notice_not_found')
  return notice
}

/** Throws `invalid_request` for an upheld notice if nothing was removed and nothing says why. */
const requireOutcome = async (
  { pool }: Pick<UsedDeps, 'pool'>,
  { content }: NoticeRow,
  { note }: Pick<NewDecision, 'note'>,
): Promise<void> => {
  if (note !== null) return
  const found = await withRemovals(pool, content)
  if (found.some(({ removal }) => removal !== null)) return
  throw new AppError('invalid_request', { fields: { note: nothingRemoved } })
}

const nothingRemoved =
  'None of the content was removed. Remove it first, or tell the notifier why it stays.'

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
    kind === 'decline-notice' &&
    (await isAboutModerator(deps, content, { ...moderator, requestId }))
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
  'This notice is about you, your content or your business. Another administrator has to decide on it.'

/** Throws `unavailable` while the catalog, which knows whose content it is, is away. */
const isAboutModerator = async (
  deps: Pick<UsedDeps, 'pool' | 'catalog'>,
  content: readonly NoticedContent[],
  moderator: NewDecision['moderator'] & { requestId: string },
): Promise<boolean> => {
  for (const one of content) {
    if (await isOwn(deps, one, moderator).catch(falseWhenMissing)) return true
  }
  return false
}

const isOwn = async (
  deps: Pick<UsedDeps, 'pool' | 'catalog'>,
  { kind, id: contentId }: NoticedContent,
  { id, username, requestId }: NewDecision['moderator'] & { requestId: string },
): Promise<boolean> => {
  const isOf = async (subject: Removable) =>
    isConcerned(deps, await readContent(deps, subject, requestId), id)
  switch (kind) {
    case 'submission':
      return isOf({ submissionId: contentId })
    case 'comment':
      return isOf({ commentId: contentId })
    case 'alternative':
      return isOf({ subjectKind: kind, subjectId: contentId })
    case 'response': {
      if (!isSubmissionId(contentId)) return isOf({ subjectKind: kind, subjectId: contentId })
      const query = { state: 'all', limit: '50', submission: contentId } as const
      const { responses } = await deps.catalog(pageResponses, { query }, requestId)
      const owners = await Promise.all(
        responses.map((one) => isOf({ subjectKind: kind, subjectId: one.id })),
      )
      return owners.includes(true)
    }
    case 'update': {
      const update = await deps.catalog(readUpdate, { params: { id: contentId } }, requestId)
      return update.reporterId === id
    }
    case 'person':
      return contentId.toLowerCase() === username.toLowerCase()
    case 'business':
      return speaksFor(deps, contentId, { id, requestId })
    default:
      return kind satisfies never
  }
}

/** Whether a member speaks for the business with this slug. */
const speaksFor = async (
  deps: Pick<UsedDeps, 'pool' | 'catalog'>,
  slug: string,
  { id, requestId }: { id: string; requestId: string },
): Promise<boolean> => {
  const { rows } = await deps.pool.query<{ business_id: string }>(
    'SELECT business_id FROM representations WHERE user_id = $1 AND verified',
    [id],
  )
  const ids = rows.map(({ business_id }) => business_id)
  const businesses = await readBusinesses(deps, ids, requestId)
  return Array.from(businesses.values()).some((one) => one.slug === slug.toLowerCase())
}

/** Content that does not exist any longer has no author. */
const falseWhenMissing = (error: unknown): boolean => {
  if (error instanceof AppError && error.status === 404) return false
  throw error
}
