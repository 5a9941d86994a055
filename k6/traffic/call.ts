import http, { type RefinedResponse } from 'k6/http'
import { siteUrl } from './settings.ts'

/** A client of the site: a member with a session, or a visitor. */
export type Person = {
  /** Network address, as the proxy in front of the site would report it. */
  address: string
  /** Request headers of the session; empty for visitors. */
  cookie: string
}

type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Name under which k6 records the response time. */
  name: string
  body?: unknown
  etag?: string | undefined
}

type TextResponse = RefinedResponse<'text'>

export const hexadecimal = (): string =>
  Math.floor(Math.random() * 0x10000)
    .toString(16)
    .padStart(4, '0')

/**
 * A new visitor from a network of their own (a documentation range without a country): limits count by
 * network.
 */
export const newVisitor = (): Person => ({
  address: `2001:db8:${hexadecimal()}:${hexadecimal()}::1`,
  cookie: '',
})

export const call = (person: Person, request: Request): TextResponse => {
  const { method, url, body, params } = asK6(person, request)
  const response = http.request(method, url, body, params)
  reportFailure(request, response)
  return response
}

/** Several concurrent requests, as a page sends them. */
export const callTogether = (requests: readonly (readonly [Person, Request])[]): TextResponse[] => {
  const responses = http.batch(requests.map(([person, request]) => asK6(person, request)))
  for (const [at, response] of responses.entries()) {
    const request = requests[at]?.[1]
    if (request !== undefined) reportFailure(request, response)
  }
  return responses
}

const maxReported = 3
let reported = 0

/** The first failures of each virtual user, to explain missed thresholds. */
const reportFailure = ({ name }: Request, { status, body, error }: TextResponse): void => {
  if ((status >= 200 && status < 400) || reported === maxReported) return
  reported += 1
  console.warn(`${name}: ${status} ${body ?? error}`)
}

/** Throws the received response if it is not the one that the run needs. */
export const expected = (response: TextResponse, what: string): TextResponse => {
  if (response.status >= 200 && response.status < 300) return response
  throw new Error(`${what}: ${response.status} ${response.body ?? response.error}`)
}

const asK6 = (person: Person, { method, path, name, body, etag }: Request) => ({
  method,
  url: siteUrl + path,
  body: body === undefined ? null : JSON.stringify(body),
  params: {
    // A separate cookie jar for each request, because its headers already identify the session.
    jar: new http.CookieJar(),
    tags: { name },
    timeout: '10s',
    responseType: 'text' as const,
    headers: {
      'X-Forwarded-For': person.address,
      'Accept-Encoding': 'gzip',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(person.cookie === '' ? {} : { Cookie: person.cookie }),
      ...(etag === undefined ? {} : { 'If-None-Match': etag }),
    },
  },
})
