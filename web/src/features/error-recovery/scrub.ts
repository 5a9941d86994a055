/**
 * Removes everything from a text that could identify the user or grant access: mail and network addresses,
 * links except to own scripts, home directories, usernames, query strings, tokens, codes, long numbers and
 * quoted content.
 */
export const scrub = (text: string, ownOrigin: string): string => {
  // Letters, digits and @ of another width are what they look like.
  let rest = text.normalize('NFKC')
  let scrubbed = ''
  for (let link = firstLink(rest); link !== null; link = firstLink(rest)) {
    scrubbed += scrubWords(rest.slice(0, link.index)) + scrubLink(link[0], ownOrigin)
    rest = rest.slice(link.index + link[0].length)
  }
  return scrubbed + scrubWords(rest)
}

const firstLink = (text: string) => /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>()]+/i.exec(text)

/**
 * Returns the allowed part of a link: path, line and column of an own script, or the path of an own page
 * without ids.
 */
const scrubLink = (link: string, ownOrigin: string): string => {
  if (!link.startsWith(`${ownOrigin}/`)) return '[link]'
  const path = link.slice(ownOrigin.length).replace(/[?#][^:]*/, '')
  if (ownScript.test(path)) return path
  const place = path.replace(/(?::\d+){0,2}$/, '')
  return place
    .split('/')
    .map((part) => (/^[a-z-]{0,20}$/.test(part) ? part : '[part]'))
    .join('/')
}

/** Built scripts have hashed names in one folder; the names identify the release. */
const ownScript = /^\/assets\/[\w-]{1,60}\.js(?::\d{1,6}){0,2}$/

const rules: readonly (readonly [RegExp, string])[] = [
  [/[^\s"'<>()[\]{},;:=]+(?:@|%(?:25){0,3}40)[^\s"'<>()[\]{},;:=]+/gi, '[address]'],
  [
    /(?<![\w.+-])[\w.+-]{1,64}\s{0,3}(?:@|[[({]at[\])}])\s{0,3}[\w-]{1,63}(?:\s{0,3}(?:\.|[[({]dot[\])}])\s{0,3}[\w-]{1,63})+/gi,
    '[address]',
  ],
  [
    /(?:\/(?:home|users)|\b[a-z]:[\\/]{1,4}(?:users|documents and settings))[\\/]{1,4}(?:[^\\/\n"'<>:|?*]{1,60}(?=[\\/]))?[^\s"'<>|?*]*/gi,
    '[home]',
  ],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[address]'],
  [/(?:\b[0-9a-f]{1,4})?(?::[0-9a-f]{0,4}){2,7}(?![\w:])/gi, '[address]'],
  [/\b(?:bearer|basic)\s+[^\s"',;]+/gi, '[secret]'],
  [
    /["']?\b(token|code|secret|password|passwd|pwd|cookie|session|sid|key|auth\w*|e-?mail|user|(?:user|nick|display|full|first|last)[_-]?name|login|handle|phone)\b["']?\s*[:=]\s*(?!\[)["']?[^\s"',;)}]+/gi,
    '$1=[secret]',
  ],
  [/[?&][^\s"'<>()]*=[^\s"'<>()]*/g, '?[query]'],
  [/(?<![\w-])(?=[\w+/-]*\d)[\w+/-]{20,}={0,2}|[\w-]{32,}/g, '[token]'],
  [/(?<!\d)\d{3}[ -]\d{3}(?!\d)/g, '[number]'],
  [/\d{4,}/g, '[number]'],
  [/"(?![\w$.]{0,40}")(?:[^"\\]|\\.)*"/g, '"[text]"'],
]

const scrubWords = (text: string): string =>
  rules.reduce((before, [pattern, replacement]) => before.replace(pattern, replacement), text)
