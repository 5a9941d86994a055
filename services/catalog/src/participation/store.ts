import { participationChanged, submissionChanged } from '@answerable/contracts/events'
import type { Db } from '@answerable/service-kit/db'
import { businessColumns } from '../submissions/rows.ts'
import type { Ballot, VotedSubmission } from '../votes/store.ts'

/**
 * Writes joins and departures, at most one per account and submission, and commits them: `cast_participations`, which
 * migrations/0028_participation.sql derives from `cast_votes`. Returns the public submissions among them, by id.
 */
export const castJoins = async (
  db: Db,
  ballots: readonly Ballot[],
): Promise<ReadonlyMap<string, VotedSubmission>> => {
  const { rows } = await db.query<VotedSubmission>({
    name: 'cast-joins',
    text: `WITH written AS MATERIALIZED (
        SELECT (submission).*, username, refused
        FROM cast_participations($1, $2, $3, $4, $5, $6, $7, $8, $9)
      ), published AS (
        INSERT INTO outbox (subject, payload, request_id)
        SELECT $10, jsonb_build_object('changes', jsonb_agg(jsonb_build_object(
            'submissionId', target, 'userId', account, 'joined', choice = 1, 'version', version
          ))), max(request)
        FROM unnest($1, $2, $3, $4) AS ballot (account, target, choice, request)
        JOIN written ON id = target
        WHERE NOT account = ANY (refused) HAVING count(*) > 0
      )
      SELECT written.*, ${businessColumns}, ups::text[], downs::text[], is_unusual
      FROM written CROSS JOIN LATERAL (
        SELECT slug, name FROM businesses WHERE businesses.id = business_id LIMIT 1
      ) AS businesses
      JOIN choices_after_joins($1, $2, ARRAY(SELECT id FROM written)) AS others
        ON others.submission_id = written.id`,
    values: [
      ballots.map((ballot) => ballot.accountId),
      ballots.map((ballot) => ballot.submissionId),
      ballots.map((ballot) => ballot.choice ?? 0),
      ballots.map((ballot) => ballot.requestId),
      submissionChanged.subject,
      ballots.map((ballot) => ballot.voter.id),
      ballots.map((ballot) => ballot.voter.joinedAt),
      ballots.map((ballot) => ballot.network),
      ballots.map((ballot) => ballot.isBurst),
      participationChanged.subject,
    ],
  })
  return new Map(rows.map((row) => [row.id, row]))
}
