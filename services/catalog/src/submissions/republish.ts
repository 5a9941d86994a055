import { submissionChanged } from '@answerable/contracts/events'
import type { Environment } from '@answerable/service-kit/config'
import { onlyRow } from '@answerable/service-kit/db'
import {
  type RepublishNext,
  republishCommand,
} from '@answerable/service-kit/outbox/republish-command'

const batchSize = 500

/** Publishes every submission again. */
export const republishSubmissions = (environment: Environment): Promise<number> =>
  republishCommand(environment, { what: 'submissions', republishNext })

/** The cause of a removed submission is a decision, so that pages do not show its numbers. */
const republishNext: RepublishNext = async (db, after) => {
  const { rows } = await db.query<{ last: string | null; count: number }>(
    `WITH next AS (
       SELECT id FROM submissions WHERE $1::text IS NULL OR id > $1 ORDER BY id LIMIT ${batchSize}
     ), published AS (
       INSERT INTO outbox (subject, payload)
       SELECT $2, jsonb_build_object('changes', jsonb_agg(
         submission_changed(submissions, CASE WHEN approved THEN 'numbers' ELSE 'decision' END)
       ))
       FROM submissions WHERE id IN (SELECT id FROM next) HAVING count(*) > 0
     )
     SELECT max(id) AS last, count(*) AS count FROM next`,
    [after, submissionChanged.subject],
  )
  return onlyRow(rows)
}
