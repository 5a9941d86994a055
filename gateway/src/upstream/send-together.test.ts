import { randomUUID } from 'node:crypto'
import { callTogether } from '@answerable/contracts/grouped-calls'
import { joinBoycott } from '@answerable/contracts/participation'
import { pathOf, type Route } from '@answerable/contracts/route'
import { listSubmissions, readSubmission } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { openLoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import {
  passportHeader,
  passportKeysFor,
  readPassportKeys,
} from '@answerable/service-kit/calls/passport'
import { AppError } from '@answerable/service-kit/errors'
import { requestIdHeader } from '@answerable/service-kit/http/request-headers'
import { testMasterKey } from '@answerable/service-kit/testing/service'
import { stopTimersOfTest } from '@answerable/service-kit/testing/still-clock'
import { until } from '@answerable/service-kit/testing/until'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { json, type Reply, type StandIn, startStandIn } from '../testing/stand-in.ts'
import { type Breaker, circuitBreaker } from './breaker.ts'
import { openGroupedCalls } from './grouped-calls.ts'
import type { Upstream, UpstreamCall } from './upstream.ts'

type Call = { passport: string; requestId: string; path: string; body?: string }
type Response = { status: number; headers?: Record<string, string>; body: string }

const keys = readPassportKeys(passportKeysFor(testMasterKey, 'gateway')) ?? new Map()
const id = 'a1B2c3D4'

let catalog: StandIn
let close: () => Promise<void>
let send: Upstream['send']
let sendJoin: Upstream['send']
let readPage: Upstream['send']
let readItem: Upstream['send']
let breaker: Breaker
/** The calls that were sent as they are. */
let alone: UpstreamCall[]

beforeEach(async () => {
  breaker = circuitBreaker()
  catalog = await startStandIn('catalog', { keepsGroups: true })
  const replicas = openLoadBalancer({ url: catalog.url })
  close = () => replicas.close()
  const grouped = openGroupedCalls({ PASSPORT_KEYS: keys }, { replicas, breaker, tracing: null })
  const senderOf = (route: Route): Upstream['send'] => {
    const sendBy = grouped.get(route)
    if (sendBy === undefined) throw new Error(`${route.path} is never grouped`)
    return sendBy(async (call, sink) => {
      alone.push(call)
      sink.start(200, { 'content-type': 'application/json' })
      sink.data(Buffer.from('"alone"'))
      sink.end()
    })
  }
  send = senderOf(castVote)
  sendJoin = senderOf(joinBoycott)
  readPage = senderOf(listSubmissions)
  readItem = senderOf(readSubmission)
})
afterEach(async () => {
  await close()
  await catalog.stop()
})
beforeEach(() => {
  alone = []
  catalog.replyWith(responding(({ body }) => ({ status: 200, body: `voted ${body}` })))
})

const callsOf = ({ body }: { body: string }): Call[] => JSON.parse(body).calls

const responding =
  (responseTo: (call: Call) => Response): Reply =>
  (received, response, request) => {
    const all = callsOf(received).map(responseTo)
    json(200, {
      parts: all.map(({ body }) => body),
      responses: all.map(({ status, headers = {} }, place) => ({ status, headers, body: [place] })),
    })(received, response, request)
  }

const voteCall = (
  value: number,
  { body = `{"value":${value}}`, type = 'application/json', more = [] as string[] } = {},
): UpstreamCall => ({
  method: 'POST',
  path: pathOf(castVote, { params: { id } }),
  headers: [
    passportHeader,
    randomUUID(),
    requestIdHeader,
    randomUUID(),
    'content-type',
    type,
    ...more,
  ],
  body: Buffer.from(body),
})

/** Sends a call and resolves with its response. */
const sent = async (call: UpstreamCall, timeoutMilliseconds?: number, by = send) => {
  const response = { status: 0, headers: {}, text: '' }
  await by(
    call,
    {
      start: (status, headers) => Object.assign(response, { status, headers }),
      data: (chunk) => {
        response.text += chunk.toString()
      },
      end: () => {},
      abortable: () => {},
    },
    timeoutMilliseconds,
  )
  return response
}

const receivedCalls = (): Call[][] => catalog.received.map(callsOf)

test('a vote that arrives alone is sent as it is', async () => {
  const call = voteCall(1)
  expect(await sent(call)).toMatchObject({ status: 200, text: '"alone"' })
  expect(alone).toEqual([call])
  expect(catalog.received).toEqual([])
})

test('the votes of one turn are one call of the gateway, each with its own service token', async () => {
  const calls = [voteCall(1), voteCall(-1), voteCall(1)]
  const responses = await Promise.all(calls.map((call) => sent(call)))
  expect(responses).toMatchObject([
    { status: 200, text: 'voted {"value":1}', headers: { 'content-length': '17' } },
    { status: 200, text: 'voted {"value":-1}' },
    { status: 200, text: 'voted {"value":1}' },
  ])
  expect(receivedCalls()).toEqual([
    calls.map(({ headers, path, body }) => ({
      ...{ passport: headers[1], requestId: headers[3], path, body: String(body) },
    })),
  ])
  const [{ url, passport } = {}] = catalog.received
  expect(url).toBe(callTogether.path)
  expect(passport).toMatchObject({ issuer: 'gateway', viewer: null })
})

test('a refused vote fails alone, with its own response', async () => {
  catalog.replyWith(
    responding(({ body }) =>
      body === '{"value":1}'
        ? { status: 200, body: '{}' }
        : { status: 503, body: '{"error":{}}', headers: { 'retry-after': '7' } },
    ),
  )
  expect(await Promise.all([voteCall(1), voteCall(-1)].map((call) => sent(call)))).toMatchObject([
    { status: 200 },
    { status: 503, text: '{"error":{}}', headers: { 'retry-after': '7' } },
  ])
})

test('a failed call fails its votes, and none is sent a second time', async () => {
  catalog.replyWith((_received, response) => response.destroy())
  const outcomes = await Promise.allSettled([sent(voteCall(1)), sent(voteCall(1))])
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ reason: expect.any(AppError) })
    expect(outcome).toMatchObject({ reason: { code: 'unavailable' } })
  }
  expect(receivedCalls().map((votes) => votes.length)).toEqual([2])
  expect(alone).toEqual([])
})

