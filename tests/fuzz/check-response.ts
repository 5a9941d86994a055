import { errorBody, errorCatalogue } from '@answerable/contracts/errors'
import type { Call } from './api.ts'
import type { Attempt } from './attempts.ts'
import { pathOf } from './table.ts'
import type { RawResponse } from './wire.ts'

export const slowMilliseconds = 2_000

type Checked = {
  target: string
  call: Call | null
  response: RawResponse
  /** A slower response counts as late. */
  maxMilliseconds?: number
}

/** The faults of a response; empty if there are none. */
export const checkResponse = (
  attempt: Attempt,
  { target, call, response, maxMilliseconds = slowMilliseconds }: Checked,
): string[] => {
  const { status, milliseconds } = response
  const late = milliseconds > maxMilliseconds ? [`took ${Math.round(milliseconds)} ms`] : []
  if (status === 0) return attempt.mayHaveNoResponse ? late : [...late, 'no response']
  if (status === 101) return pathOf(target) === '/ws' ? late : [...late, 'became a websocket']
  return [
    ...late,
    ...(status >= 500 ? [`status ${status}`] : []),
    ...checkHeaders(response, call),
    ...(status >= 400
      ? checkRefusal(attempt, { target, call, response })
      : checkSuccess(attempt, { target, call, response })),
  ]
}

const securityHeaders = [
  ['content-security-policy', /^default-src 'none'/],
  ['x-content-type-options', /^nosniff$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['cross-origin-resource-policy', /^same-origin$/],
  ['referrer-policy', /^strict-origin-when-cross-origin$/],
  ['permissions-policy', /camera=\(\)/],
  ['x-request-id', /^[0-9a-f-]{36}$/],
  ['cache-control', /./],
] as const

const checkHeaders = ({ headers }: RawResponse, call: Call | null): string[] => [
  ...securityHeaders
    .filter(([name, pattern]) => !pattern.test(headers.get(name) ?? ''))
    .map(([name]) => `header ${name}: ${headers.get(name)}`),
  ...['x-powered-by', 'server', 'access-control-allow-origin', 'x-passport']
    .filter((name) => headers.has(name))
    .map((name) => `header ${name}`),
  ...(headers.has('set-cookie') && call?.route.service !== 'auth' ? ['a cookie'] : []),
]

type Seen = { target: string; call: Call | null; response: RawResponse }

/** The schema expresses neither that the form of a value depends on its kind nor which time zones there are. */
const hasFreeForm = (call: Call | null): boolean =>
  call !== null &&
  [
    /^\/api\/(?:admin\/)?businesses\/:id\/(?:suggestions|change)$/,
    /^\/api\/follows\/:kind\/:key$/,
    /^\/api\/notifications\/preferences$/,
    // Addresses and dates have rules that the schema cannot express, and a mail proof needs an address.
    /^\/api\/boycotts(?:\/:id(?:\/updates|\/alternatives|\/sources\/:sourceId)?)?$/,
    /^\/api\/businesses\/:id\/claims$/,
    /^\/api\/notices(?:\/:token(?:\/\w+)?)?$/,
  ].some((path) => path.test(call.route.path))

const checkRefusal = (attempt: Attempt, { target, call, response }: Seen): string[] => {
  if (attempt.method === 'HEAD') return []
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('application/json')) {
    const mayBePage = response.status === 404 && call === null && !isForPrograms(target)
    return mayBePage ? [] : [`error with content type ${type}`]
  }
  const refusal = errorBody.safeParse(parse(response.body))
  if (!refusal.success) return [`no error body: ${response.body.toString().slice(0, 200)}`]
  const { code, requestId } = refusal.data.error
  const declared = call?.codes.get(response.status)
  const isLater = response.status === 429 || response.status === 503
  const retryAfter = response.headers.get('retry-after') ?? ''
  return [
    ...(errorCatalogue[code].status === response.status ? [] : [`${code} with ${response.status}`]),
    ...(requestId === response.headers.get('x-request-id') ? [] : ['two request ids']),
    ...(call === null || declared?.includes(code) === true ? [] : [`undeclared error ${code}`]),
    ...(isLater && !/^\d+$/.test(retryAfter) ? ['no Retry-After'] : []),
    ...(attempt.kind === 'valid' && aboutForm.has(code) && !hasFreeForm(call)
      ? [`a valid request: ${code}`]
      : []),
    ...(/node_modules|\.ts:\d|\/src\//.test(response.body.toString())
      ? ['reveals source paths']
      : []),
  ]
}

const aboutForm = new Set(['invalid_request', 'not_json', 'body_too_large', 'uri_too_long'])

/** Files of the API page, which are not operations. */
const apiPageFiles = new Set(['/api/docs.css', '/api/docs.js'])

const checkSuccess = (attempt: Attempt, { target, call, response }: Seen): string[] => {
  const { status, headers, body } = response
  if (call === null) {
    return isForPrograms(target) && !apiPageFiles.has(pathOf(target))
      ? [`responded with ${status}`]
      : []
  }
  if (status === 304) return hasCondition(attempt) ? [] : ['304 without a condition']
  const { route } = call
  if (status === 301 && route.redirects === true)
    return headers.has('location') ? [] : ['301 without Location']
  const expected = route.status ?? 200
  if (status !== expected) return [`status ${status} instead of ${expected}`]
  if (attempt.method === 'HEAD') return []
  const missing = call.headers.filter((name) => !headers.has(name)).map((name) => `no ${name}`)
  if (expected === 204) return body.length === 0 ? missing : [...missing, 'a body with 204']
  if (route.response === undefined) return missing
  // The gateway does not wait for the rest of a body that no route reads, and a reset can cut off the response.
  const isCutOff = attempt.kind === 'hostile' && Number(headers.get('content-length')) > body.length
  if (isCutOff && route.body === undefined) return missing
  const parsed = route.response.safeParse(parse(body))
  return parsed.success
    ? missing
    : [...missing, `does not match its schema: ${parsed.error.message}`]
}

const hasCondition = ({ headers }: Attempt): boolean =>
  headers.some(([name]) => name === 'if-none-match')

const isForPrograms = (target: string): boolean => /^\/(api|internal)\//.test(target)

/** Undefined for invalid JSON, which no schema accepts. */
export const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
