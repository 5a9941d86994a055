import { pageSize } from '@answerable/contracts/paging'

export type Paging = {
  first: number
  last: number
  total: number
  hasPrevious: boolean
  hasNext: boolean
}

/** A short page is the last one, and so is the page that ends with the last row. */
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