test('a catalog of the version before gets each vote alone', async () => {
  const error = { code: 'not_found', message: 'Not found.', requestId: 'r' }
  catalog.replyWith(json(404, { error }))
  const calls = [voteCall(1), voteCall(-1)]
  const responses = await Promise.all(calls.map((call) => sent(call)))
  expect(responses).toMatchObject([{ text: '"alone"' }, { text: '"alone"' }])
  expect(alone).toEqual(calls)
})

test('a vote whose time is over is refused without being sent', async () => {
  const outcomes = await Promise.allSettled([sent(voteCall(1)), sent(voteCall(-1), 0)])
  expect(outcomes).toMatchObject([
    { status: 'fulfilled' },
    { reason: { code: 'upstream_timeout' } },
  ])
  expect(alone).toMatchObject([{ body: Buffer.from('{"value":1}') }])
  expect(catalog.received).toEqual([])
})

test('a request that is not simply a vote is sent as it is', async () => {
  const odd = [
    ...['{"value":1,"more":1}', '{"value":2}', '{"value":1e0}', '{"value":"1"}', '[1]', ''].map(
      (body) => voteCall(1, { body }),
    ),
    ...['\v', '\f', '\u00a0', ' '.repeat(9)].map((space) =>
      voteCall(1, { body: `${space}{"value":1}` }),
    ),
    voteCall(1, { type: 'text/plain' }),
    voteCall(1, { more: ['content-encoding', 'gzip'] }),
    { ...voteCall(1), path: `${pathOf(castVote, { params: { id } })}?value=1` },
  ]
  await Promise.all(odd.map((call) => sent(call)))
  expect(alone).toEqual(odd)
  expect(catalog.received).toEqual([])
})

