import { withoutPunctuation } from '@answerable/contracts/links'

/** A part of a text: plain text, or an address that is safe to link. */
export type TextPart = { text: string; href?: string }

const addressLike = /https?:\/\/[^\s<>"']+/gi

/**
 * Splits a text into links and plain text. Only http and https addresses without user info become
 * links, and each shows its real host.
 */
export const addressParts = (whole: string): readonly TextPart[] => {
  const parts: TextPart[] = []
  let end = 0
  for (const match of whole.matchAll(addressLike)) {
    const text = withoutPunctuation(match[0])
    const url = safeUrl(text)
    if (url === null) continue
    if (match.index > end) parts.push({ text: whole.slice(end, match.index) })
    parts.push({ text: shownAddress(text, url), href: url.href })
    end = match.index + text.length
  }
  if (end < whole.length) parts.push({ text: whole.slice(end) })
  return parts
}

/** Null if the address must not be linked. In `https://bank.example@evil.example` the user info imitates a host. */
export const safeUrl = (text: string): URL | null => {
  const url = URL.parse(text)
  if (url === null || `${url.username}${url.password}` !== '') return null
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}

/** The address as typed, but with the host in ASCII where it could be confused with another. */
const shownAddress = (text: string, url: URL): string => {
  const [scheme = '', host = ''] = /^https?:\/\/([^/\\?#]*)/i.exec(text) ?? []
  const typed = host.toLowerCase()
  const isPlain = typed === url.host || typed === `${url.hostname}:${defaultPorts[url.protocol]}`
  if (isPlain || (/[\u0080-\uffff]/.test(typed) && isOfOneScript(typed))) return text
  return host === '' ? url.href : `${url.protocol}//${url.host}${text.slice(scheme.length)}`
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * Hosts that cannot be confused with another: Latin letters with clearly visible marks, or one other script
 * throughout, including the top-level domain.
 */
const isOfOneScript = (host: string): boolean =>
  oneScript.some((script) => script.test(host.replace(/:\d{1,5}$/, '').normalize('NFC')))

const oneScript: readonly RegExp[] = [
  // Excludes the dotless i, the kra, the long s and letters with an apostrophe or a middle dot.
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
