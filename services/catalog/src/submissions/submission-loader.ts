import type { VoteValue } from '@answerable/contracts/submissions'
import { batchLoader } from '@answerable/service-kit/batch-loader'
import { asOne, type Pool } from '@answerable/service-kit/db'
import type { SubmissionJson, SubmissionJsonCache } from './json-cache.ts'
import type { SubmissionQuery } from './shown-rows.ts'
import { displayRevision } from './store.ts'

/** Reads a submission, removed or not, as JSON with the viewer's own vote; null if it does not exist. */
export type SubmissionLoader = (
  id: string,
  viewerId: string | null,
) => Promise<SubmissionJson | null>

type Results = readonly (SubmissionJson | null)[]

/** Reads in batches. For cached submissions it reads only the version. */
export const openSubmissionLoader = (pool: Pool, texts: SubmissionJsonCache): SubmissionLoader => {
  const find = async (queries: readonly SubmissionQuery[]): Promise<Results> => {
    if (queries.length === 0) return []
    const { rows } = await pool.query<Row>({
      name: 'find-submissions',
      rowMode: 'array',
      text: `SELECT place, version, votes.value, joined.value IS NOT NULL, ${displayRevision}
        FROM unnest(${asOne('$1::text[]')}, ${asOne('$2::uuid[]')}) WITH ORDINALITY
          AS queries (id, viewer_id, place)
        CROSS JOIN LATERAL (
          SELECT version FROM submissions WHERE submissions.id = queries.id LIMIT 1
        ) AS submissions
        LEFT JOIN LATERAL (
          SELECT value FROM votes WHERE user_id = viewer_id AND submission_id = queries.id LIMIT 1
        ) AS votes ON true
        LEFT JOIN LATERAL (
          SELECT value FROM participations
          WHERE user_id = viewer_id AND submission_id = queries.id LIMIT 1
        ) AS joined ON true`,
      values: [queries.map(({ id }) => id), queries.map(({ viewerId }) => viewerId)],
    })
    const found = rows.flatMap(([place, version, userVote, ownParticipation]) => {
      const one = queries[place - 1]
      return one === undefined ? [] : [{ ...one, version, userVote, ownParticipation }]
    })
    const written = await texts.write(pool, found, rows[0]?.[4] ?? 0)
    const byPlace = new Map(rows.map(([place], at) => [place, written[at] ?? null]))
    return queries.map((_one, at) => byPlace.get(at + 1) ?? null)
  }

  const read = batchLoader<SubmissionQuery, SubmissionJson | null>(async (queries) => {
    const isCached = queries.map(({ id }) => texts.has(id))
    const [found, others] = await Promise.all([
      find(queries.filter((_one, at) => isCached[at])),
      texts.read(
        pool,
        queries.filter((_one, at) => !isCached[at]),
      ),
    ])
    const [ofFound, ofOthers] = [found.values(), others.values()]
    return isCached.map((was) => (was ? ofFound : ofOthers).next().value ?? null)
  })

  return (id, viewerId) => read({ id, viewerId })
}

type Row = [
  place: number,
  version: number,
  userVote: VoteValue | null,
  ownParticipation: boolean,
  revision: number,
]