test('the joins and the items of one turn are one call, too', async () => {
  const join = pathOf(joinBoycott, { params: { id } })
  const joins = [voteCall(1), voteCall(1)].map((call) => ({ ...call, path: join, body: null }))
  const item = pathOf(readSubmission, { params: { id } })
  const reads = [pageCall(item), pageCall(item.replace('a1', 'b1'))]
  catalog.replyWith(responding(({ path }) => ({ status: 200, body: path })))
  for (const [calls, by, method] of [
    [joins, sendJoin, 'POST'],
    [reads, readItem, 'GET'],
  ] as const) {
    catalog.received.length = 0
    const responses = await Promise.all(calls.map((call) => sent(call, undefined, by)))
    expect(responses).toMatchObject(calls.map(({ path }) => ({ text: path })))
    expect(catalog.received.map(({ body }) => JSON.parse(body))).toEqual([
      {
        method,
        calls: calls.map(({ headers, path }) => ({
          ...{ passport: headers[1], requestId: headers[3], path },
        })),
      },
    ])
  }
})

test('an item with another address is read by a call of its own', async () => {
  const odd = [`/api/boycotts/${id}?a=1`, '/api/boycotts/a%31B2c3D4', '/api/boycotts/short']
  await Promise.all([...odd, ...odd].map((path) => sent(pageCall(path), undefined, readItem)))
  expect(alone).toHaveLength(6)
  expect(catalog.received).toEqual([])
})

const pageCall = (path: string): UpstreamCall => ({
  ...{ ...voteCall(1), method: 'GET', path, body: null },
})
const read = (path: string) => sent(pageCall(path), undefined, readPage)

test('the reads of one page in one turn are one call, and responses may share parts', async () => {
  const type = 'application/json; charset=utf-8'
  catalog.replyWith((received, response, request) => {
    const responses = [
      { status: 200, headers: { 'content-type': type, link: '<…>' }, body: [0] },
      { status: 200, headers: { 'content-type': type, 'x-total-count': '2' }, body: [1, 2, 1] },
      { status: 503, headers: { 'content-type': type, 'retry-after': '1' }, body: [3] },
    ]
    const parts = ['["é"]', '-', 'own', '{"error":{}}']
    json(200, { parts, responses })(received, response, request)
  })
  const calls = [1, 2, 3].map(() => pageCall('/api/boycotts?page=2'))
  const responses = await Promise.all(calls.map((call) => sent(call, undefined, readPage)))
  expect(responses).toEqual([
    {
      status: 200,
      text: '["é"]',
      headers: { 'content-type': type, link: '<…>', 'content-length': '6' },
    },
    {
      status: 200,
      text: '-own-',
      headers: { 'content-type': type, 'x-total-count': '2', 'content-length': '5' },
    },
    {
      status: 503,
      text: '{"error":{}}',
      headers: { 'content-type': type, 'retry-after': '1', 'content-length': '12' },
    },
  ])
  expect(catalog.received.map(({ url }) => url)).toEqual([callTogether.path])
  expect(JSON.parse(catalog.received[0]?.body ?? '')).toEqual({
    method: 'GET',
    calls: calls.map(({ headers, path }) => ({
      ...{ passport: headers[1], requestId: headers[3], path },
    })),
  })
})

test('readers without choices get the same bytes, also of later calls', async () => {
  catalog.replyWith((received, response, request) => {
    const responses = [[0], [0], [1, 2]].map((body) => ({ status: 200, headers: {}, body }))
    json(200, { parts: ['["page"]', '["page"', ']'], responses })(received, response, request)
  })
  const bodies = async (): Promise<Buffer[]> => {
    const received: Buffer[] = []
    const sink = {
      start: () => {},
      data: (chunk: Buffer) => void received.push(chunk),
      end: () => {},
      abortable: () => {},
    }
    await Promise.all([1, 2, 3].map(() => readPage(pageCall('/api/boycotts'), sink)))
    return received
  }
  const [one, two, own] = await bodies()
  const [later] = await bodies()
  expect(two).toBe(one)
  expect(later).toBe(one)
  expect(own).not.toBe(one)
  expect(own?.toString()).toBe('["page"]')
})

test('a page that only one client requests, and a page with a long query, are read by separate calls', async () => {
  const long = `/api/boycotts?sort=${'x'.repeat(200)}`
  const paths = ['/api/boycotts?page=2', '/api/boycotts?page=3', long, long]
  await Promise.all(paths.map(read))
  expect(alone.map(({ path }) => path).toSorted()).toEqual(paths)
  expect(catalog.received).toEqual([])
})

