import type { Sort } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import { type Order, orders } from './orders.ts'

/** Where the rows of a page begin: behind a row that is known, and so many further. */
export type SeekPosition = { readonly from: Checkpoint | null; readonly skip: number }

/** The values of an order's columns in one row. */
type Checkpoint = readonly string[]

export type KeysetCheckpoints = {
  /** The place of a rank, counted from 0. */
  seek: (sort: Sort, rank: number) => Promise<SeekPosition>
}

/** Fewer rows are skipped in no time, and exactly. */
const countedRows = 1_000
const rowsBetween = 100
const rowsAtOnce = 10_000
/** In milliseconds. */
const shortestLife = 1_000
const longestLife = 30_000
/** So looking for anchors takes a fiftieth of one connection's time, however many rows there are. */
const lifePerSearch = 50

/** Every hundredth row of an order, as far down as somebody has asked for. */
type CheckpointList = {
  checkpoints: readonly Checkpoint[]
  freshUntil: number
  usableUntil: number
}

/**
 * Finds deep pages without counting the rows above them. A page far down is that of the order as it stood
 * when its anchors were looked for: a second ago where there are few rows, some more where there are many.
 */
export const openKeysetCheckpoints = (db: Db): KeysetCheckpoints => {
  const trails = new Map<Sort, CheckpointList>()
  const searches = new Map<Sort, Promise<void>>()

  const search = async (sort: Sort, rank: number): Promise<void> => {
    const startedAt = performance.now()
    const checkpoints = await readCheckpoints(db, orders[sort], rank)
    const took = performance.now() - startedAt
    const life = Math.min(Math.max(took * lifePerSearch, shortestLife), longestLife)
    trails.set(sort, {
      checkpoints,
      freshUntil: startedAt + life,
      // As long again while the next ones are looked for.
      usableUntil: startedAt + 2 * life,
    })
  }

  /** One search for all who need it. */
  const searchOnce = (sort: Sort, rank: number): Promise<void> => {
    const underWay = searches.get(sort)
    if (underWay !== undefined) return underWay
    // As deep as before, so that those who read further up find theirs.
    const known = (trails.get(sort)?.checkpoints.length ?? 0) * rowsBetween
    const started = search(sort, Math.max(rank, known)).finally(() => searches.delete(sort))
    searches.set(sort, started)
    return started
  }

  const knownPlace = (sort: Sort, rank: number): SeekPosition | null => {
    const trail = trails.get(sort)
    const at = Math.floor(rank / rowsBetween)
    const from = trail?.checkpoints[at - 1]
    const now = performance.now()
    if (trail === undefined || from === undefined || now > trail.usableUntil) return null
    if (now > trail.freshUntil) searchOnce(sort, rank).catch(() => {})
    return { from, skip: rank - at * rowsBetween }
  }

  return {
    seek: async (sort, rank) => {
      const counted = { from: null, skip: rank }
      if (rank <= countedRows) return counted
      const known = knownPlace(sort, rank)
      if (known !== null) return known
      // Where that fails, or the rows end before, the rows above are counted.
      await searchOnce(sort, rank).catch(() => {})
      return knownPlace(sort, rank) ?? counted
    },
  }
}

/** The anchors down to a rank, in steps that hold nobody up; fewer where the rows end. */
const readCheckpoints = async (db: Db, order: Order, rank: number): Promise<Checkpoint[]> => {
  const anchors: Checkpoint[] = []
  while (anchors.length * rowsBetween < rank) {
    const from = anchors.at(-1) ?? null
    const { rows } = await db.query<{ anchor: Checkpoint }>({
      name: `anchors-${order.name}-${from === null ? 'first' : 'next'}`,
      text: `SELECT ARRAY[${order.columns.map((column) => `${column}::text`).join(', ')}] AS anchor
        FROM (
          SELECT *, row_number() OVER (ORDER BY ${order.by}) AS place
          FROM (
            SELECT ${order.selected} FROM submissions
            WHERE approved${from === null ? '' : ` AND ${order.notBefore(2)}`}
            ORDER BY ${order.by} LIMIT $1
          ) AS submissions
        ) AS submissions
        WHERE place % ${rowsBetween} = 1 AND place > 1 ORDER BY place`,
      values: [rowsAtOnce + 1, ...(from ?? [])],
    })
    anchors.push(...rows.map(({ anchor }) => anchor))
    if (rows.length < rowsAtOnce / rowsBetween) break
  }
  return anchors
}
