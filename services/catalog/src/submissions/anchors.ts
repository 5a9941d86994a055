import type { Sort } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import { type Order, orders } from './orders.ts'

/** Where the rows of a page begin: behind a row that is known, and so many further. */
export type Place = { readonly from: Anchor | null; readonly skip: number }

/** The values of an order's columns in one row. */
type Anchor = readonly string[]

export type Anchors = {
  /** The place of a rank, counted from 0; from the first row on while nothing nearer is known. */
  placeOf: (sort: Sort, rank: number) => Place
}

/** Fewer rows are skipped in no time, and exactly. */
const countedRows = 1_000
const rowsBetween = 100
const rowsAtOnce = 10_000
const shortestLifeMilliseconds = 1_000
const longestLifeMilliseconds = 60_000
/** So looking for anchors takes a fiftieth of one connection's time, however many rows there are. */
const lifePerSearch = 50

/** Every hundredth row of an order, as far down as somebody has asked for. */
type Trail = { anchors: readonly Anchor[]; goodUntil: number }

/**
 * Finds deep pages without counting the rows above them. A page far down is that of the order as it stood
 * when its anchors were looked for: a second ago where there are few rows, some more where there are many.
 */
export const openAnchors = (db: Db): Anchors => {
  const trails = new Map<Sort, Trail>()
  const searching = new Set<Sort>()

  const search = async (sort: Sort, rank: number): Promise<void> => {
    if (searching.has(sort)) return
    searching.add(sort)
    try {
      const startedAt = performance.now()
      const anchors = await layTrail(db, orders[sort], rank)
      const took = performance.now() - startedAt
      const life = Math.min(
        Math.max(took * lifePerSearch, shortestLifeMilliseconds),
        longestLifeMilliseconds,
      )
      trails.set(sort, { anchors, goodUntil: startedAt + life })
    } catch {
      // The page is counted instead, and the next one tries again.
    } finally {
      searching.delete(sort)
    }
  }

  return {
    placeOf: (sort, rank) => {
      if (rank <= countedRows) return { from: null, skip: rank }
      const trail = trails.get(sort)
      const isGood = trail !== undefined && performance.now() < trail.goodUntil
      const at = Math.floor(rank / rowsBetween)
      const from = isGood ? trail.anchors[at - 1] : undefined
      if (from !== undefined) return { from, skip: rank - at * rowsBetween }
      // As deep as before, so that those who read further up find theirs.
      void search(sort, Math.max(rank, (trail?.anchors.length ?? 0) * rowsBetween))
      return { from: null, skip: rank }
    },
  }
}

/** The anchors down to a rank, in steps that hold nobody up; fewer where the rows end. */
const layTrail = async (db: Db, order: Order, rank: number): Promise<Anchor[]> => {
  const anchors: Anchor[] = []
  while (anchors.length * rowsBetween < rank) {
    const from = anchors.at(-1) ?? null
    const { rows } = await db.query<{ anchor: Anchor }>({
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
