import { createHash } from 'node:crypto'
import { type EventPayload, linkChecked, type sourcesChanged } from '@answerable/contracts/events'
import { readableAddress } from '@answerable/contracts/links'
import { type Db, onlyRow, type Pool, transaction } from '@answerable/service-kit/db'
import { appendEvent } from '@answerable/service-kit/outbox/outbox'
import { turnOf } from '../fetching/turn-of.ts'
import { newHold, type Turn, leaseSeconds as turnLeaseSeconds } from '../fetching/turns.ts'
import { secondsUntilNext, secondsUntilRetry, type Verdict } from './rules.ts'

/** Stores the links of a submission. New ones are due at once; those in no submission any more are deleted. */
export const applySources = async (
  db: Db,
  { submissionId, version, links }: EventPayload<typeof sourcesChanged>,
): Promise<void> => {
  if (links === null) return
  const { rowCount } = await db.query(
    `INSERT INTO submission_versions AS earlier VALUES ($1, $2)
     ON CONFLICT (submission_id) DO UPDATE SET version = excluded.version
     WHERE earlier.version < excluded.version`,
    [submissionId, version],
  )
  if (rowCount === 0) return
  // In the order of the keys, so that two submissions with the same links cannot wait for each other.
  const rows = [...new Set(links)]
    .filter((address) => readableAddress(address) === address)
    .map((address) => ({ key: keyOf(address), address, host: turnOf(new URL(address).hostname) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const keys = rows.map(({ key }) => key)
  await db.query('DELETE FROM submission_links WHERE submission_id = $1 AND key <> ALL ($2)', [
    submissionId,
    keys,
  ])
  const { rows: added } = await db.query<{ host: string }>(
    `INSERT INTO links (key, address, host) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
     ON CONFLICT (key) DO NOTHING RETURNING host`,
    [keys, rows.map(({ address }) => address), rows.map(({ host }) => host)],
  )
  await db.query(
    `INSERT INTO submission_links SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
    [submissionId, keys],
  )
  await db.query(
    `INSERT INTO hosts AS earlier (host, due_at)
     SELECT DISTINCT unnest($1::text[]) AS host, now() ORDER BY host
     ON CONFLICT (host) DO UPDATE SET due_at = least(earlier.due_at, excluded.due_at)`,
    [added.map(({ host }) => host)],
  )
}

const keyOf = (address: string): string => createHash('sha256').update(address).digest('base64url')

export type Job = {
  key: string
  address: string
  /** Of its host, taken. */
  turn: Turn
  hash: string | null
  failures: number
  ageDays: number
}

/** Another instance takes a link that its instance has not finished after this time. */
const leaseSeconds = 180

/**
 * Takes links that are due: one for each host whose turn it is, the longest-waiting hosts first, so that many links to
 * one host do not delay others. Takes the turns of the hosts as well.
 */
export const claimJobs = async (pool: Pool, limit: number): Promise<Job[]> => {
  const hold = newHold()
  const { rows } = await pool.query<Omit<Job, 'turn'> & { host: string }>({
    name: 'claim-jobs',
    text: `WITH turn AS (
        SELECT host FROM hosts
        WHERE greatest(next_request_at, due_at) <= now()
        ORDER BY greatest(next_request_at, due_at) LIMIT $1 FOR UPDATE SKIP LOCKED
      ), due AS (
        SELECT turn.host, first.key FROM turn LEFT JOIN LATERAL (
          SELECT key FROM links WHERE links.host = turn.host AND due_at <= now()
          ORDER BY due_at LIMIT 1
        ) AS first ON true
      ), taken AS (
        UPDATE hosts SET
          next_request_at = CASE WHEN due.key IS NULL THEN next_request_at
            ELSE now() + interval '${turnLeaseSeconds} seconds' END,
          holder = CASE WHEN due.key IS NULL THEN holder ELSE $2::uuid END,
          due_at = coalesce((
            SELECT min(greatest(due_at, now())) FROM (
              SELECT due_at FROM links
              WHERE links.host = due.host AND key IS DISTINCT FROM due.key
              ORDER BY due_at LIMIT 1
            ) AS next
          ), CASE WHEN due.key IS NULL THEN 'infinity'
            ELSE now() + interval '${leaseSeconds} seconds' END)
        FROM due WHERE hosts.host = due.host
      )
      UPDATE links SET due_at = now() + interval '${leaseSeconds} seconds'
      FROM due WHERE links.key = due.key
      RETURNING links.key, address, links.host, text_hash AS hash, failures,
        extract(epoch FROM now() - created_at)::float8 / 86400 AS "ageDays"`,
    values: [limit, hold.holder],
  })
  return rows.map(({ host, ...job }) => ({ ...job, turn: { host, ...hold } }))
}

/** Stores the result of a check and publishes it; a check that said nothing is repeated later. */
export const saveVerdict = (pool: Pool, job: Job, verdict: Verdict | null): Promise<void> =>
  transaction(pool, async (db) => {
    if (verdict === null) {
      await postpone(db, job, secondsUntilRetry(job.failures), job.failures + 1)
      return
    }
    const failures = verdict.state === 'unreachable' ? job.failures + 1 : 0
    const { rows } = await db.query<{ checked_at: Date }>(
      `UPDATE links SET state = $2, title = $3, text_hash = $4, checked_at = clock_timestamp()
       WHERE key = $1 RETURNING checked_at`,
      [job.key, verdict.state, verdict.title, verdict.hash],
    )
    const [saved] = rows
    // No submission has it any more.
    if (saved === undefined) return
    await postpone(db, job, secondsUntilNext({ ...job, failures }), failures)
    await appendEvent(db, linkChecked, {
      payload: {
        address: job.address,
        state: verdict.state,
        title: verdict.title,
        checkedAt: saved.checked_at.toISOString(),
        version: saved.checked_at.getTime(),
      },
      requestId: null,
    })
  })

const postpone = async (db: Db, job: Job, seconds: number, failures: number): Promise<void> => {
  await db.query(
    `WITH next AS (
       UPDATE links SET due_at = now() + make_interval(secs => $2), failures = least($3, 1000)
       WHERE key = $1 RETURNING host, due_at
     )
     UPDATE hosts SET due_at = least(hosts.due_at, next.due_at) FROM next
     WHERE hosts.host = next.host`,
    [job.key, seconds, failures],
  )
}

/** Whether a website has responded to any instance within the last hour. */
export const hasWayOut = async (pool: Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ seen: boolean }>({
    name: 'has-way-out',
    text: "SELECT EXISTS (SELECT FROM ways_out WHERE seen_at > now() - interval '1 hour') AS seen",
  })
  return onlyRow(rows).seen
}

export const recordWayOut = async (pool: Pool): Promise<void> => {
  await pool.query({
    name: 'record-way-out',
    text: `INSERT INTO ways_out AS earlier VALUES ('web', now())
      ON CONFLICT (name) DO UPDATE SET seen_at = now()
      WHERE earlier.seen_at < now() - interval '1 minute'`,
  })
}
