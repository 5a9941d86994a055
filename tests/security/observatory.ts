/** The parts of a response that the HTTP Observatory evaluates. */
export type GradedResponse = {
  url: URL
  /** By lower-case name. */
  headers: ReadonlyMap<string, string>
  setCookies: readonly string[]
  body: string
}

export type Grade = { score: number; modifiers: Readonly<Record<string, number>> }

/**
 * The score by the published rules of MDN's HTTP Observatory (version 5 of its algorithm): 100 minus
 * penalties. Bonuses count only from a score of 90 on.
 */
export const gradeOf = (response: GradedResponse): Grade => {
  const modifiers = Object.fromEntries(
    Object.entries(judges).map(([name, judge]) => [name, judge(response)]),
  )
  const values = Object.values(modifiers)
  const base = 100 + sum(values.filter((value) => value < 0))
  const extra = sum(values.filter((value) => value > 0))
  return { score: Math.max(0, base >= 90 ? base + extra : base), modifiers }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const broad = ['ftp:', 'http:', 'https:', '*', 'http://*', 'https://*']
const broadOrInline = [...broad, 'data:', 'blob:', "'unsafe-inline'"]

const policyOf = ({ headers }: GradedResponse): Map<string, string[]> | null => {
  const text = headers.get('content-security-policy')
  if (text === undefined) return null
  return new Map(
    text.split(';').flatMap((directive) => {
      const [name, ...sources] = directive.trim().split(/\s+/)
      return name === undefined || name === '' ? [] : [[name.toLowerCase(), sources] as const]
    }),
  )
}

const contentSecurityPolicy = (response: GradedResponse): number => {
  const policy = policyOf(response)
  if (policy === null) return -25
  const otherwise = policy.get('default-src') ?? ['*']
  const [scripts, styles, objects, images, media] = [
    ...['script-src', 'style-src', 'object-src', 'img-src', 'media-src'],
  ].map((name) => policy.get(name) ?? otherwise)
  const isAny = (sources: readonly string[] = [], words: readonly string[]) =>
    sources.some((source) => words.includes(source))
  const active = [...policy].filter(([name]) => !['img-src', 'media-src'].includes(name))
  const isPlain = (source: string) => /^(http|ftp):/.test(source)
  if (isAny(scripts, broadOrInline) || isAny(objects, broad)) return -20
  if (active.some(([, sources]) => sources.some(isPlain))) return -20
  if (isAny(scripts, ["'unsafe-eval'"]) || isAny(styles, ["'unsafe-eval'"])) return -10
  if ([...(images ?? []), ...(media ?? [])].some(isPlain)) return -10
  if (isAny(styles, broadOrInline)) return 0
  return otherwise.length === 1 && otherwise[0] === "'none'" ? 10 : 5
}

const cookies = ({ setCookies, headers }: GradedResponse): number => {
  const isHttpsOnly = headers.has('strict-transport-security')
  const grades = setCookies.map((line) => {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim().toLowerCase())
    const name = pair.split('=')[0] ?? ''
    const isSession = /login|sess|sid/.test(name) && !name.endsWith('hint')
    if (!attributes.includes('secure')) return isHttpsOnly ? (isSession ? -10 : -5) : -40
    if (isSession && !attributes.includes('httponly')) return -30
    return attributes.some((one) => /^samesite=(strict|lax)$/.test(one)) ? 5 : 0
  })
  return grades.length === 0 ? 0 : Math.min(...grades)
}

const crossOriginSharing = ({ headers }: GradedResponse): number =>
  headers.get('access-control-allow-credentials') === 'true' ? -50 : 0

const transport = ({ headers, url }: GradedResponse): number => {
  const header = headers.get('strict-transport-security')
  const [, seconds] = /max-age=(\d+)/.exec(header ?? '') ?? []
  if (url.protocol !== 'https:' || seconds === undefined) return -20
  return Number(seconds) < 15_552_000 ? -10 : 0
}

const privateReferrers = [
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
]

const referrers = ({ headers }: GradedResponse): number => {
  const header = headers.get('referrer-policy')
  if (header === undefined) return 0
  return privateReferrers.includes(header.split(',').at(-1)?.trim() ?? '') ? 5 : -5
}

const scripts = ({ url, headers, body }: GradedResponse): number => {
  if (headers.get('content-type')?.startsWith('text/html') !== true) return 0
  const sources = Array.from(
    body.matchAll(/<script[^>]*\ssrc="([^"]+)"([^>]*)/g),
    ([, src = '', rest = '']) => ({
      isOwn: new URL(src, url).origin === url.origin,
      isSafe: new URL(src, url).protocol === 'https:',
      isChecked: rest.includes('integrity='),
    }),
  )
  const others = sources.filter(({ isOwn }) => !isOwn)
  if (others.some(({ isSafe, isChecked }) => !isSafe && !isChecked)) return -50
  if (others.some(({ isChecked }) => !isChecked)) return -5
  return sources.length > 0 && sources.every(({ isChecked }) => isChecked) ? 5 : 0
}

const sniffing = ({ headers }: GradedResponse): number =>
  headers.get('x-content-type-options')?.toLowerCase() === 'nosniff' ? 0 : -5

const framing = (response: GradedResponse): number => {
  if (policyOf(response)?.has('frame-ancestors') === true) return 5
  const header = response.headers.get('x-frame-options')?.toLowerCase() ?? ''
  return ['deny', 'sameorigin'].includes(header) ? 5 : -20
}

/** One of `good` earns points, a missing header or `open` earns none, and any other value costs points. */
const oneOf =
  (name: string, good: readonly string[], open: string) =>
  ({ headers }: GradedResponse): number => {
    const value = headers.get(name)?.trim().toLowerCase()
    if (value === undefined || value === open) return 0
    return good.includes(value) ? 10 : -5
  }

const judges: Readonly<Record<string, (response: GradedResponse) => number>> = {
  contentSecurityPolicy,
  cookies,
  crossOriginSharing,
  transport,
  referrers,
  scripts,
  sniffing,
  framing,
  resources: oneOf('cross-origin-resource-policy', ['same-origin', 'same-site'], 'cross-origin'),
  openers: oneOf(
    'cross-origin-opener-policy',
    ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'],
    'unsafe-none',
  ),
  embedders: oneOf(
    'cross-origin-embedder-policy',
    ['require-corp', 'credentialless'],
    'unsafe-none',
  ),
}
