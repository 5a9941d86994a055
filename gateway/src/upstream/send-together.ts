import { AsyncResource } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import { batchLoader } from '@answerable/service-kit/batch-loader'
import type { LoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import { type ServiceCall, serviceCaller } from '@answerable/service-kit/calls/service-caller'
import { AppError } from '@answerable/service-kit/errors'
import type { Tracing } from '@answerable/service-kit/observability/tracing'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config.ts'
import { type Breaker, guarded } from './breaker.ts'
import type { SendBy } from './limited-upstream.ts'
import { responseTimeoutMilliseconds, type Sink, type UpstreamCall } from './upstream.ts'

/** Replaces the calls of one route by calls of another that do the work of several. */
export type Grouping<Item> = {
  /** What a call contributes to a group; null if it must be sent as it is. */
  itemOf: (call: UpstreamCall) => Item | null
  /** Only items with the same key are sent together. Items of one key must take about as long. */
  keyOf: (item: Item) => string
  /** The responses, in the order of the items. */
  send: (call: ServiceCall, items: readonly Item[], requestId: string) => Promise<Response[]>
  /** Whether the calls may be sent again after a failure. */
  isRead: boolean
}

export type Response = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** What every item has of its own call. */
export type OwnCall = { passport: string; requestId: string }

type Pending<Item> = { item: Item; deadline: number; sendAlone: () => Promise<void> }
type Outcome = Response | 'sent alone' | 'to be sent alone'

/** The service of grouped calls. */
export type GroupedService = {
  replicas: LoadBalancer
  breaker: Breaker
  tracing: Tracing | null
}

/** Enough that one slow call does not hold up all of a gateway. */
const maxInFlight = 8
const maxKeys = 1_000

/**
 * Sends the calls of one turn of the event loop, and those that wait while eight groups are in flight, with one call,
 * under the first one's request id: an HTTP call costs more than the rest of a vote or of a page. A call that is alone
 * is sent as it is.
 */
export const sendTogether = <Item extends OwnCall>(
  grouping: Grouping<Item>,
  config: Pick<Config, 'PASSPORT_KEYS'>,
  given: GroupedService,
): SendBy => {
  const call = serviceCaller({
    issuer: 'gateway',
    replicas: given.replicas,
    keys: config.PASSPORT_KEYS,
    timeoutMilliseconds: responseTimeoutMilliseconds,
    tracing: given.tracing,
  })

  const sendAll = async (all: readonly Pending<Item>[]): Promise<readonly (Outcome | Error)[]> => {
    const now = performance.now()
    const inTime = all.filter(({ deadline }) => deadline > now)
    const outcomes = await sendInTime(inTime)
    const byCall = new Map(inTime.map((one, at) => [one, outcomes[at]]))
    return all.map((one) => byCall.get(one) ?? timedOut())
  }

  const sendInTime = async (inTime: readonly Pending<Item>[]): Promise<readonly Outcome[]> => {
    const [first] = inTime
    if (first === undefined) return []
    if (inTime.length === 1) {
      await first.sendAlone()
      return ['sent alone']
    }
    try {
      return await guarded(given.breaker, () => sendGroup(inTime, first.item.requestId))
    } catch (error) {
      // During an upgrade, an instance of the version before has no such route.
      const isUnknown = error instanceof AppError && error.code === 'not_found'
      if (!isUnknown && !grouping.isRead) throw error
      return inTime.map(() => 'to be sent alone')
    }
  }

  const sendGroup = async (
    group: readonly Pending<Item>[],
    requestId: string,
  ): Promise<readonly Response[]> => {
    const items = group.map(({ item }) => item)
    const responses = await grouping.send(call, items, requestId)
    if (responses.length !== items.length) throw unreadable()
    return responses
  }

  return (send) => {
    const groups = new LRUCache<string, (call: Pending<Item>) => Promise<Outcome>>({
      max: maxKeys,
      memoMethod: () => batchLoader(sendAll, maxInFlight),
    })
    return async (request, sink, timeoutMilliseconds = responseTimeoutMilliseconds) => {
      const item = grouping.itemOf(request)
      if (item === null) return send(request, sink, timeoutMilliseconds)
      const deadline = performance.now() + timeoutMilliseconds
      let isAborted = false
      sink.abortable(() => {
        isAborted = true
      })
      // In the context of this request, for its trace.
      const sendAlone = AsyncResource.bind(async () => {
        if (isAborted) return
        const millisecondsLeft = deadline - performance.now()
        if (millisecondsLeft <= 0) throw timedOut()
        await send(request, sink, millisecondsLeft)
      })
      const outcome = await within(
        timeoutMilliseconds,
        groups.memo(grouping.keyOf(item))({ item, deadline, sendAlone }),
      )
      if (outcome === 'to be sent alone') return sendAlone()
      if (outcome !== 'sent alone' && !isAborted) pass(outcome, sink)
    }
  }
}

/** The response of a service that does not fit the call. */
export const unreadable = (): AppError =>
  new AppError('unavailable', {
    retryAfterSeconds: 1,
    cause: new Error('the responses to a group of calls do not fit them'),
  })

const timedOut = (): AppError =>
  new AppError('upstream_timeout', { cause: new Error('no response to a group of calls in time') })

const within = async <Result>(milliseconds: number, work: Promise<Result>): Promise<Result> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(timedOut()), milliseconds)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

const pass = ({ status, headers, body }: Response, sink: Sink): void => {
  sink.start(status, { ...headers, 'content-length': String(body.length) })
  sink.data(body)
  sink.end()
}
