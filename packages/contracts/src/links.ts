import * as z from 'zod/mini'

/**
 * What a check found at a link:
 * - works: the page was read.
 * - moved: the page was read, at another address, to which the link redirects permanently.
 * - changed: the page was read, and its text is not that of the first check.
 * - gone: the page does not exist any more (status 404 or 410, or a host name that does not exist).
 * - refused: the website does not let programs read it (robots.txt, or another status from 400 to 499).
 * - unreachable: there was no valid response in time, or the address is not one of the public internet.
 */
export const linkStates = ['works', 'moved', 'changed', 'gone', 'refused', 'unreachable'] as const
export type LinkState = (typeof linkStates)[number]
export const linkState = z.enum(linkStates)

/** Length of an address and of a title, in UTF-16 code units. */
export const linkLimits = { address: 2_000, title: 200 } as const

/**
 * The address as it is stored and read, without its fragment; null unless it is http or https, on the usual port,
 * without credentials, at a host name with a dot or an address.
 */
export const readableAddress = (text: string): string | null => {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  if (url.username !== '' || url.password !== '') return null
  // URL drops the usual port of the protocol; the other one of the two is allowed.
  if (url.port !== '' && url.port !== '80' && url.port !== '443') return null
  if (!/[.:]/.test(url.hostname)) return null
  url.hash = ''
  return url.href.length <= linkLimits.address ? url.href : null
}

const addressLike = /https?:\/\/[^\s<>"']+/gi
const openings: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

/**
 * An address without the punctuation of the text around it. A closing bracket belongs to the address if the address
 * has the opening one, as in `https://en.wikipedia.org/wiki/Blackfish_(film)`.
 */
export const withoutPunctuation = (address: string): string => {
  const counts = new Map<string, number>()
  for (const character of address) counts.set(character, (counts.get(character) ?? 0) + 1)
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1)
    if ('.,;:!?'.includes(last)) continue
    const opening = openings.get(last)
    const count = counts.get(last) ?? 0
    if (opening === undefined || count <= (counts.get(opening) ?? 0)) break
    counts.set(last, count - 1)
  }
  return address.slice(0, end)
}

/** The http and https addresses in a text, each once, in their order; without fragments and credentials. */
export const linksIn = (text: string): string[] => {
  const links = [...text.matchAll(addressLike)].flatMap(([match]) => {
    const url = URL.parse(withoutPunctuation(match))
    if (url === null || `${url.username}${url.password}` !== '') return []
    url.hash = ''
    return url.href.length <= linkLimits.address ? [url.href] : []
  })
  return [...new Set(links)]
}
