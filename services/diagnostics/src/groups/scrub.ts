/**
 * Removes text that could identify the sender: addresses, user names, home directories, ids, tokens, codes, query
 * strings and hosts. Prefers to remove too much. Also removes NUL and lone surrogates, which PostgreSQL rejects.
 */
export const scrubText = (text: string): string =>
  text
    .toWellFormed()
    // Replaces full-width letters, digits and @ by the ordinary ones.
    .normalize('NFKC')
    .replace(zeroWidth, '')
    .replace(controls, ' ')
    // First, because what follows a URL can belong to the end of its path.
    .replace(url, placeOf)
    .replace(personal, (match: string, ...details: unknown[]) => {
      const found = details.at(-1) as Readonly<Record<Kind, string | undefined>>
      const kind = order.find((name) => found[name] !== undefined) ?? 'token'
      return kind === 'asset' ? match : marks[kind]
    })

const zeroWidth = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g

const marks = {
  snippet: '"[text]" is not valid JSON',
  address: '[address]',
  spaced: '[address]',
  home: '[home]',
  cookies: '[secret]',
  secret: '[secret]',
  person: '[user]',
  query: '?[query]',
  id: '[id]',
  ip: '[ip]',
  token: '[token]',
  number: '[number]',
} as const

/** An apostrophe ends a URL, except in a mail address. */
const url =
  /\b[a-zA-Z][\w+.-]{0,20}:\/\/[^\s"'<>]+(?:'[^\s"<>@]{0,100}@[^\s"'<>]*)?|\b(?:data|blob|mailto|tel):[^\s"'<>]+/g

type Kind = 'asset' | keyof typeof marks

const address = /(?<![^\s<>()",;'])[^\s<>()",;@]*?(?:@|%(?:25){0,3}40)[^\s<>()",;]+/
/** As people write an address that programs shall not find. */
const spaced =
  /(?<![\w.+%-])[\w.+%-]{1,64}(?:\s{0,3}(?:@|[[({][aA][tT][\])}])\s{0,3}| [aA][tT] )[\w-]{1,63}(?:(?:\s{0,3}(?:\.|[[({][dD][oO][tT][\])}])\s{0,3}| [dD][oO][tT] )[\w-]{1,63}){1,8}(?<=(?:@|[aA][tT][\])}]).{0,200}| [dD][oO][tT] .{0,64})/
const ipv6Start = /[\da-fA-F]{1,4}:[\da-fA-F]{0,4}:/

/** Tried in this order at each place of the text, and each in linear time: the text may be hostile. */
const patterns: Readonly<Record<Kind, RegExp>> = {
  // A file of the built web: which one broke is the point of a report.
  asset: /\/assets\/[\w.-]{1,60}-[\w-]{8}\.(?:js|css)(?![\w?#@.-])/,
  // Quotes of unparsable text in an engine's message.
  snippet: /"[\s\S]{0,80}"(?:\.\.\.)? is not valid JSON/,
  address,
  spaced,
  home: /(?:(?:\/(?:usr|var|export))?\/(?:home|Users)|[A-Za-z]:[\\/]{1,4}(?:Users|Documents and Settings))[\\/]{1,4}(?:[^\\/\n"'<>:|?*]{1,60}(?=[\\/]))?[^\s"'<>|?*]*/,
  cookies: /\b(?:[Ss]et-)?[Cc]ookie\s{0,3}:\s{0,3}[^\n"']{1,2000}/,
  secret:
    /\b(?:[Bb]earer|[Bb]asic|[Tt]oken|[Pp]assword|[Ss]ecret|[Ss]id|[Ss]ession|[Cc]ookie|[Aa]uthorization)\\?["']?(?:\s{0,9}[:=]\s{0,9}|\s{1,9}(?=\S{0,60}\d))(?:["']?(?:[Bb]earer|[Bb]asic|[Dd]igest)\s{1,9})?(?:\\?"[^"\n]{0,300}"|\\?'[^'\n]{0,300}'|["']?[^\s"',;&}]+)/,
  person:
    /\b(?:(?:[Uu]ser|[Nn]ick|[Dd]isplay|[Ff]ull|[Ff]irst|[Ll]ast|[Aa]uthor)[_-]?[Nn]ame|[Uu]ser|[Aa]uthor|[Ll]ogin|[Hh]andle|[Ee]-?[Mm]ail|[Pp]hone)\\?["']?(?:\s{0,9}[:=]\s{0,9}(?:\\?"[^"\n]{0,300}"|\\?'[^'\n]{0,300}'|[^\s"'{[,;&}]+)|\s{1,3}["'“‘][^"'”’\n]{1,60}["'”’])|(?:\/(?:[Uu]sers?|[Mm]embers?|[Pp]rofiles?|[Pp]eople|[Aa]uthors?|[Aa]ccounts|u)\/)+[^\s/?#"'<>]+/,
  query: /[?&][\w.%[\]-]{1,80}=[^\s"'<>]*/,
  id: /[\da-fA-F]{8}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{12}/,
  ip: /(?<![\w.])(?:\d{1,3}(?:\.\d{1,3}){3}|(?=:{0,2}[\da-fA-F])[\da-fA-F]{0,4}(?::[\da-fA-F]{0,4}){2,8}(?:\.\d{1,3}){0,3}(?:%\w{1,20})?)(?!\w)/,
  token:
    /\beyJ[\w-]+(?:\.[\w-]*){0,2}|(?<![\w+/])(?=[\w/-]{0,99}[+=])(?=[\w+/-]{0,99}\d)[\w+/-]{14,}={0,2}|(?:[\w-]|%[\da-fA-F]{2}(?=[\w%-])){0,99}%[\da-fA-F]{2}(?:[\w-]|%[\da-fA-F]{2}){24,}|(?=[\w-]{0,31}\d)[\w-]{20,}|(?![A-Z_]{32,}\b)[\w-]{32,}|[\w+/-]{40,}=*|\b[\da-fA-F]{16,}/,
  // A group of digits that begins an address is not part of a number before it.
  number: new RegExp(
    String.raw`\+?\d(?:(?:[ ()./-](?!${address.source}|${spaced.source}|${ipv6Start.source})){0,2}\d){5,}|\d{5,}`,
  ),
}

const order = Object.keys(patterns) as Kind[]
const personal = new RegExp(
  order.map((kind) => `(?<${kind}>${patterns[kind].source})`).join('|'),
  'g',
)

/** An address on the web without host and query; nothing at all of other kinds of address. */
const placeOf = (address: string): string => {
  const path = /^(?:http|ws)s?:\/\/[^/?#]*([^?#]*)/i.exec(address)?.[1]
  if (path === undefined) return '[url]'
  return path === '' ? '/' : path.replace(url, placeOf)
}
