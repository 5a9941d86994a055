import type { AdminNotice } from '@answerable/contracts/notices'
import { maxAppealed } from '@answerable/contracts/review-internal'
import {
  type KnownEntry,
  type OwnedKind,
  pageWaiting,
  type QueueEntry,
  type QueueKind,
  type QueueSort,
  type WaitingEntry,
} from '@answerable/contracts/review-queue'
import { findAppealed } from '../appeals/store.ts'
import { adminClaimsOf } from '../claims/decide.ts'
import { findClaims, readClaimsIn } from '../claims/store.ts'
import { withDecisions as withCommentDecisions } from '../comments/reviewed.ts'
import { withReviews } from '../decisions/subject-history.ts'
import type { Deps } from '../deps.ts'
import {
  countWaitingNotices,
  findNotices,
  findWaitingNotices,
  readAdminNotice,
} from '../notices/store.ts'
import { findOpenEntries } from './open-entries.ts'
import { withDecisions } from './reviewed-submissions.ts'

type UsedDeps = Pick<Deps, 'pool' | 'auth' | 'catalog'>
type Page = { kind: QueueKind; sort: QueueSort; page: number; limit: number }
type Waiting = { entries: WaitingEntry[]; total: number }

const ownedKinds = {
  submissions: 'submission',
  comments: 'comment',
  responses: 'response',
  alternatives: 'alternative',
  suggestions: 'suggestion',
  updates: 'update',
} as const satisfies Partial<Record<QueueKind, OwnedKind>>

/** A page of everything that waits for a decision, for one administrator. */
export const readQueue = async (
  deps: UsedDeps,
  query: Page,
  { readerId, requestId }: { readerId: string; requestId: string },
): Promise<{ entries: QueueEntry[]; total: number }> => {
  const { entries, total } = await readWaiting(deps, query, requestId)
  const content = await readContent(deps, entries, requestId)
  const openBy = await findOpenEntries(deps.pool, readerId)
  return {
    entries: entries.flatMap((entry): QueueEntry[] => {
      const { kind, waitingSince } = entry
      const id = idOf(entry)
      const found = content[kind].get(id)
      if (found === undefined) return []
      return [{ kind, waitingSince, openBy: openBy.get(id) ?? [], [kind]: found } as QueueEntry]
    }),
    total,
  }
}

/** A page of the queue without the parts that moderation adds. Catalog, which owns most entries, orders all of them. */
const readWaiting = async (
  { pool, catalog }: Pick<Deps, 'pool' | 'catalog'>,
  { kind, sort, page, limit }: Page,
  requestId: string,
): Promise<Waiting> => {
  const isWanted = (one: Exclude<QueueKind, 'all'>) => kind === 'all' || kind === one
  const kinds = Object.entries(ownedKinds)
    .filter(([name]) => isWanted(name as keyof typeof ownedKinds))
    .map(([, one]) => one)
  const appealed = (await findAppealed(pool, maxAppealed)).filter(({ kind: one }) =>
    kinds.includes(one),
  )
  const none: Known = { known: [], total: 0 }
  // No page shows more of them than it has entries in all.
  const last = Math.min(page * limit, maxAppealed / 2)
  const claims = isWanted('claims') ? await findKnownClaims(pool, last) : none
  const notices = isWanted('notices') ? await findKnownNotices(pool, last) : none
  const others = [...claims.known, ...notices.known]
  const body = { kinds, sort, known: [...appealed, ...others], page, limit }
  const { entries, total } = await catalog(pageWaiting, { body }, requestId)
  return { entries, total: total - others.length + claims.total + notices.total }
}

type Known = { known: KnownEntry[]; total: number }

const findKnownClaims = async (pool: Deps['pool'], limit: number): Promise<Known> => {
  const { rows, total } = await readClaimsIn(pool, 'review', { page: 1, limit })
  return {
    known: rows.map(({ id, proved_at, created_at }) =>
      knownOf('claim', id, proved_at ?? created_at),
    ),
    total,
  }
}

const findKnownNotices = async (pool: Deps['pool'], limit: number): Promise<Known> => {
  const rows = await findWaitingNotices(pool, limit)
  return {
    known: rows.map(({ id, objected_at, created_at }) =>
      knownOf('notice', id, objected_at ?? created_at),
    ),
    total: await countWaitingNotices(pool),
  }
}

const knownOf = (kind: 'claim' | 'notice', id: string, since: Date): KnownEntry => ({
  kind,
  id,
  since: since.toISOString(),
})

/** The content of the entries by kind and id, with its decisions and appeals. */
const readContent = async (deps: UsedDeps, entries: readonly WaitingEntry[], requestId: string) => {
  const { pool } = deps
  const idsOf = (kind: WaitingEntry['kind']) =>
    entries.filter((entry) => entry.kind === kind).map(idOf)
  const [submissions, comments, responses, alternatives] = await Promise.all([
    withDecisions(pool, contentOf(entries, 'submission')),
    withCommentDecisions(pool, contentOf(entries, 'comment')),
    withReviews(pool, 'response', contentOf(entries, 'response')),
    withReviews(pool, 'alternative', contentOf(entries, 'alternative')),
  ])
  const claims = await adminClaimsOf(deps, await findClaims(pool, idsOf('claim')), requestId)
  const notices: AdminNotice[] = []
  for (const row of await findNotices(pool, idsOf('notice'))) {
    notices.push(await readAdminNotice(pool, row))
  }
  return {
    submission: byId(submissions),
    comment: byId(comments),
    response: byId(responses),
    alternative: byId(alternatives),
    suggestion: byId(contentOf(entries, 'suggestion')),
    update: byId(contentOf(entries, 'update')),
    claim: byId(claims),
    notice: byId(notices),
  }
}

type Content<Kind> = WaitingEntry extends infer Entry
  ? Entry extends { kind: Kind }
    ? Kind extends keyof Entry
      ? Entry[Kind]
      : never
    : never
  : never

const contentOf = <Kind extends OwnedKind>(
  entries: readonly WaitingEntry[],
  kind: Kind,
): Content<Kind>[] =>
  entries.flatMap((entry) =>
    entry.kind === kind ? [(entry as unknown as Record<Kind, Content<Kind>>)[kind]] : [],
  )

const byId = <Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))

const idOf = (entry: WaitingEntry): string => {
  switch (entry.kind) {
    case 'submission':
      return entry.submission.id
    case 'comment':
      return entry.comment.id
    case 'response':
      return entry.response.id
    case 'alternative':
      return entry.alternative.id
    case 'suggestion':
      return entry.suggestion.id
    case 'update':
      return entry.update.id
    case 'claim':
    case 'notice':
      return entry.id
    default:
      return entry satisfies never
  }
}
