import { maxPage } from '@answerable/contracts/paging'

type PageQuery = { page: number; limit: number } & Readonly<Record<string, unknown>>

/** What a page of a list says of the others: the total, and its neighbours by RFC 8288. */
export const pageHeaders = (
  path: string,
  query: PageQuery,
  total: number,
): { 'X-Total-Count': string; Link: string } => {
  const { page, limit } = query
  const last = Math.min(Math.max(Math.ceil(total / limit), 1), maxPage)
  const link = (rel: string, target: number): string =>
    `<${path}?${searchOf({ ...query, page: target })}>; rel="${rel}"`
  const links = [
    link('first', 1),
    ...(page > 1 ? [link('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [link('next', page + 1)] : []),
    link('last', last),
  ]
  return { 'X-Total-Count': String(total), Link: links.join(', ') }
}

const searchOf = ({ page, limit, ...others }: PageQuery): string => {
  const entries = Object.entries({ page, limit, ...others }).filter(([, value]) => value != null)
  return new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
}
