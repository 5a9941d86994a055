import { queueFlagLimit } from '@answerable/contracts/review'
import type { FlaggedEntry, pageEntries } from '@answerable/contracts/review-queue'
import type { RouteRequest, RouteResponse } from '@answerable/contracts/route'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import { readFlaggedAlternatives } from '../alternatives/flagged.ts'
import { findAdminComments } from '../comment-decisions/store.ts'
import { readCommentFlags } from '../flags/reports.ts'
import { readFlaggedSubmissions } from './queue.ts'

type Request = RouteRequest<typeof pageEntries>['body']

/** Most flags first, then oldest: the order of the indexes submissions_queue and comments_queue. */
const order = 'flag_count DESC, created_at, id'

const ofSubmissions = (what: string, where: string): string =>
  `SELECT ${what} FROM submissions WHERE ${where}`
const ofComments = (what: string, where: string): string =>
  `SELECT ${what} FROM comments WHERE state <> 'deleted' AND ${where} AND EXISTS (
     SELECT FROM submissions WHERE submissions.id = submission_id AND approved
   )`

const ofAlternatives = (what: string, where: string): string =>
  `SELECT ${what} FROM alternatives WHERE ${where} AND EXISTS (
     SELECT FROM submissions WHERE submissions.id = submission_id
       AND (approved OR merged_into IS NOT NULL)
   )`

const isFlagged = {
  alternative: `state = 'shown' AND flag_count > 0`,
  submission: 'approved AND flag_count > 0',
  comment: `state = 'shown' AND flag_count > 0`,
} as const

/** The parts of the queue: flagged and other pending entries. The parameters are ids of the latter. */
const partsOf = (
  kind: Request['kind'],
  what: { submissions: string; comments: string; alternatives: string },
) => [
  ...(kind === 'all' || kind === 'alternatives'
    ? [ofAlternatives(what.alternatives, isFlagged.alternative)]
    : []),
  ...(kind === 'comments' || kind === 'alternatives'
    ? []
    : [
        ofSubmissions(what.submissions, isFlagged.submission),
        ofSubmissions(what.submissions, `id = ANY ($1) AND NOT (${isFlagged.submission})`),
      ]),
  ...(kind === 'submissions' || kind === 'alternatives'
    ? []
    : [
        ofComments(what.comments, isFlagged.comment),
        ofComments(what.comments, `id = ANY ($2) AND NOT (${isFlagged.comment})`),
      ]),
]

/** A page of the flagged and other pending submissions and comments, with the open flags of each, newest first. */
export const readEntries = async (
  db: Db,
  { kind, alsoIds, alsoCommentIds, page, limit, preceding = 0 }: Request,
): Promise<RouteResponse<typeof pageEntries>> => {
  const first = Math.max(0, (page - 1) * limit - preceding)
  const last = Math.max(0, page * limit - preceding)
  const columns = (entry: string) => `'${entry}' AS kind, id::text AS id, flag_count, created_at`
  const parts = partsOf(kind, {
    submissions: columns('submission'),
    comments: columns('comment'),
    alternatives: columns('alternative'),
  })
  const { rows } = await db.query<{ kind: FlaggedEntry['kind']; id: string }>(
    `SELECT kind, id FROM (
       ${parts.map((part) => `(${part} ORDER BY ${order} LIMIT $3)`).join(' UNION ALL ')}
     ) AS waiting
     WHERE $1::text[] IS NOT NULL AND $2::uuid[] IS NOT NULL
     ORDER BY ${order} LIMIT $3 - $4 OFFSET $4`,
    [alsoIds, alsoCommentIds, last, first],
  )
  const idsOf = (wanted: string) => rows.filter((row) => row.kind === wanted).map(({ id }) => id)
  const [submissions, comments, alternatives] = [
    await readFlaggedSubmissions(db, idsOf('submission')),
    await readFlaggedComments(db, idsOf('comment')),
    await readFlaggedAlternatives(db, {
      ids: idsOf('alternative'),
      state: 'open',
      limit: queueFlagLimit,
    }),
  ]
  const entries = rows.flatMap(({ kind: of, id }): FlaggedEntry[] => {
    const [submission, comment] = [submissions.get(id), comments.get(id)]
    if (of === 'alternative') {
      const alternative = alternatives.get(id)
      return alternative === undefined ? [] : [{ kind: of, alternative }]
    }
    if (of === 'submission') return submission === undefined ? [] : [{ kind: of, submission }]
    return comment === undefined ? [] : [{ kind: of, comment }]
  })
  return { entries, total: await countEntries(db, { kind, alsoIds, alsoCommentIds }) }
}

const readFlaggedComments = async (db: Db, ids: readonly string[]) => {
  const comments = await findAdminComments(db, ids)
  const flags = await readCommentFlags(db, {
    ids,
    state: 'open',
    limit: queueFlagLimit,
  })
  return new Map(
    [...comments].map(([id, comment]) => [id, { ...comment, flags: flags.get(id) ?? [] }]),
  )
}

const countEntries = async (
  db: Db,
  { kind, alsoIds, alsoCommentIds }: Pick<Request, 'kind' | 'alsoIds' | 'alsoCommentIds'>,
): Promise<number> => {
  const count = { submissions: 'count(*)', comments: 'count(*)', alternatives: 'count(*)' }
  const { rows } = await db.query<{ total: number }>(
    `SELECT ${partsOf(kind, count)
      .map((part) => `(${part})`)
      .join(' + ')} AS total
     WHERE $1::text[] IS NOT NULL AND $2::uuid[] IS NOT NULL`,
    [alsoIds, alsoCommentIds],
  )
  return onlyRow(rows).total
}
