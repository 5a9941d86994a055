import { type EventPayload, submissionChanged } from '@answerable/contracts/events'
import type { Environment } from '@answerable/service-kit/config'
import { appendEvents } from '@answerable/service-kit/outbox/outbox'
import {
  type RepublishNext,
  republishCommand,
} from '@answerable/service-kit/outbox/republish-command'

const atOnce = 500

/** Tells of every submission again. */
export const republishSubmissions = (environment: Environment): Promise<number> =>
  republishCommand(environment, { what: 'submissions', tellNext: tellOfNext })

/** Pages are told no numbers of what is removed. */
const tellOfNext: RepublishNext = async (db, after) => {
  const { rows } = await db.query<EventPayload<typeof submissionChanged>>(
    `SELECT id AS "submissionId", version, score, comment_count AS "commentCount", approved,
       CASE WHEN approved THEN 'numbers' ELSE 'decision' END AS cause
     FROM submissions WHERE $1::text IS NULL OR id > $1 ORDER BY id LIMIT ${atOnce}`,
    [after],
  )
  await appendEvents(db, submissionChanged, rows)
  return { last: rows.at(-1)?.submissionId ?? null, count: rows.length }
}
