/** One page of a list, and the number of rows on all pages. */
export type Listed<Row> = { rows: readonly Row[]; total: number }

export const listed = <Row>(response: { body: readonly Row[]; headers: Headers }): Listed<Row> =>
  listedOf(response.body, response.headers.get('x-total-count'))

/** `total` is the header X-Total-Count. Without it the list has one page. */
export const listedOf = <Row>(rows: readonly Row[], total: string | null): Listed<Row> => ({
  rows,
  total: Number(total ?? rows.length),
})
