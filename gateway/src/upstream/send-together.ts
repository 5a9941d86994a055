import { AsyncResource } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import { callTogether } from '@answerable/contracts/grouped-calls'
import type { RouteInput } from '@answerable/contracts/route'
import { batchLoader } from '@answerable/service-kit/batch-loader'
import type { LoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import { passportHeader } from '@answerable/service-kit/calls/passport'
import { serviceCaller } from '@answerable/service-kit/calls/service-caller'
import { TimeoutError } from '@answerable/service-kit/calls/time-limit'
import { nullAfter, withTimeout } from '@answerable/service-kit/calls/with-timeout'
import { AppError } from '@answerable/service-kit/errors'
import { requestIdHeader } from '@answerable/service-kit/http/request-headers'
import type { Tracing } from '@answerable/service-kit/observability/tracing'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config.ts'
import { type Breaker, guarded } from './breaker.ts'
import type { SendBy } from './limited-upstream.ts'
import { responseTimeoutMilliseconds, type Sink, type UpstreamCall } from './upstream.ts'

/** How the calls of one route are sent in groups. */
export type Grouping = {
  /** Only calls of the same group, which should take about as long, are sent together; null for a call to be sent as it is. */
  groupOf: (call: UpstreamCall) => string | null
  /** Whether calls may be sent again after a failure. */
  isRead: boolean
}

type Response = { status: number; headers: IncomingHttpHeaders; body: Buffer }
type Item = RouteInput<typeof callTogether>['body']['calls'][number]
type Pending = {
  item: Item
  deadline: number
  /** Whether the client has left. */
  isAborted: boolean
  state: 'waiting' | 'in a group' | 'alone'
  sendAlone: () => Promise<void>
}
type Outcome = Response | 'sent alone' | 'to be sent alone'
const clientLeft = 'the client left'
/** A batch may end before its calls do. */
type Sent = { outcome: Promise<Outcome> }

/** The service of grouped calls. */
export type GroupedService = {
  replicas: LoadBalancer
  breaker: Breaker
  tracing: Tracing | null
}

/** With fewer groups in flight, groups are larger. */
const maxInFlight = 3
/** Slow calls do not hold up others for longer. */
const maxSlotMilliseconds = 250
/** Leaves time to send reads alone when their group gets no response. */
const readTimeoutMilliseconds = 1_500
const maxGroups = 1_000
const maxBytesOfBodies = 8 * 1_048_576
/** Of the text, its UTF-8, and two compressed forms. */
const bytesPerCharacter = 4

/**
 * Sends the calls of one turn of the event loop, and those that arrive while three groups are in flight, with one call,
 * under the first one's request id: an HTTP call costs more than the rest of a vote or of a page. A call that is alone
 * is sent as it is.
 */
export const sendTogether = (
  grouping: Grouping,
  config: Pick<Config, 'PASSPORT_KEYS'>,
  given: GroupedService,
): SendBy => {
  const call = serviceCaller({
    issuer: 'gateway',
    replicas: given.replicas,
    keys: config.PASSPORT_KEYS,
    timeoutMilliseconds: grouping.isRead ? readTimeoutMilliseconds : responseTimeoutMilliseconds,
    tracing: given.tracing,
  })

  /**
   * Members without choices get the same page until one of its rows changes. As the same Buffer, it is compressed
   * only once.
   */
  const bodies = new LRUCache<string, Buffer>({
    maxSize: maxBytesOfBodies,
    sizeCalculation: ({ length }) => bytesPerCharacter * length + 1,
    memoMethod: (text) => Buffer.from(text),
  })

  const sendAll = async (all: readonly Pending[]): Promise<readonly (Sent | Error)[]> => {
    const now = performance.now()
    const group = all.filter(({ deadline, isAborted }) => deadline > now && !isAborted)
    for (const one of group) one.state = group.length === 1 ? 'alone' : 'in a group'
    const work = outcomesOf(group)
    await nullAfter(work, maxSlotMilliseconds).catch(() => {})
    const places = new Map(group.map((one, at) => [one, at]))
    return all.map((one) => {
      const place = places.get(one)
      if (place === undefined) return timedOut()
      return { outcome: work.then((outcomes) => outcomes[place] ?? 'to be sent alone') }
    })
  }

  const outcomesOf = async (group: readonly Pending[]): Promise<readonly Outcome[]> => {
    const [first] = group
    if (first === undefined) return []
    if (group.length === 1) {
      await first.sendAlone()
      return ['sent alone']
    }
    try {
      return await guarded(given.breaker, () => sendGroup(group), group.length)
    } catch (error) {
      // Nothing was done, for example by an instance of the version before, which has no such route.
      const isRefused = error instanceof AppError && error.status < 500
      if (!isRefused && !grouping.isRead) throw error
      return group.map(() => 'to be sent alone')
    }
  }

  const sendGroup = async (group: readonly Pending[]): Promise<Response[]> => {
    const calls = group.map(({ item }) => item)
    const requestId = calls[0]?.requestId ?? ''
    const { parts, responses } = await call(
      callTogether,
      { body: { method: grouping.isRead ? 'GET' : 'POST', calls } },
      requestId,
    )
    if (responses.length !== calls.length) throw unreadable()
    return responses.map(({ status, headers, body: places }) => {
      const texts = places.map((place) => parts[place])
      if (!texts.every((text) => text !== undefined)) throw unreadable()
      const [whole = ''] = texts
      const isShared = grouping.isRead && status === 200 && texts.length === 1
      return { status, headers, body: isShared ? bodies.memo(whole) : Buffer.from(texts.join('')) }
    })
  }

  /** For the trace of the request. */
  const inContext = (work: () => Promise<void>): (() => Promise<void>) =>
    given.tracing === null ? work : AsyncResource.bind(work)

  const groups = new LRUCache<string, (call: Pending) => Promise<Sent>>({
    max: maxGroups,
    memoMethod: () => batchLoader(sendAll, maxInFlight),
  })

  return (send) =>
    async (request, sink, timeoutMilliseconds = responseTimeoutMilliseconds) => {
      const group = grouping.groupOf(request)
      const item = itemOf(request)
      if (group === null || item === null) return send(request, sink, timeoutMilliseconds)
      const deadline = performance.now() + timeoutMilliseconds
      const left = Promise.withResolvers<typeof clientLeft>()
      const sendAlone = inContext(async () => {
        const millisecondsLeft = deadline - performance.now()
        if (millisecondsLeft <= 0) throw timedOut()
        await send(request, sink, millisecondsLeft)
      })
      const call: Pending = { item, deadline, isAborted: false, state: 'waiting', sendAlone }
      sink.abortable(() => {
        call.isAborted = true
        left.resolve(clientLeft)
      })
      const sending = groups
        .memo(group)(call)
        .then((sent) => sent.outcome)
      const outcome = await withTimeout(
        Promise.race([sending, left.promise]),
        timeoutMilliseconds,
      ).catch((error: unknown) => {
        if (!(error instanceof TimeoutError)) throw error
        // It has the same deadline, and may have begun to respond.
        if (call.state === 'alone') return sending
        // A call that was sent is reported when it ends.
        if (call.state === 'waiting' && !given.breaker.isOpen()) given.breaker.begin()?.('failure')
        throw timedOut()
      })
      if (outcome === clientLeft)
        throw new AppError('unavailable', { cause: new Error(clientLeft) })
      if (outcome === 'to be sent alone') return sendAlone()
      if (outcome !== 'sent alone') pass(outcome, sink)
    }
}

/** The response of a service that does not fit the call. */
const unreadable = (): AppError =>
  new AppError('unavailable', {
    retryAfterSeconds: 1,
    cause: new Error('the responses to a group of calls do not fit them'),
  })

const itemOf = (call: UpstreamCall): Item | null => {
  const passport = headerOf(call, passportHeader)
  const requestId = headerOf(call, requestIdHeader)
  if (passport === undefined || requestId === undefined) return null
  const body = call.body?.toString()
  return { passport, requestId, path: call.path, ...(body === undefined ? {} : { body }) }
}

/** The headers are alternating names and values. */
export const headerOf = ({ headers }: UpstreamCall, name: string): string | undefined => {
  const at = headers.findIndex((item, index) => index % 2 === 0 && item === name)
  return at === -1 ? undefined : headers[at + 1]
}

const timedOut = (): AppError =>
  new AppError('upstream_timeout', { cause: new Error('no response to a group of calls in time') })

const pass = ({ status, headers, body }: Response, sink: Sink): void => {
  sink.start(status, { ...headers, 'content-length': String(body.length) })
  sink.data(body)
  sink.end()
}
