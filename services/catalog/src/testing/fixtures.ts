import { randomUUID } from 'node:crypto'
import { applyDecision, type DecisionAction } from '@answerable/contracts/decisions'
import { type SubmissionChange, submissionChanged } from '@answerable/contracts/events'
import type { RouteInput } from '@answerable/contracts/route'
import { type Submission, submitBoycott } from '@answerable/contracts/submissions'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import {
  type BareTestService,
  newMember,
  startTestService,
  type TestService,
} from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import pg from 'pg'
import { countParticipants } from '../participation/counting.ts'
import { indexBatch } from '../search/indexing.ts'
import { catalog } from '../service.ts'
import { type BallotKind, joinKind, voteKind } from '../votes/ballot-kinds.ts'
import { countVotes } from '../votes-by-day/counting.ts'

export type TestCatalog = TestService & {
  /** The tables with the permissions of the service's own role. */
  db: Pool
}

/** The real service on a database of its own. */
export const startCatalog = async (): Promise<TestCatalog> => {
  const service = await startTestService(catalog)
  const db = openPool({
    url: service.database.url,
    max: 3,
    name: 'test',
    log: createLog({ service: 'test', level: 'silent' }),
  })
  const stop = async (): Promise<void> => {
    await db.end()
    await service.stop()
  }
  return { ...service, db, stop }
}

/**
 * Inserts many submissions. Their words are not stored, which takes a millisecond for each, and no time limit of the
 * service applies.
 */
export const insertMany = async (
  ownerUrl: string,
  statement: string,
  values: readonly unknown[],
): Promise<void> => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('SET search_path TO catalog, public')
    await owner.query('ALTER TABLE submissions DISABLE TRIGGER store_words')
    await owner.query(statement, [...values])
    await owner.query('ALTER TABLE submissions ENABLE TRIGGER store_words')
  } finally {
    await owner.end()
  }
}

/** A valid proposal. */
export const proposal = {
  targetName: 'Acme Corporation',
  location: 'Springfield',
  reasons: 'It sells anvils that fall on people.',
} as const satisfies RouteInput<typeof submitBoycott>['body']

export const propose = async (
  service: BareTestService,
  {
    author = newMember(),
    ...content
  }: { author?: ReturnType<typeof newMember> } & Partial<
    RouteInput<typeof submitBoycott>['body']
  > = {},
): Promise<Submission> => {
  const body = { ...proposal, ...content }
  return (await service.call(submitBoycott, { body }, { viewer: author })).body
}

export const decide = (
  service: BareTestService,
  submissionId: string,
  decision: { action: DecisionAction; decisionId?: string; expectedVersion?: number },
) =>
  service.call(
    applyDecision,
    { body: { decisionId: randomUUID(), submissionId, ...decision } },
    { issuer: 'moderation' },
  )

export const remove = (service: BareTestService, submissionId: string) =>
  decide(service, submissionId, { action: { kind: 'remove' } })

/** Collects the changes that the service publishes from now on. */
export const recordChanges = async (service: BareTestService): Promise<SubmissionChange[]> => {
  const changes: SubmissionChange[] = []
  await service.bus.subscribe(
    submissionChanged,
    { everyInstanceOf: 'test' },
    async ({ payload }) => {
      changes.push(...payload.changes)
    },
  )
  return changes
}

const ballotDrift = ({ ballots, holds, activity, sum }: BallotKind): string => `
      ${sum} <> (
        SELECT coalesce(sum(value), 0) FROM ${ballots} LEFT JOIN ${holds} USING (submission_id, user_id)
        WHERE submission_id = submissions.id AND rule IS NULL
      )
      OR coalesce((SELECT held FROM ${activity} WHERE submission_id = submissions.id), 0) <> (
        SELECT count(*) FROM ${ballots} JOIN ${holds} USING (submission_id, user_id)
        WHERE submission_id = submissions.id AND voided_by IS NULL
      )
      OR coalesce((SELECT crowd FROM ${activity} WHERE submission_id = submissions.id), 0) <> (
        SELECT count(*) FROM ${ballots} JOIN ${holds} USING (submission_id, user_id)
        WHERE submission_id = submissions.id AND voided_by IS NULL AND rule = 'newborn'
      )
      OR EXISTS (
        SELECT FROM ${ballots} JOIN voters USING (user_id)
        WHERE submission_id = submissions.id AND NOT EXISTS (
          SELECT FROM ${holds} WHERE submission_id = submissions.id AND ${holds}.user_id = ${ballots}.user_id
        ) GROUP BY voter_id HAVING count(*) > 1
      )`

/** Counts the people of all businesses whose joins have changed, except of those that another count has locked. */
export const countUnlockedParticipants = async (db: Pool): Promise<void> => {
  let last: string | null = ''
  while (last !== null) last = await countParticipants(db, last)
}

/** The same, but also waits for other counts: the service counts every second. */
export const countAllParticipants = async (db: Pool): Promise<void> => {
  do await countUnlockedParticipants(db)
  while ((await db.query('SELECT FROM participation_changes LIMIT 1')).rowCount !== 0)
}

