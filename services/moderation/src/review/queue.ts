import { maxAppealed } from '@answerable/contracts/review-internal'
import {
  type FlaggedEntry,
  pageEntries,
  type QueueEntry,
  type QueueKind,
} from '@answerable/contracts/review-queue'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import type { Pool } from '@answerable/service-kit/db'
import { findAppealed } from '../appeals/store.ts'
import { adminNoticeOf, countWaitingNotices, findWaitingNotices } from '../notices/store.ts'

type Page = { kind: QueueKind; page: number; limit: number }

/** The part of a page that consists of notices. They come first, because the law asks for a timely decision. */
export const readNotices = async (
  pool: Pool,
  { kind, page, limit }: Page,
): Promise<{ notices: QueueEntry[]; total: number }> => {
  if (kind !== 'all' && kind !== 'notices') return { notices: [], total: 0 }
  const rows = await findWaitingNotices(pool, { offset: (page - 1) * limit, limit })
  return {
    notices: rows.map((row) => ({ kind: 'notice', notice: adminNoticeOf(row) })),
    total: await countWaitingNotices(pool),
  }
}

/** The part of a page that catalog has, after this number of other entries. */
export const readEntries = async (
  { pool, catalog }: { pool: Pool; catalog: ServiceCall },
  { kind, page, limit }: Page,
  { preceding, requestId }: { preceding: number; requestId: string },
): Promise<{ entries: FlaggedEntry[]; total: number }> => {
  if (kind === 'notices') return { entries: [], total: 0 }
  const { submissionIds, commentIds } = await findAppealed(pool, maxAppealed)
  const body = { kind, page, limit, alsoIds: submissionIds, alsoCommentIds: commentIds }
  return catalog(pageEntries, { body: preceding === 0 ? body : { ...body, preceding } }, requestId)
}
