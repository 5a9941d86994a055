import type { RouteResponse } from '@answerable/contracts/route'
import type { readSessionChanges } from '@answerable/contracts/sessions'
import type { Db } from '@answerable/service-kit/db'

type SessionChanges = RouteResponse<typeof readSessionChanges>

/** With more changes, gateways look up their sessions again. */
export const maxChanges = 1_000
/** Longer than a gateway may wait between two calls of a series, and than a transaction lasts. */
const keptMinutes = 60

type Row = {
  incarnation: string
  oldest: string
  hashes: string[]
  userIds: string[]
  isCutOff: boolean
}

/**
 * Reads the changes since a position: an incarnation of PostgreSQL, and the oldest transaction that was running when
 * the position was read. All transactions that were not visible then have that id or a later one, so none is missed,
 * but some may be returned twice. After a failover and after a crash, transaction ids may be used twice. A failover
 * changes the timeline, and a recovery from a crash resets PostgreSQL's statistics.
 */
export const readChanges = async (db: Db, after: string | null): Promise<SessionChanges> => {
  const from = positionIn(after)
  const { rows } = await db.query<Row>({
    name: 'read-session-changes',
    text: `WITH changes AS MATERIALIZED (
        SELECT session_hash, user_id FROM session_changes WHERE transaction >= $1::xid8
        LIMIT ${maxChanges + 1}
      )
      SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8) || '-' ||
          (extract(epoch FROM (SELECT stats_reset FROM pg_stat_wal)) * 1000000)::bigint
          AS incarnation,
        pg_snapshot_xmin(pg_current_snapshot())::text AS oldest,
        ARRAY(SELECT DISTINCT session_hash FROM changes WHERE session_hash IS NOT NULL) AS hashes,
        ARRAY(SELECT DISTINCT user_id FROM changes WHERE user_id IS NOT NULL)::text[] AS "userIds",
        (SELECT count(*) FROM changes) > ${maxChanges} AS "isCutOff"`,
    values: [from?.oldest ?? maxTransactionId],
  })
  const [row] = rows
  if (row === undefined) throw new Error('no position')
  const position = `${row.incarnation}.${row.oldest}`
  const isComplete =
    from !== null &&
    from.incarnation === row.incarnation &&
    BigInt(from.oldest) <= BigInt(row.oldest) &&
    !row.isCutOff
  if (!isComplete) return { position, complete: false, sessionHashes: [], userIds: [] }
  return { position, complete: true, sessionHashes: row.hashes, userIds: row.userIds }
}

/** No transaction has this id, so that nothing is read. */
const maxTransactionId = '18446744073709551615'

const positionIn = (text: string | null): { incarnation: string; oldest: string } | null => {
  const [, incarnation, oldest] = /^([0-9A-F]{8}-\d{1,19})\.(\d{1,19})$/.exec(text ?? '') ?? []
  return incarnation === undefined || oldest === undefined ? null : { incarnation, oldest }
}

export const deleteOldChanges = async (db: Db): Promise<void> => {
  await db.query(
    `DELETE FROM session_changes WHERE at < now() - ${keptMinutes} * interval '1 minute'`,
  )
}
