import { castVote, castVotes } from '@answerable/contracts/votes'
import { batchLoader } from '@answerable/service-kit/batch-loader'
import { overloaded } from '@answerable/service-kit/calls/concurrency-limit'
import type { LoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import { passportHeader } from '@answerable/service-kit/calls/passport'
import { serviceCaller } from '@answerable/service-kit/calls/service-caller'
import { AppError } from '@answerable/service-kit/errors'
import { requestIdHeader } from '@answerable/service-kit/http/request-headers'
import type { Tracing } from '@answerable/service-kit/observability/tracing'
import type { Config } from '../config.ts'
import { type Breaker, guarded } from './breaker.ts'
import type { SendBy } from './limited-upstream.ts'
import { responseTimeoutMilliseconds, type Sink, type UpstreamCall } from './upstream.ts'

type Vote = { passport: string; requestId: string; submissionId: string; value: 1 | -1 }
type Response = { status: number; body: string; retryAfterSeconds?: number | undefined }
type Pending = Vote & { deadline: number; sendAlone: () => Promise<void> }

/** Enough that one slow call does not hold up all votes of a gateway. */
const maxInFlight = 8

/**
 * Sends the votes of one turn of the event loop with one call, under the first vote's request id, because an HTTP
 * call costs more than the rest of a vote. A vote that arrives alone, and a request that is not simply a vote, is
 * sent as it is.
 */
export const sendVotesTogether = (
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

  const sendAll = async (
    votes: readonly Pending[],
  ): Promise<readonly (Response | Error | null)[]> => {
    const [first] = votes
    if (first === undefined) return []
    if (votes.length === 1) {
      await first.sendAlone()
      return [null]
    }
    const now = performance.now()
    const inTime = votes.filter(({ deadline }) => deadline > now)
    if (inTime.length === 0) return votes.map(() => overloaded)
    const outcomes = await sendInTime(inTime, first.requestId)
    const byVote = new Map(inTime.map((vote, at) => [vote, outcomes[at]]))
    return votes.map((vote) => {
      const outcome = byVote.get(vote)
      return outcome === undefined ? overloaded : outcome
    })
  }

  const sendInTime = async (
    votes: readonly Pending[],
    requestId: string,
  ): Promise<readonly (Response | Error | null)[]> => {
    const body = {
      votes: votes.map(({ passport, requestId, submissionId, value }) => ({
        ...{ passport, requestId, submissionId, value },
      })),
    }
    try {
      return (await guarded(given.breaker, () => call(castVotes, { body }, requestId))).responses
    } catch (error) {
      // During an upgrade, an instance of the version before has no such route.
      if (!(error instanceof AppError && error.code === 'not_found')) throw error
      return Promise.all(votes.map((vote) => vote.sendAlone().then(() => null, asError)))
    }
  }

  return (send) => {
    const sendTogether = batchLoader(sendAll, maxInFlight)
    return async (request, sink, timeoutMilliseconds = responseTimeoutMilliseconds) => {
      const vote = voteOf(request)
      if (vote === null) return send(request, sink, timeoutMilliseconds)
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
      const response = await sendTogether({ ...vote, deadline, sendAlone })
      if (response !== null && !isAborted) pass(response, sink)
    }
  }
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))

const votePath = new RegExp(`^${castVote.path.replace(':id', '([0-9A-Za-z]{8})')}$`)
const voteBody = /^\s*\{\s*"value"\s*:\s*(-?1)\s*\}\s*$/

/** The vote of a request that is valid; catalog refuses all others. */
const voteOf = ({ path, headers, body }: UpstreamCall): Vote | null => {
  const submissionId = votePath.exec(path)?.[1]
  const value = voteBody.exec(body?.toString('latin1') ?? '')?.[1]
  const passport = headerIn(headers, passportHeader)
  const requestId = headerIn(headers, requestIdHeader)
  const isPlain =
    headerIn(headers, 'content-type') === 'application/json' &&
    headerIn(headers, 'content-encoding') === undefined
  if (submissionId === undefined || value === undefined || !isPlain) return null
  if (passport === undefined || requestId === undefined) return null
  return { passport, requestId, submissionId, value: value === '1' ? 1 : -1 }
}

/** A value of alternating names and values. */
const headerIn = (headers: readonly string[], name: string): string | undefined => {
  const at = headers.findIndex((item, index) => index % 2 === 0 && item === name)
  return at === -1 ? undefined : headers[at + 1]
}

const pass = ({ status, body, retryAfterSeconds }: Response, sink: Sink): void => {
  const bytes = Buffer.from(body)
  sink.start(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(bytes.length),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  })
  sink.data(bytes)
  sink.end()
}
