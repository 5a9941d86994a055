/** A page of a list, and how many rows there are on all pages. */
export type Listed<Row> = { rows: readonly Row[]; total: number }

export const listed = <Row>(answer: { body: readonly Row[]; headers: Headers }): Listed<Row> => ({
  rows: answer.body,
  total: Number(answer.headers.get('x-total-count') ?? answer.body.length),
})
