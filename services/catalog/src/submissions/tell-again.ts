import { type EventPayload, submissionChanged } from '@answerable/contracts/events'
import type { Environment } from '@answerable/service-kit/config'
import { appendEvents } from '@answerable/service-kit/outbox'
import { replayCommand, type TellNext } from '@answerable/service-kit/replay-command'

const atOnce = 500

/** Tells of every submission again. */
export const tellOfSubmissions = (environment: Environment): Promise<number> =>
  replayCommand(environment, { what: 'submissions', tellNext: tellOfNext })

/** Pages are told no numbers of what is removed. */
const tellOfNext: TellNext = async (db, after) => {
  const { rows } = await db.query<EventPayload<typeof submissionChanged>>(
    `SELECT id AS "submissionId", version, score, comment_count AS "commentCount", approved,
       CASE WHEN approved THEN 'numbers' ELSE 'decision' END AS cause
     FROM submissions WHERE $1::text IS NULL OR id > $1 ORDER BY id LIMIT ${atOnce}`,
    [after],
  )
  await appendEvents(db, submissionChanged, rows)
  return { last: rows.at(-1)?.submissionId ?? null, count: rows.length }
}
