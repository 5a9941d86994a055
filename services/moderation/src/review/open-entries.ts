import { openEntrySeconds } from '@answerable/contracts/review-queue'
import type { Viewer } from '@answerable/contracts/sessions'
import type { Db } from '@answerable/service-kit/db'

/** Stores the entries that an administrator works on now, in place of the former ones. */
export const storeOpenEntries = async (
  db: Db,
  { id, username }: Pick<Viewer, 'id' | 'username'>,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) {
    await db.query('DELETE FROM open_entries WHERE admin_id = $1', [id])
    return
  }
  await db.query(
    `INSERT INTO open_entries (admin_id, username, ids) VALUES ($1, $2, $3)
     ON CONFLICT (admin_id) DO UPDATE SET username = $2, ids = $3, seen_at = now()`,
    [id, username, ids],
  )
}

/** The usernames of the administrators who work on each entry now, without the reader. */
export const findOpenEntries = async (
  db: Db,
  readerId: string,
): Promise<ReadonlyMap<string, string[]>> => {
  const { rows } = await db.query<{ id: string; usernames: string[] }>(
    `SELECT id, array_agg(username ORDER BY username) AS usernames
     FROM open_entries CROSS JOIN unnest(ids) AS id
     WHERE admin_id <> $1 AND seen_at > now() - ${openEntrySeconds} * interval '1 second'
     GROUP BY id`,
    [readerId],
  )
  return new Map(rows.map(({ id, usernames }) => [id, usernames]))
}
