import { createHash } from 'node:crypto'
import { sourcesChanged } from '@answerable/contracts/events'
import { rowsIn } from '@answerable/contracts/source-details'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import { appendEvent } from '@answerable/service-kit/outbox/outbox'

export const linkKeyOf = (address: string): string =>
  createHash('sha256').update(address).digest('base64url')

/** Queues a submission whose links changed. Its row stays locked until the transaction ends. */
export const queueSync = async (db: Db, submissionId: string): Promise<void> => {
  await db.query(
    `INSERT INTO source_syncs VALUES ($1)
     ON CONFLICT (submission_id) DO UPDATE SET queued_at = now()`,
    [submissionId],
  )
}

/** Writes the rows of the queued submission after its text, and publishes its links. */
export const syncSources = async (
  db: Db,
  submissionId: string,
  requestId: string | null,
): Promise<void> => {
  const { rows: queued } = await db.query(
    `DELETE FROM source_syncs WHERE submission_id IN (
       SELECT submission_id FROM source_syncs WHERE submission_id = $1 FOR UPDATE SKIP LOCKED)
     RETURNING submission_id`,
    [submissionId],
  )
  if (queued.length === 0) return
  // After the lock, so that it sees the text of the transaction that queued it last.
  const { rows: submissions } = await db.query<{ sources: string | null; approved: boolean }>(
    'SELECT sources, approved FROM submissions WHERE id = $1',
    [submissionId],
  )
  const [submission] = submissions
  if (submission === undefined) return
  await writeRows(db, submissionId, rowsIn(submission.sources))
  const links = submission.approved ? await linksOf(db, submissionId) : []
  await publish(db, submissionId, { links, requestId })
}

const writeRows = async (
  db: Db,
  submissionId: string,
  addresses: readonly string[],
): Promise<void> => {
  await addLinks(db, addresses)
  const keys = addresses.map(linkKeyOf)
  await db.query(
    `UPDATE sources SET position = NULL
     WHERE submission_id = $1 AND position IS NOT NULL AND link_key <> ALL ($2)`,
    [submissionId, keys],
  )
  await db.query(
    `INSERT INTO sources AS earlier (submission_id, link_key, position)
     SELECT $1, key, position FROM unnest($2::text[]) WITH ORDINALITY AS listed (key, position)
     ON CONFLICT (submission_id, link_key) DO UPDATE SET position = excluded.position
     WHERE earlier.position IS DISTINCT FROM excluded.position`,
    [submissionId, keys],
  )
}

/** In the order of the keys, so that two submissions with the same links cannot wait for each other. */
export const addLinks = async (db: Db, addresses: readonly string[]): Promise<void> => {
  const links = addresses
    .map((address) => ({ key: linkKeyOf(address), address }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
  await db.query(
    `INSERT INTO links (key, address) SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT (key) DO NOTHING`,
    [links.map(({ key }) => key), links.map(({ address }) => address)],
  )
}

const linksOf = async (db: Db, submissionId: string): Promise<string[]> => {
  const { rows } = await db.query<{ address: string }>(
    `SELECT DISTINCT address FROM sources JOIN links ON key IN (link_key, archive_key)
     WHERE submission_id = $1 AND position IS NOT NULL`,
    [submissionId],
  )
  return rows.map(({ address }) => address)
}

/** Call it while the row of the submission in the queue is locked, or without links. */
const publish = async (
  db: Db,
  submissionId: string,
  { links, requestId }: { links: string[] | null; requestId: string | null },
): Promise<void> => {
  const { rows } = await db.query<{ version: number }>(
    "SELECT nextval('sources_version') AS version",
  )
  const version = rows[0]?.version ?? 0
  await appendEvent(db, sourcesChanged, { payload: { submissionId, version, links }, requestId })
}

/** Publishes that details or checks of these submissions changed. */
export const publishUnchangedLinks = async (
  db: Db,
  submissionIds: readonly string[],
  requestId: string | null,
): Promise<void> => {
  for (const submissionId of submissionIds) {
    await publish(db, submissionId, { links: null, requestId })
  }
}

/** Writes the rows of some queued submissions, each in a transaction. Returns their number. */
export const syncBatch = async (pool: Pool, limit: number): Promise<number> => {
  const { rows } = await pool.query<{ submission_id: string }>({
    name: 'queued-syncs',
    text: 'SELECT submission_id FROM source_syncs ORDER BY queued_at LIMIT $1',
    values: [limit],
  })
  for (const { submission_id } of rows) {
    await transaction(pool, (db) => syncSources(db, submission_id, null))
  }
  return rows.length
}
