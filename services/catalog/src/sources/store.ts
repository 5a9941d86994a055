import type { EventPayload, linkChecked } from '@answerable/contracts/events'
import type { LinkState } from '@answerable/contracts/links'
import type { SourceDetails, SourceKind } from '@answerable/contracts/source-details'
import type { Source } from '@answerable/contracts/sources'
import { type Db, type Pool, transaction } from '@answerable/service-kit/db'
import { addLinks, linkKeyOf, publishUnchangedLinks } from './sync.ts'

type Check = { state: LinkState | null; title: string | null; checked_at: Date | null }
type SourceRow = {
  link_key: string
  address: string
  title: string | null
  publisher: string | null
  kind: SourceKind | null
  shows: string | null
  archive: string | null
  edited_at: Date | null
  found: Check
  found_archive: Check | null
}

const columns = `link_key, link.address, sources.title, publisher, kind, shows,
  archive.address AS archive, edited_at,
  jsonb_build_object('state', link.state, 'title', link.title, 'checked_at', link.checked_at) AS found,
  jsonb_build_object('state', archive.state, 'title', archive.title, 'checked_at', archive.checked_at)
    AS found_archive`
const tables = `sources JOIN links AS link ON link.key = link_key
  LEFT JOIN links AS archive ON archive.key = archive_key`

const sourceOf = (row: SourceRow): Source => ({
  id: row.link_key,
  address: row.address,
  title: row.title,
  publisher: row.publisher,
  kind: row.kind,
  shows: row.shows,
  archive: row.archive,
  check: checkOf(row.found),
  archiveCheck: row.found_archive === null ? null : checkOf(row.found_archive),
  editedAt: row.edited_at?.toISOString() ?? null,
})

const checkOf = ({ state, title, checked_at }: Check): Source['check'] =>
  state === null || checked_at === null
    ? null
    : { state, title, checkedAt: new Date(checked_at).toISOString() }

/** The links of a submission, in the order of its text. */
export const sourcesOf = async (db: Db, submissionId: string): Promise<Source[]> => {
  const { rows } = await db.query<SourceRow>({
    name: 'sources-of',
    text: `SELECT ${columns} FROM ${tables}
      WHERE submission_id = $1 AND position IS NOT NULL ORDER BY position`,
    values: [submissionId],
  })
  return rows.map(sourceOf)
}

/** A link of a submission; null if its text does not have it. */
export const findSource = async (
  db: Db,
  submissionId: string,
  linkKey: string,
): Promise<Source | null> => {
  const { rows } = await db.query<SourceRow>(
    `SELECT ${columns} FROM ${tables}
     WHERE submission_id = $1 AND link_key = $2 AND position IS NOT NULL`,
    [submissionId, linkKey],
  )
  const [row] = rows
  return row === undefined ? null : sourceOf(row)
}

/** Stores the details of a link as a version. Lock its submission before. */
export const storeVersion = async (
  db: Db,
  submissionId: string,
  { id, title, publisher, kind, shows, archive, editedAt }: Source,
): Promise<void> => {
  await db.query(
    `INSERT INTO source_versions
     SELECT $1, $2, 1 + count(*), $3, $4, $5, $6, $7, $8 FROM source_versions
     WHERE submission_id = $1 AND link_key = $2`,
    [submissionId, id, title, publisher, kind, shows, archive, editedAt],
  )
}

export const writeDetails = async (
  db: Db,
  submissionId: string,
  linkKey: string,
  { title, publisher, kind, shows, archive }: SourceDetails,
): Promise<void> => {
  if (archive !== null) await addLinks(db, [archive])
  await db.query(
    `UPDATE sources SET title = $3, publisher = $4, kind = $5, shows = $6, archive_key = $7,
       edited_at = now()
     WHERE submission_id = $1 AND link_key = $2`,
    [
      submissionId,
      linkKey,
      title,
      publisher,
      kind,
      shows,
      archive === null ? null : linkKeyOf(archive),
    ],
  )
}

/** Versions in a response. */
const maxVersions = 50

type VersionRow = Omit<SourceDetails, never> & { written_at: Date | null }

/** Former details of a link, the newest first. */
export const versionsOf = async (db: Db, submissionId: string, linkKey: string) => {
  const { rows } = await db.query<VersionRow>(
    `SELECT title, publisher, kind, shows, archive, written_at FROM source_versions
     WHERE submission_id = $1 AND link_key = $2
     ORDER BY number DESC LIMIT ${maxVersions - 1}`,
    [submissionId, linkKey],
  )
  return rows.map(({ written_at, ...details }) => ({
    ...details,
    createdAt: written_at?.toISOString() ?? null,
  }))
}

/** Submissions whose cached responses expire at once after a check; those of others expire within seconds. */
const maxPublished = 200

/** Stores the result of a check. */
export const applyLinkCheck = (
  pool: Pool,
  { address, state, title, checkedAt, version }: EventPayload<typeof linkChecked>,
): Promise<void> =>
  transaction(pool, async (db) => {
    const key = linkKeyOf(address)
    const { rowCount } = await db.query(
      `UPDATE links SET state = $2, title = $3, checked_at = $4, version = $5
       WHERE key = $1 AND version < $5`,
      [key, state, title, checkedAt, version],
    )
    if (rowCount === 0) return
    const { rows } = await db.query<{ submission_id: string }>(
      `SELECT submission_id FROM sources WHERE link_key = $1
       UNION SELECT submission_id FROM sources WHERE archive_key = $1 LIMIT ${maxPublished}`,
      [key],
    )
    await publishUnchangedLinks(
      db,
      rows.map(({ submission_id }) => submission_id),
      null,
    )
  })
