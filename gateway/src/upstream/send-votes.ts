import { joinBoycott, joinBoycotts } from '@answerable/contracts/participation'
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
type Kind = 'votes' | 'joins'
type Response = { status: number; body: string; retryAfterSeconds?: number | undefined }
type Pending = Vote & { deadline: number; sendAlone: () => Promise<void> }

/** Enough that one slow call does not hold up all votes of a gateway. */
const maxInFlight = 8

/**
 * Sends the votes of one turn of the event loop with one call, under the first vote's request id, because an HTTP
 * call costs more than the rest of a vote. A vote that arrives alone, and a request that is not simply a vote, is
 * sent as it is. Joins likewise.
 */
export const sendVotesTogether = (
  config: Pick<Config, 'PASSPORT_KEYS'>,
  given: { replicas: LoadBalancer; breaker: Breaker; tracing: Tracing | null },
  kind: Kind = 'votes',
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
    try {
      const { responses } = await guarded(given.breaker, () =>
        kind === 'votes'
          ? call(castVotes, { body: { votes: votes.map(voteIn) } }, requestId)
          : call(joinBoycotts, { body: { joins: votes.map(joinIn) } }, requestId),
      )
      return responses
    } catch (error) {
      // During an upgrade, an instance of the version before has no such route.
      if (!(error instanceof AppError && error.code === 'not_found')) throw error
      return Promise.all(votes.map((vote) => vote.sendAlone().then(() => null, asError)))
    }
  }

  return (send) => {
    const sendTogether = batchLoader(sendAll, maxInFlight)
    return async (request, sink, timeoutMilliseconds = responseTimeoutMilliseconds) => {
      const vote = kind === 'votes' ? voteOf(request) : joinOf(request)
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

const joinIn = ({ passport, requestId, submissionId }: Vote) => ({
  ...{ passport, requestId, submissionId },
})
const voteIn = (vote: Vote) => ({ ...joinIn(vote), value: vote.value })

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))

const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(':id', '([0-9A-Za-z]{8})')}$`)
const votePath = pathPattern(castVote.path)
const voteBody = /^\s*\{\s*"value"\s*:\s*(-?1)\s*\}\s*$/
const joinPath = pathPattern(joinBoycott.path)

/** The vote of a request that is valid; catalog refuses all others. */
const voteOf = ({ path, headers, body }: UpstreamCall): Vote | null => {
  const submissionId = votePath.exec(path)?.[1]
  const value = voteBody.exec(body?.toString('latin1') ?? '')?.[1]
  const isPlain =
    headerIn(headers, 'content-type') === 'application/json' &&
    headerIn(headers, 'content-encoding') === undefined
  if (submissionId === undefined || value === undefined || !isPlain) return null
  return withHeaders(headers, { submissionId, value: value === '1' ? 1 : -1 })
}

const joinOf = ({ path, headers }: UpstreamCall): Vote | null => {
  const submissionId = joinPath.exec(path)?.[1]
  return submissionId === undefined ? null : withHeaders(headers, { submissionId, value: 1 })
}

const withHeaders = (
  headers: readonly string[],
  vote: Pick<Vote, 'submissionId' | 'value'>,
): Vote | null => {
  const passport = headerIn(headers, passportHeader)
  const requestId = headerIn(headers, requestIdHeader)
  return passport === undefined || requestId === undefined ? null : { passport, requestId, ...vote }
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
