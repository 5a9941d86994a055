import fc, { type Arbitrary } from 'fast-check'
import type { Call } from './api.ts'
import { type Attempt, type AttemptOf, jsonType, pathsOf, validAttempt } from './attempts.ts'
import { hostileBodies } from './hostile-bodies.ts'
import { hostileHeaders } from './hostile-headers.ts'
import { hostilePaths, hostileQueries } from './hostile-targets.ts'

/** A request that no regular client sends. */
export const hostileAttempt: AttemptOf = (call) =>
  fc.oneof(
    { arbitrary: withBody(call), weight: call.body === null ? 1 : 4 },
    { arbitrary: withTarget(call), weight: 3 },
    { arbitrary: withHeaders(call), weight: 4 },
    { arbitrary: withMethod(call), weight: 1 },
    { arbitrary: withFraming(call), weight: 1 },
  )

const changed = (
  call: Call,
  change: Arbitrary<(attempt: Attempt) => Partial<Attempt>>,
): Arbitrary<Attempt> =>
  fc
    .tuple(validAttempt(call), change)
    .map(([attempt, change]) => ({ ...attempt, kind: 'hostile', ...change(attempt) }))

const withBody = (call: Call): Arbitrary<Attempt> =>
  changed(
    call,
    hostileBodies(call.body).map(({ note, body, headers }) => (attempt) => ({
      note: `body: ${note}`,
      body,
      headers: [
        ...attempt.headers.filter(([name]) => name !== 'content-type'),
        ...(headers ?? [jsonType]),
      ],
    })),
  )

const withTarget = (call: Call): Arbitrary<Attempt> =>
  changed(
    call,
    fc.oneof(
      hostilePaths(pathsOf(call)).map((target) => () => ({ note: 'path', target })),
      hostileQueries.map((query) => ({ target }: Attempt) => ({
        note: 'query',
        target: `${target.split('?')[0]}?${query}`,
      })),
    ),
  )

const withHeaders = (call: Call): Arbitrary<Attempt> =>
  changed(
    call,
    hostileHeaders.map(({ note, headers, cookie, mayHaveNoResponse }) => (attempt) => ({
      note: `header: ${note}`,
      headers: [...attempt.headers, ...headers],
      cookie: cookie ?? attempt.cookie,
      mayHaveNoResponse: mayHaveNoResponse ?? false,
    })),
  )

const methods = [
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND'],
  ...['MKCOL', 'QUERY', 'PURGE', 'get', 'Post', 'FOO', 'X'.repeat(500), 'GET\t', 'constructor', ''],
]

const withMethod = (call: Call): Arbitrary<Attempt> =>
  changed(
    call,
    fc.constantFrom(...methods).map((method) => () => ({
      note: `method: ${method.slice(0, 20)}`,
      method,
      // CONNECT has no destination here.
      mayHaveNoResponse: method === 'CONNECT',
    })),
  )

/** Requests with an inconsistent or ambiguous length. */
const withFraming = (call: Call): Arbitrary<Attempt> =>
  changed(
    call,
    fc.constantFrom(...framings).map(
      (framing) =>
        ({ body }) =>
          framing(body ?? empty),
    ),
  )

const empty = Buffer.from('{}')
const smuggled = 'GET /internal/account-counts HTTP/1.1\r\nHost: localhost\r\n\r\n'

const asTheHeadersSay = (
  note: string,
  body: string | Buffer,
  headers: Attempt['headers'],
): Partial<Attempt> => ({
  note: `framing: ${note}`,
  framing: 'as the headers say',
  body: Buffer.from(body),
  headers: [jsonType, ...headers],
  mayHaveNoResponse: true,
})

const framings: ((body: Buffer) => Partial<Attempt>)[] = [
  (body) => ({ note: 'framing: cut short', framing: 'cut short', body, mayHaveNoResponse: true }),
  (body) => asTheHeadersSay('too short', body, [['content-length', '1']]),
  (body) => asTheHeadersSay('negative', body, [['content-length', '-1']]),
  (body) => asTheHeadersSay('no number', body, [['content-length', '0x10']]),
  (body) =>
    asTheHeadersSay('two lengths', body, [
      ['content-length', '2'],
      ['content-length', '3'],
    ]),
  () =>
    asTheHeadersSay('length and chunks', `0\r\n\r\n${smuggled}`, [
      ['content-length', '5'],
      ['transfer-encoding', 'chunked'],
    ]),
  () => asTheHeadersSay('smuggled', `0\r\n\r\n${smuggled}`, [['transfer-encoding', 'chunked']]),
  () => asTheHeadersSay('strange coding', smuggled, [['transfer-encoding', 'xchunked']]),
  () => asTheHeadersSay('two codings', smuggled, [['transfer-encoding', 'chunked, identity']]),
  () => asTheHeadersSay('bad chunk', 'zz\r\n{}\r\n0\r\n\r\n', [['transfer-encoding', 'chunked']]),
  () =>
    asTheHeadersSay('chunk extension', `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, [
      ['transfer-encoding', 'chunked'],
    ]),
  () => asTheHeadersSay('after its end', smuggled, [['content-length', '0']]),
]