/** Indexes all changes. Also waits for the service, which indexes every two seconds. */
export const indexAllWords = async (db: Pool): Promise<void> => {
  const waiting = 'SELECT FROM outdated_businesses UNION ALL SELECT FROM word_changes LIMIT 1'
  while ((await db.query(waiting)).rowCount !== 0) await indexBatch(db)
}

/** Submissions whose stored numbers do not match their rows, and wrong counters. */
export const findDrift = async (db: Pool, ids: string[] | null = null): Promise<unknown[]> => {
  await countAllParticipants(db)
  const { rows } = await db.query(
    `SELECT id AS name FROM submissions WHERE ($1::text[] IS NULL OR id = ANY ($1)) AND (
      ${ballotDrift(voteKind)}
      OR ${ballotDrift(joinKind)}
      OR comment_count <> (
        SELECT count(*) FROM comments WHERE submission_id = submissions.id AND state = 'shown'
      )
      OR (SELECT thread_count FROM discussions WHERE submission_id = submissions.id) <> (
        SELECT count(*) FROM comments WHERE submission_id = submissions.id AND parent_id IS NULL
      )
      OR EXISTS (
        SELECT FROM comments WHERE submission_id = submissions.id AND (
          reply_count <> (SELECT count(*) FROM comments AS reply WHERE reply.root_id = comments.id)
          OR helpful_count <> (SELECT count(*) FROM helpful_marks WHERE comment_id = comments.id)
          OR parent_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM comments AS parent JOIN comments AS root ON root.id = comments.root_id
            WHERE parent.id = comments.parent_id AND root.parent_id IS NULL
              AND (parent.submission_id, root.submission_id) = (submissions.id, submissions.id)
              AND coalesce(parent.root_id, parent.id) = root.id
          )
        )
      )
      OR flag_count <> (
        SELECT count(*) FROM flags WHERE submission_id = submissions.id AND closed_at IS NULL
      ))
    UNION ALL
    SELECT concat_ws(' ', 'count', category, country, day) FROM public_counts
    FULL JOIN (
      SELECT coalesce(category, '') AS category, coalesce(country, '') AS country,
        coalesce(day, '-infinity') AS day, count(*) AS exact
      FROM (
        SELECT category, country, (created_at AT TIME ZONE 'UTC')::date AS day
        FROM submissions WHERE approved
      ) AS shown
      GROUP BY GROUPING SETS ((), (category), (country), (day), (category, country),
        (category, day), (country, day))
      HAVING (GROUPING(category) = 1 OR category IS NOT NULL)
        AND (GROUPING(country) = 1 OR country IS NOT NULL)
    ) AS counted USING (category, country, day)
    WHERE coalesce(count, 0) <> coalesce(exact, 0)
    UNION ALL
    SELECT concat_ws(' ', 'count', status, category, country, day) FROM status_counts
    FULL JOIN (
      SELECT status, coalesce(category, '') AS category, coalesce(country, '') AS country,
        coalesce(day, '-infinity') AS day, count(*) AS exact
      FROM (
        SELECT status, category, country, (created_at AT TIME ZONE 'UTC')::date AS day
        FROM submissions WHERE approved
      ) AS shown
      GROUP BY status, GROUPING SETS ((), (category), (country), (day), (category, country),
        (category, day), (country, day))
      HAVING (GROUPING(category) = 1 OR category IS NOT NULL)
        AND (GROUPING(country) = 1 OR country IS NOT NULL)
    ) AS counted USING (status, category, country, day)
    WHERE coalesce(count, 0) <> coalesce(exact, 0)
    UNION ALL
    SELECT concat_ws(' ', 'impact', kind, month) FROM impact_months
    FULL JOIN (
      SELECT kind, date_trunc('month', at AT TIME ZONE 'UTC')::date AS month, count(*) AS exact
      FROM impact_records JOIN submissions ON id = submission_id AND approved
      CROSS JOIN LATERAL (
        VALUES ('active', asked_at), ('responded', responded_at), (outcome, outcome_at)
      ) AS happened (kind, at)
      WHERE at IS NOT NULL GROUP BY 1, 2
    ) AS counted USING (kind, month)
    WHERE coalesce(count, 0) <> coalesce(exact, 0)
    UNION ALL
    SELECT id FROM businesses WHERE boycott_count <> (
      SELECT count(*) FROM submissions WHERE business_id = businesses.id AND approved
    )
    UNION ALL
    SELECT id FROM businesses WHERE participant_count <> (
      SELECT count(DISTINCT coalesce(voter_id, user_id))
      FROM participations JOIN submissions ON submissions.id = submission_id
      LEFT JOIN voters USING (user_id)
      WHERE business_id = businesses.id AND approved AND NOT EXISTS (
        SELECT FROM participation_holds AS held
        WHERE held.submission_id = submissions.id AND held.user_id = participations.user_id
      )
    )
    UNION ALL
    SELECT kind || country FROM business_counts AS counted WHERE value <> (
      SELECT count(*) FROM businesses
      WHERE listed AND coalesce(kind, '') = counted.kind AND coalesce(country, '') = counted.country
    )`,
    [ids],
  )
  return rows
}

/** Counts the votes of complete days again. Waits while the service counts them. */
export const countDays = (db: Pool): Promise<boolean> =>
  until(async () => {
    await db.query('DELETE FROM vote_counts')
    return countVotes(db)
  })
