import * as z from 'zod/mini'

export const pageSize = 30
export const maxPageSize = 50
export const maxPage = 100_000

/** A whole number in a query string. */
export const integerIn = (low: number, high: number, error: string) =>
  z.pipe(
    z.string().check(z.regex(/^-?\d{1,9}$/, { error })),
    z.pipe(z.transform(Number), z.int().check(z.gte(low, { error }), z.lte(high, { error }))),
  )

/** A page of a list: the body is an array, the total is in `X-Total-Count`, adjacent pages in `Link`. */
export const pageQuery = {
  page: z._default(integerIn(1, maxPage, `The page must be a number from 1 to ${maxPage}.`), 1),
  limit: z._default(
    integerIn(1, maxPageSize, `The limit must be a number from 1 to ${maxPageSize}.`),
    pageSize,
  ),
}
