import { maxPage } from '@answerable/contracts/paging'

type PageQuery = { page: number } & Readonly<Record<string, unknown>>
/** With lower-case names, as in a received response. */
type PageHeaders = { 'x-total-count': string; link: string }

/** Headers with the total of a list, and links to the neighbouring pages (RFC 8288). */
export const pageHeaders = (
  path: string,
  query: PageQuery & { limit: number },
  total: number,
): PageHeaders => linksOf(path, query, { total, pages: Math.ceil(total / query.limit), maxPage })

/** The same for a list with a fixed page size, whose query has no limit. */
export const fixedPageHeaders = (
  path: string,
  query: PageQuery,
  { total, pageSize, maxPage }: { total: number; pageSize: number; maxPage: number },
): PageHeaders => linksOf(path, query, { total, pages: Math.ceil(total / pageSize), maxPage })

const linksOf = (
  path: string,
  query: PageQuery,
  { total, pages, maxPage }: { total: number; pages: number; maxPage: number },
): PageHeaders => {
  const { page } = query
  const last = Math.min(Math.max(pages, 1), maxPage)
  const link = (rel: string, target: number): string =>
    `<${path}?${searchOf({ ...query, page: target })}>; rel="${rel}"`
  const links = [
    link('first', 1),
    ...(page > 1 ? [link('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [link('next', page + 1)] : []),
    link('last', last),
  ]
  return { 'x-total-count': String(total), link: links.join(', ') }
}

const searchOf = ({ page, limit, ...others }: PageQuery): string => {
  const entries = Object.entries({ page, limit, ...others }).filter(([, value]) => value != null)
  return new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
}
