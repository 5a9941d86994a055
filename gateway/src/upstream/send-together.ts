import type { IncomingHttpHeaders } from 'node:http'
import { batchLoader } from '@answerable/service-kit/batch-loader'
import { overloaded } from '@answerable/service-kit/calls/concurrency-limit'
import type { LoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import { type ServiceCall, serviceCaller } from '@answerable/service-kit/calls/service-caller'
import { AppError } from '@answerable/service-kit/errors'
import type { Tracing } from '@answerable/service-kit/observability/tracing'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config.ts'
import { type Breaker, guarded } from './breaker.ts'
import { encodedHeaders, encodeOnce } from './compress.ts'
import type { SendBy } from './limited-upstream.ts'
import { responseTimeoutMilliseconds, type Sink, type UpstreamCall } from './upstream.ts'

/** Replaces the calls of one route by calls of another that do the work of several. */
export type Grouping<Item> = {
  /** What a member's own call contributes; null if it must be sent as it is. */
  itemOf: (call: UpstreamCall) => Item | null
  /** Only items with the same key are sent together. Items of one key must take about as long. */
  keyOf: (item: Item) => string
  /** The responses, in the order of the items. */
  send: (call: ServiceCall, items: readonly Item[], requestId: string) => Promise<Response[]>
  /** Whether the calls may be sent again after a failure. */
  isRead: boolean
}

export type Response = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** The parts of a member's own call that every item has. */
export type OwnCall = { passport: string; requestId: string }

type Pending<Item> = { item: Item; deadline: number; sendAlone: () => Promise<void> }
type Outcome = Response | 'sent alone'

/** Enough that one slow call does not hold up all of a gateway. */
const maxInFlight = 8
const maxKeys = 1_000

/**
 * Sends the calls of one turn of the event loop with one call, under the first one's request id, because an HTTP call
 * costs more than the rest of a vote or of a page. A call that arrives alone is sent as it is.
 */
export const sendTogether = <Item extends OwnCall>(
  grouping: Grouping<Item>,
  config: Pick<Config, 'PASSPORT_KEYS'>,
  given: { replicas: LoadBalancer; breaker: Breaker; tracing: Tracing | null },
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
    const outcomes = (await sendInTime(inTime)).values()
    return all.map((one) =>
      inTime.includes(one) ? (outcomes.next().value ?? overloaded) : overloaded,
    )
  }

  const sendInTime = async (
    inTime: readonly Pending<Item>[],
  ): Promise<readonly (Outcome | Error)[]> => {
    const [first] = inTime
    if (first === undefined) return []
    if (inTime.length === 1) return sendEachAlone(inTime)
    try {
      const items = inTime.map(({ item }) => item)
      return await guarded(given.breaker, () => grouping.send(call, items, first.item.requestId))
    } catch (error) {
      if (!maySendAgain(error)) throw error
      return sendEachAlone(inTime)
    }
  }

  const maySendAgain = (error: unknown): boolean => {
    if (!(error instanceof AppError)) return false
    // During an upgrade, an instance of the version before has no such route.
    return error.code === 'not_found' || (grouping.isRead && error.code === 'unavailable')
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
      const sendAlone = async () => {
        if (isAborted) return
        if (deadline <= performance.now()) throw overloaded
        await send(request, sink, deadline - performance.now())
      }
      const outcome = await groups.memo(grouping.keyOf(item))({ item, deadline, sendAlone })
      if (outcome === 'sent alone') return
      const response = await encoded(outcome, sink)
      if (!isAborted) pass(response, sink)
    }
  }
}

const sendEachAlone = (
  all: readonly Pick<Pending<unknown>, 'sendAlone'>[],
): Promise<readonly (Outcome | Error)[]> =>
  Promise.all(all.map(({ sendAlone }) => sendAlone().then(() => 'sent alone' as const, asError)))

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))

/** The response as the client wants it. */
const encoded = async (response: Response, sink: Sink): Promise<Response> => {
  const headers = { ...response.headers, 'content-length': String(response.body.length) }
  const encoding = sink.encodingFor?.({ status: response.status, headers }) ?? null
  if (encoding === null) return response
  const body = await encodeOnce(response.body, encoding)
  return { ...response, headers: encodedHeaders(response.headers, encoding), body }
}

const pass = ({ status, headers, body }: Response, sink: Sink): void => {
  sink.start(status, { ...headers, 'content-length': String(body.length) })
  sink.data(body)
  sink.end()
}
