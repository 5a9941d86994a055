import { queueFlagLimit } from '@answerable/contracts/review'
import type { pageEntries, pageWaiting, WaitingEntry } from '@answerable/contracts/review-queue'
import type { RouteRequest, RouteResponse } from '@answerable/contracts/route'
import type { Db } from '@answerable/service-kit/db'
import { readFlaggedAlternatives } from '../alternatives/flagged.ts'
import { findSuggestions } from '../businesses/suggestions.ts'
import { findAdminComments } from '../comment-decisions/store.ts'
import { readCommentFlags } from '../flags/reports.ts'
import { readFlaggedResponses } from '../response-decisions/store.ts'
import { findUpdates } from '../updates/store.ts'
import { readFlaggedSubmissions } from './queue.ts'
import { countWaiting, findWaiting, type WaitingRow, type Wanted } from './waiting.ts'

type Page = RouteResponse<typeof pageWaiting>

/** A page of the queue. Flagged content comes with its open flags, newest first. */
export const readQueuePage = async (
  db: Db,
  { page, limit, ...wanted }: RouteRequest<typeof pageWaiting>['body'],
): Promise<Page> => readEntries(db, wanted, { first: (page - 1) * limit, last: page * limit })

/** The same for the previous version of moderation. */
export const readFormerPage = async (
  db: Db,
  request: RouteRequest<typeof pageEntries>['body'],
): Promise<RouteResponse<typeof pageEntries>> => {
  const { kind, alsoIds, alsoCommentIds, page, limit, preceding = 0 } = request
  const kinds = (['submission', 'comment', 'alternative'] as const).filter(
    (one) => kind === 'all' || kind === `${one}s`,
  )
  const idsOf = { submission: alsoIds, comment: alsoCommentIds, alternative: [] } as const
  const known = kinds.flatMap((one) => idsOf[one].map((id) => ({ kind: one, id, since: null })))
  const { entries, total } = await readEntries(
    db,
    { kinds, sort: 'urgent', known },
    {
      first: Math.max(0, (page - 1) * limit - preceding),
      last: Math.max(0, page * limit - preceding),
    },
  )
  return {
    entries: entries.flatMap(({ waitingSince: _, ...entry }) =>
      entry.kind === 'submission' || entry.kind === 'comment' || entry.kind === 'alternative'
        ? [entry]
        : [],
    ),
    total,
  }
}

const readEntries = async (
  db: Db,
  wanted: Wanted,
  place: { first: number; last: number },
): Promise<Page> => {
  const rows = await findWaiting(db, wanted, place)
  const idsOf = (kind: WaitingRow['kind']) =>
    rows.filter((row) => row.kind === kind).map(({ id }) => id)
  const open = (kind: WaitingRow['kind']) =>
    ({ ids: idsOf(kind), state: 'open', limit: queueFlagLimit }) as const
  // One after the other: a connection runs one statement at a time.
  const found = {
    submission: await readFlaggedSubmissions(db, idsOf('submission')),
    comment: await readFlaggedComments(db, open('comment')),
    response: await readFlaggedResponses(db, open('response')),
    alternative: await readFlaggedAlternatives(db, open('alternative')),
    suggestion: await findSuggestions(db, idsOf('suggestion')),
    update: await findUpdates(db, idsOf('update')),
  }
  const entries = rows.flatMap(({ kind, id, since }): WaitingEntry[] => {
    const waitingSince = since.toISOString()
    if (kind === 'claim' || kind === 'notice') return [{ kind, id, waitingSince }]
    const content = found[kind].get(id)
    return content === undefined ? [] : [{ kind, waitingSince, [kind]: content } as WaitingEntry]
  })
  return { entries, total: await countWaiting(db, wanted) }
}

const readFlaggedComments = async (
  db: Db,
  wanted: { ids: readonly string[]; state: 'open'; limit: number },
) => {
  const comments = await findAdminComments(db, wanted.ids)
  const flags = await readCommentFlags(db, wanted)
  return new Map(
    [...comments].map(([id, comment]) => [id, { ...comment, flags: flags.get(id) ?? [] }]),
  )
}
