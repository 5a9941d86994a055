import { pages } from '@answerable/contracts/pages'

/** Address of the results for a text. */
export const resultsAddress = (text: string): string =>
  text === '' ? pages.search : `${pages.search}?${new URLSearchParams({ q: text })}`
