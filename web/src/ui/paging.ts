import { maxPage, pageSize } from '@answerable/contracts/paging'

/** Page number from an address; 1 if it is missing or invalid. */
export const readPage = (value: string | null): number =>
  value !== null && /^[1-9]\d{0,5}$/.test(value) && Number(value) <= maxPage ? Number(value) : 1

export type Paging = {
  first: number
  last: number
  total: number
  hasPrevious: boolean
  hasNext: boolean
}

/** The last page is one with missing rows, or one that ends with the last row. */
export const pagingOf = (page: number, rows: number, total: number): Paging => {
  const before = (page - 1) * pageSize
  const last = before + rows
  return {
    first: rows === 0 ? 0 : before + 1,
    last: rows === 0 ? 0 : last,
    total,
    hasPrevious: page > 1,
    hasNext: rows >= pageSize && last < total,
  }
}
