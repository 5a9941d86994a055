/** A piece of the sources text: plain, or an address that is safe to link. */
export type SourcePart = { text: string; href?: string }

const addressLike = /https?:\/\/[^\s<>"']+/gi
const trailingPunctuation = /[.,;:!?)\]}]+$/

/**
 * Splits the sources text into links and what stands between them. Only http and https are links, none with
 * user info, and each shows the host that it leads to.
 */
export const sourceParts = (sources: string): readonly SourcePart[] => {
  const parts: SourcePart[] = []
  let end = 0
  for (const match of sources.matchAll(addressLike)) {
    const text = match[0].replace(trailingPunctuation, '')
    const url = safeUrl(text)
    if (url === null) continue
    if (match.index > end) parts.push({ text: sources.slice(end, match.index) })
    parts.push({ text: shownAddress(text, url), href: url.href })
    end = match.index + text.length
  }
  if (end < sources.length) parts.push({ text: sources.slice(end) })
  return parts
}

/** In `https://bank.example@evil.example` the user info is there to be taken for the host. */
const safeUrl = (text: string): URL | null => {
  const url = URL.parse(text)
  if (url === null || `${url.username}${url.password}` !== '') return null
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}

/** The address as it was typed, but with the host in ASCII where the typed one could be taken for another. */
const shownAddress = (text: string, url: URL): string => {
  const [scheme = '', host = ''] = /^https?:\/\/([^/\\?#]*)/i.exec(text) ?? []
  const typed = host.toLowerCase()
  const isPlain = typed === url.host || typed === `${url.hostname}:${defaultPorts[url.protocol]}`
  if (isPlain || (/[\u0080-\uffff]/.test(typed) && isOfOneScript(typed))) return text
  return host === '' ? url.href : `${url.protocol}//${url.host}${text.slice(scheme.length)}`
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * Hosts that no other script imitates: Latin letters whose marks are easy to see, or one other script
 * throughout, its top domain included.
 */
const isOfOneScript = (host: string): boolean =>
  oneScript.some((script) => script.test(host.replace(/:\d{1,5}$/, '').normalize('NFC')))

const oneScript: readonly RegExp[] = [
  // Not the dotless i, the kra, or letters that are drawn with an apostrophe, a dot or a long s.
  /^[a-z0-9.\-\u00df-\u00f6\u00f8-\u00ff\u0101-\u0130\u0135-\u0137\u0139-\u013e\u0142-\u0148\u014b-\u017e]+$/,
  ...[
    'Arabic',
    'Armenian',
    'Cyrillic',
    'Devanagari',
    'Georgian',
    'Greek',
    'Han',
    'Hangul',
    'Hebrew',
    'Thai',
  ].map(
    (script) =>
      new RegExp(String.raw`^(?:[\p{Script=${script}}0-9-]+\.)+\p{Script=${script}}+$`, 'u'),
  ),
]
