import { setTimeout as delay } from 'node:timers/promises'
import { maxPageSize } from '@answerable/contracts/paging'
import { pathOf as addressOf } from '@answerable/contracts/route'
import { listSubmissions, type Sort, type Submission } from '@answerable/contracts/submissions'
import { compareTop, isHotOrder, type Ranked, submissionsFile } from './check-ranking.ts'
import { type PathOf, rowsIn } from './downloaded.ts'

const checkedPages = 3
/** A vote that arrives while the site makes a page can change a number after the order. */
const attempts = 3
const defaultPauseMilliseconds = 2_000

type RankedSort = Exclude<Sort, 'new'>

/**
 * Compares the first pages of Hot and Top that a site shows now with the order that its own numbers make, and the times
 * of creation with those of the snapshot. Returns a sentence about the first row that differs; null if there is none.
 */
export const checkSite = async (
  pathOf: PathOf,
  origin: string,
  { pauseMilliseconds = defaultPauseMilliseconds } = {},
): Promise<string | null> => {
  const createdAt = new Map<string, string>()
  for (const sort of ['hot', 'top'] as const) {
    for (let page = 1; page <= checkedPages; page += 1) {
      const { rows, fault } = await readOrdered({ origin, sort, page }, pauseMilliseconds)
      if (fault !== null) return `${origin}, ${fault}`
      for (const row of rows) createdAt.set(row.id, row.createdAt)
    }
  }
  for await (const row of rowsIn<Ranked>(pathOf(submissionsFile))) {
    const now = createdAt.get(row.id)
    if (now !== undefined && now !== row.createdAt)
      return `${origin}: ${row.id} was created at ${row.createdAt} according to the snapshot, and at ${now} according to the site`
  }
  return null
}

type Place = { origin: string; sort: RankedSort; page: number }

const readOrdered = async (
  place: Place,
  pauseMilliseconds: number,
): Promise<{ rows: Submission[]; fault: string | null }> => {
  for (let attempt = 1; ; attempt += 1) {
    const rows = await readPage(place)
    const fault = orderFault(place.sort, rows, (place.page - 1) * maxPageSize)
    if (fault === null || attempt === attempts) return { rows, fault }
    await delay(pauseMilliseconds)
  }
}

const readPage = async ({ origin, sort, page }: Place): Promise<Submission[]> => {
  const query = { sort, page: String(page), limit: String(maxPageSize) }
  const response = await fetch(new URL(addressOf(listSubmissions, { query }), origin))
  if (!response.ok) throw new Error(`${origin} responds with ${response.status}`)
  return (await response.json()) as Submission[]
}

const orderFault = (sort: RankedSort, rows: readonly Ranked[], before: number): string | null => {
  const isOrdered = sort === 'hot' ? isHotOrder : isTopOrder
  const at = rows.findIndex((row, index) => {
    const above = rows[index - 1]
    return above !== undefined && !isOrdered(above, row)
  })
  return at === -1
    ? null
    : `${sort}, place ${before + at + 1}: ${rows[at]?.id} ranks before ${rows[at - 1]?.id}, which is above it`
}

const isTopOrder = (first: Ranked, second: Ranked): boolean => compareTop(first, second) < 0