test.each<[string, Reply]>([
  ['failed', (_received, response) => response.destroy()],
  ['has too few responses', json(200, { parts: [], responses: [] })],
  [
    'names a part that is missing',
    json(200, { parts: [], responses: Array(2).fill({ status: 200, headers: {}, body: [0] }) }),
  ],
  ['is no group', json(200, {})],
])('after a call that %s, each page is read alone', async (_why, reply) => {
  catalog.replyWith(reply)
  const responses = await Promise.all([read('/api/boycotts'), read('/api/boycotts')])
  expect(responses).toMatchObject([{ text: '"alone"' }, { text: '"alone"' }])
  expect(catalog.received).toHaveLength(1)
})

/** Makes catalog wait before it responds to groups. */
const holdGroups = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  catalog.replyWith((received, ...others) => {
    const reply = responding(({ path }) => ({ status: 200, body: path }))
    promise.then(() => reply(received, ...others), expect.unreachable)
  })
  return resolve
}
const groupsReceived = (count: number) => until(() => expect(catalog.received).toHaveLength(count))

test('a call of a group fails with 504 when its time is over, others of the group do not', async () => {
  stopTimersOfTest()
  const release = holdGroups()
  const hurried = sent(voteCall(1), 2_000)
  const patient = sent(voteCall(-1), 60_000)
  await groupsReceived(1)
  vi.advanceTimersByTime(2_000)
  await expect(hurried).rejects.toMatchObject({ code: 'upstream_timeout' })
  release()
  expect(await patient).toMatchObject({ status: 200 })
  expect(alone).toEqual([])
})

test('reads whose group gets no response are sent alone', async () => {
  stopTimersOfTest()
  const release = holdGroups()
  const reading = Promise.all([1, 2].map(() => read('/api/boycotts')))
  await groupsReceived(1)
  // Later than the time limit of the group, and half that of the reads.
  vi.advanceTimersByTime(2_000)
  const responses = await reading
  expect(responses).toMatchObject([{ text: '"alone"' }, { text: '"alone"' }])
  expect(catalog.received).toHaveLength(1)
  release()
})

test('while three groups are in flight further calls wait, though not long', async () => {
  const release = holdGroups()
  const votes: Promise<unknown>[] = []
  const begin = async () => void votes.push(sent(voteCall(1)), sent(voteCall(-1)))
  for (const group of [1, 2, 3]) {
    await begin()
    await groupsReceived(group)
  }
  await begin()
  await begin()
  await groupsReceived(4)
  release()
  await Promise.all(votes)
  expect(receivedCalls().map((calls) => calls.length)).toEqual([2, 2, 2, 4])
})

test('a call whose client leaves before it is sent is not sent', async () => {
  const leave: (() => void)[] = []
  const sink = {
    start: () => expect.unreachable(),
    data: () => expect.unreachable(),
    end: () => expect.unreachable(),
    abortable: (abort: () => void) => void leave.push(abort),
  }
  const gone = send(voteCall(1), sink)
  const [one, other] = [sent(voteCall(-1)), sent(voteCall(-1))]
  for (const abort of leave) abort()
  await expect(gone).rejects.toMatchObject({ code: 'unavailable' })
  await Promise.all([one, other])
  expect(receivedCalls().map((calls) => calls.map(({ body }) => body))).toEqual([
    ['{"value":-1}', '{"value":-1}'],
  ])
})

test('each call of a failed group counts as a failure of catalog', async () => {
  catalog.replyWith((_received, response) => response.destroy())
  await Promise.allSettled(Array.from({ length: 20 }, () => sent(voteCall(1))))
  await expect(sent(voteCall(1))).resolves.toMatchObject({ text: '"alone"' })
  expect(breaker.isOpen()).toBe(true)
})

test('refusals of whole calls do not count as failures of catalog', async () => {
  const error = { code: 'not_found', message: 'Not found.', requestId: 'r' }
  catalog.replyWith(json(404, { error }))
  for (let round = 1; round <= 50; round += 1) {
    await Promise.all([read('/api/boycotts'), read('/api/boycotts')])
  }
  expect(alone).toHaveLength(100)
  expect(catalog.received).toHaveLength(50)
})
