import type { KnownEntry, OwnedKind, QueueSort } from '@answerable/contracts/review-queue'
import { type Db, onlyRow } from '@answerable/service-kit/db'

export type Wanted = {
  kinds: readonly OwnedKind[]
  sort: QueueSort
  known: readonly (Omit<KnownEntry, 'since'> & { since: string | null })[]
}

/** An entry of the queue, without its content. */
export type WaitingRow = { kind: KnownEntry['kind'] | OwnedKind; id: string; since: Date }

type Flaggable = 'submission' | 'comment' | 'response' | 'alternative'

const tables = {
  submission: { table: 'submissions', flags: 'flags', subject: 'submission_id', type: 'text' },
  comment: { table: 'comments', flags: 'comment_flags', subject: 'comment_id', type: 'uuid' },
  response: { table: 'responses', flags: 'response_flags', subject: 'response_id', type: 'uuid' },
  alternative: {
    ...{ table: 'alternatives', flags: 'alternative_flags' },
    ...{ subject: 'alternative_id', type: 'uuid' },
  },
} as const satisfies Record<Flaggable, object>

const ofPublicSubmission = `EXISTS (
  SELECT FROM submissions WHERE submissions.id = submission_id AND approved
)`
const ofReachableSubmission = `EXISTS (
  SELECT FROM submissions WHERE submissions.id = submission_id
    AND (approved OR merged_into IS NOT NULL)
)`

/** What an administrator can decide on. */
const isDecidable = {
  submission: 'true',
  comment: `state <> 'deleted' AND ${ofPublicSubmission}`,
  response: 'true',
  alternative: ofReachableSubmission,
} as const satisfies Record<Flaggable, string>

/** In view with an open flag: the conditions of the indexes of the queue. */
const isFlagged = {
  submission: 'approved AND flag_count > 0',
  comment: `state = 'shown' AND flag_count > 0`,
  response: `state = 'shown' AND flag_count > 0`,
  alternative: `state = 'shown' AND flag_count > 0`,
} as const satisfies Record<Flaggable, string>

const flaggable = Object.keys(tables) as Flaggable[]

const firstFlag = (kind: Flaggable, id: string): string => {
  const { flags, subject, type } = tables[kind]
  return `(SELECT min(created_at) FROM ${flags} WHERE ${subject} = ${id}::${type} AND closed_at IS NULL)`
}

type Part = {
  select: (columns: string) => string
  /** The number of flags, the time and the id that order its entries. */
  columns: (sort: QueueSort) => string
}

/** The parts of the queue. Each has at most one entry for a subject. `$1` has the known entries. */
const partsOf = ({ kinds }: Wanted): Part[] => [
  ...flaggable
    .filter((kind) => kinds.includes(kind))
    .map((kind) => {
      const { table } = tables[kind]
      return {
        select: (columns: string) =>
          `SELECT ${columns} FROM ${table} WHERE ${isDecidable[kind]} AND ${isFlagged[kind]}`,
        // To find the first flag of each takes longer than the index with the time of the content.
        columns: (sort: QueueSort) => `'${kind}' AS kind, ${table}.id::text AS id, flag_count,
          ${sort === 'oldest' ? firstFlag(kind, `${table}.id`) : 'created_at'} AS at,
          NULL::timestamptz AS since`,
      }
    }),
  ...flaggable.map((kind) => {
    const { table, type } = tables[kind]
    return {
      select: (columns: string) =>
        // Not before the kind is known, because an id of another kind may not have the type.
        `SELECT ${columns} FROM known JOIN ${table}
           ON ${table}.id = CASE WHEN known.kind = '${kind}' THEN known.id::${type} END
         WHERE ${isDecidable[kind]} AND NOT (${isFlagged[kind]})`,
      columns: () => `'${kind}' AS kind, ${table}.id::text AS id, flag_count,
        coalesce(known.since, ${table}.created_at) AS at, known.since`,
    }
  }),
  ...(['suggestion', 'update'] as const)
    .filter((kind) => kinds.includes(kind))
    .map((kind) => ({
      select: (columns: string) => `SELECT ${columns} FROM ${kind}s WHERE state = 'open'`,
      columns: () =>
        `'${kind}' AS kind, id::text AS id, 0 AS flag_count, created_at AS at, created_at AS since`,
    })),
  {
    select: (columns) => `SELECT ${columns} FROM known WHERE kind IN ('claim', 'notice')`,
    columns: () => 'kind, id, 0 AS flag_count, since AS at, since',
  },
]

const orders = {
  // The indexes of the queue have the order of its second half.
  urgent: [`flag_count DESC, at, id`, `kind <> 'notice', flag_count DESC, at, id`],
  oldest: ['at, id', 'at, id'],
} as const satisfies Record<QueueSort, [ofPart: string, ofPage: string]>

const known = `known AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($1) AS known (kind text, id text, since timestamptz)
)`

/** The entries of the queue from one place to another. */
export const findWaiting = async (
  db: Db,
  wanted: Wanted,
  { first, last }: { first: number; last: number },
): Promise<WaitingRow[]> => {
  const [ofPart, ofPage] = orders[wanted.sort]
  const parts = partsOf(wanted).map(
    ({ select, columns }) =>
      `(SELECT * FROM (${select(columns(wanted.sort))}) AS part ORDER BY ${ofPart} LIMIT $2)`,
  )
  const firstFlags = flaggable.map((kind) => `WHEN '${kind}' THEN ${firstFlag(kind, 'page.id')}`)
  const { rows } = await db.query<WaitingRow>(
    `WITH ${known}, page AS (
       SELECT *, row_number() OVER (ORDER BY ${ofPage}) AS place
       FROM (${parts.join(' UNION ALL ')}) AS waiting ORDER BY ${ofPage} LIMIT $2 - $3 OFFSET $3
     )
     SELECT kind, id, coalesce(since, CASE kind ${firstFlags.join(' ')} END, at) AS since
     FROM page ORDER BY place`,
    [JSON.stringify(wanted.known), last, first],
  )
  return rows
}

export const countWaiting = async (db: Db, wanted: Wanted): Promise<number> => {
  const counts = partsOf(wanted).map(({ select }) => `(${select('count(*)')})`)
  const { rows } = await db.query<{ total: number }>(
    `WITH ${known} SELECT ${counts.join(' + ')} AS total`,
    [JSON.stringify(wanted.known)],
  )
  return onlyRow(rows).total
}
