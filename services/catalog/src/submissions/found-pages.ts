import { maxPageSize } from '@answerable/contracts/paging'
import type { Sort, VoteValue } from '@answerable/contracts/submissions'
import { asOne, type Db, onlyRow } from '@answerable/service-kit/db'
import type { Own } from './json-cache.ts'
import type { SeekPosition } from './keyset-checkpoints.ts'
import { orders } from './orders.ts'
import { displayRevision, publicSubmissions } from './store.ts'

/** The submissions of a page in their order, with what members have chosen, all from one snapshot. */
export type FoundPage = {
  versions: readonly { id: string; version: number }[]
  /** The display revision of the snapshot. */
  revision: number
  /** The choices by member and submission; members without any are missing. */
  choices: ReadonlyMap<string, ReadonlyMap<string, Own>>
  /** The number of public submissions. */
  total: number
}

/**
 * A page of the whole feed. An index-only scan finds ids and versions. The constant limit shows the planner that there
 * are few rows, so that one plan fits all pages.
 */
export const findPage = async (
  db: Db,
  { sort, limit, place }: { sort: Sort; limit: number; place: SeekPosition },
  memberIds: readonly string[],
): Promise<FoundPage> => {
  const { by, selected, notBefore } = orders[sort]
  const { from, skip } = place
  const found = await findRows(
    db,
    {
      name: `find-page-${sort}-${from === null ? 'counted' : 'from-checkpoint'}`,
      page: `SELECT id, version, row_number() OVER (ORDER BY ${by}) AS place FROM (
        SELECT ${selected}, version FROM submissions
        WHERE approved${from === null ? '' : ` AND ${notBefore(3)}`}
        ORDER BY ${by} LIMIT ${maxPageSize} OFFSET $2
      ) AS longest ORDER BY place LIMIT $1`,
      values: [limit, skip, ...(from ?? [])],
    },
    memberIds,
  )
  return found.versions.length > 0 ? found : { ...found, total: await readTotal(db) }
}

/** The public submissions of a list of ids, in its order. */
export const findListed = (
  db: Db,
  ids: readonly string[],
  memberIds: readonly string[],
): Promise<FoundPage> =>
  findRows(
    db,
    {
      name: 'find-listed',
      page: `SELECT page.id, version, place
      FROM unnest(${asOne('$1::text[]')}) WITH ORDINALITY AS page (id, place)
      CROSS JOIN LATERAL (
        SELECT version FROM submissions WHERE submissions.id = page.id AND approved LIMIT 1
      ) AS submissions`,
      values: [ids],
    },
    memberIds,
  )

type Row = [
  id: string,
  version: number | null,
  revision: number,
  total: number,
  memberId: string,
  vote: VoteValue | null,
]

/** `page` is a query of `id`, `version` and `place`. */
const findRows = async (
  db: Db,
  { name, page, values }: { name: string; page: string; values: readonly unknown[] },
  memberIds: readonly string[],
): Promise<FoundPage> => {
  const hasMembers = memberIds.length > 0
  const members = `$${values.length + 1}`
  const { rows } = await db.query<Row>({
    name: `${name}${hasMembers ? '-for-members' : ''}`,
    rowMode: 'array',
    text: `WITH page AS MATERIALIZED (${page})
      SELECT id, version, ${displayRevision}, ${publicSubmissions}, NULL::uuid, NULL::smallint, place
      FROM page
      ${hasMembers ? choicesOn(members) : ''}
      ORDER BY place`,
    values: hasMembers ? [...values, memberIds] : [...values],
  })
  const versions: { id: string; version: number }[] = []
  const choices = new Map<string, Map<string, Own>>()
  for (const [id, version, , , memberId, vote] of rows) {
    if (version !== null) {
      versions.push({ id, version })
      continue
    }
    const ofMember = choices.get(memberId) ?? new Map<string, Own>()
    const { userVote, ownParticipation } = ofMember.get(id) ?? noChoice
    ofMember.set(
      id,
      vote === null ? { userVote, ownParticipation: true } : { userVote: vote, ownParticipation },
    )
    choices.set(memberId, ofMember)
  }
  return { versions, revision: rows[0]?.[2] ?? 0, choices, total: rows[0]?.[3] ?? 0 }
}

export const noChoice: Own = { userVote: null, ownParticipation: false }

/** The choices of the members with these ids. Both arrays are matched in one pass over the index of each table. */
const choicesOn = (memberIds: string): string =>
  [
    ['votes', 'value'],
    ['participations', 'NULL'],
  ]
    .map(
      ([table, vote]) => `UNION ALL
        SELECT submission_id, NULL, NULL, NULL, user_id, ${vote}, NULL FROM ${table}
        WHERE user_id = ANY (${asOne(`${memberIds}::uuid[]`)}::uuid[])
          AND submission_id = ANY ((SELECT array_agg(id) FROM page)::text[])`,
    )
    .join('\n')

const readTotal = async (db: Db): Promise<number> => {
  const { rows } = await db.query<{ total: number }>(`SELECT ${publicSubmissions} AS total`)
  return onlyRow(rows).total
}
