import type { Sort } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import { type Order, orders } from './orders.ts'
import { type Lifetime, lifetimeSince } from './search-lifetime.ts'

/** Where a page begins: at a checkpoint, plus a number of rows to skip. */
export type SeekPosition = { readonly from: Checkpoint | null; readonly skip: number }

/** The values of an order's columns in one row. */
type Checkpoint = readonly string[]

export type KeysetCheckpoints = {
  /** The position of a rank, counted from 0. */
  seek: (sort: Sort, rank: number) => Promise<SeekPosition>
}

/** Up to this rank, rows are skipped with OFFSET, which is fast and exact. */
const countedRows = 1_000
const rowsBetween = 100
const rowsPerQuery = 10_000

/** Every hundredth row of an order, down to the deepest requested page. */
type CheckpointList = Lifetime & { checkpoints: readonly Checkpoint[] }

/**
 * Finds deep pages without scanning the rows above them. A deep page shows the order at the time of the search for
 * checkpoints: at least a second ago, longer if there are many rows.
 */
export const openKeysetCheckpoints = (db: Db): KeysetCheckpoints => {
  const lists = new Map<Sort, CheckpointList>()
  const searches = new Map<Sort, Promise<void>>()

  const search = async (sort: Sort, rank: number): Promise<void> => {
    const startedAt = performance.now()
    const checkpoints = await readCheckpoints(db, orders[sort], rank)
    lists.set(sort, { checkpoints, ...lifetimeSince(startedAt) })
  }

  /** Concurrent callers share one search. */
  const searchOnce = (sort: Sort, rank: number): Promise<void> => {
    const underWay = searches.get(sort)
    if (underWay !== undefined) return underWay
    // At least as deep as before, so that deeper pages stay covered.
    const known = (lists.get(sort)?.checkpoints.length ?? 0) * rowsBetween
    const started = search(sort, Math.max(rank, known)).finally(() => searches.delete(sort))
    searches.set(sort, started)
    return started
  }

  const knownPlace = (sort: Sort, rank: number): SeekPosition | null => {
    const list = lists.get(sort)
    const at = Math.floor(rank / rowsBetween)
    const from = list?.checkpoints[at - 1]
    const now = performance.now()
    if (list === undefined || from === undefined || now > list.usableUntil) return null
    if (now > list.freshUntil) searchOnce(sort, rank).catch(() => {})
    return { from, skip: rank - at * rowsBetween }
  }

  return {
    seek: async (sort, rank) => {
      const counted = { from: null, skip: rank }
      if (rank <= countedRows) return counted
      const known = knownPlace(sort, rank)
      if (known !== null) return known
      // If the search fails or the rows end earlier, skip with OFFSET.
      await searchOnce(sort, rank).catch(() => {})
      return knownPlace(sort, rank) ?? counted
    },
  }
}

/** The checkpoints down to a rank, in short queries; fewer if the rows end earlier. */
const readCheckpoints = async (db: Db, order: Order, rank: number): Promise<Checkpoint[]> => {
  const checkpoints: Checkpoint[] = []
  while (checkpoints.length * rowsBetween < rank) {
    const from = checkpoints.at(-1) ?? null
    const { rows } = await db.query<{ checkpoint: Checkpoint }>({
      name: `checkpoints-${order.name}-${from === null ? 'first' : 'next'}`,
      text: `SELECT ARRAY[${order.columns.map((column) => `${column}::text`).join(', ')}] AS checkpoint
        FROM (
          SELECT *, row_number() OVER (ORDER BY ${order.by}) AS place
          FROM (
            SELECT ${order.selected} FROM submissions
            WHERE approved${from === null ? '' : ` AND ${order.notBefore(2)}`}
            ORDER BY ${order.by} LIMIT $1
          ) AS submissions
        ) AS submissions
        WHERE place % ${rowsBetween} = 1 AND place > 1 ORDER BY place`,
      values: [rowsPerQuery + 1, ...(from ?? [])],
    })
    checkpoints.push(...rows.map(({ checkpoint }) => checkpoint))
    if (rows.length < rowsPerQuery / rowsBetween) break
  }
  return checkpoints
}
