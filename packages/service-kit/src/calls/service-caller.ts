import { errorBody } from '@answerable/contracts/errors'
import {
  pathOf,
  type Route,
  type RouteInput,
  type RouteResponse,
  type ServiceName,
} from '@answerable/contracts/route'
import { AppError } from '../errors.ts'
import { requestIdHeader } from '../http/request-headers.ts'
import { type Tracing, traceparentHeader } from '../observability/tracing.ts'
import { type Lease, type LoadBalancer, wasNeverSent } from './load-balancer.ts'
import { type PassportKeys, passportHeader, signPassport } from './passport.ts'
import { openTimeLimit } from './time-limit.ts'

export type ServiceCall = <R extends Route>(
  route: R,
  input: RouteInput<R>,
  requestId: string,
) => Promise<RouteResponse<R>>

/**
 * Calls routes of another service as `issuer`. Throws refusals (4xx) of the other service as the same AppError,
 * redirects as `not_found`, and every other failure as `unavailable`. A call that could not be sent to one instance is
 * sent to another.
 */
export const serviceCaller =
  (options: {
    issuer: ServiceName
    replicas: LoadBalancer
    keys: PassportKeys
    timeoutMilliseconds: number
    tracing?: Tracing | null
  }): ServiceCall =>
  async <R extends Route>(route: R, input: RouteInput<R>, requestId: string) => {
    const path = pathOf(route, input)
    const passport = signPassport(options.keys, {
      issuer: options.issuer,
      audience: route.service,
      method: route.method,
      path,
      viewer: null,
      client: null,
    })
    const traceparent = options.tracing?.traceparent() ?? null
    const deadline = performance.now() + options.timeoutMilliseconds
    const response = await send().catch((cause: unknown) => {
      throw new AppError('unavailable', { cause, retryAfterSeconds: 1 })
    })
    if (response.status >= 300) throw refusalOf(route, response)
    return (response.text === '' ? undefined : JSON.parse(response.text)) as RouteResponse<R>

    async function send(failed?: Lease): Promise<Answer> {
      const turn = options.replicas.acquire(failed)
      const limit = openTimeLimit(Math.max(0, deadline - performance.now()))
      try {
        const { statusCode, headers, body } = await turn.pool.request({
          method: route.method,
          path,
          signal: limit.signal,
          headers: {
            'content-type': 'application/json',
            [passportHeader]: passport,
            [requestIdHeader]: requestId,
            ...(traceparent === null ? {} : { [traceparentHeader]: traceparent }),
          },
          ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        })
        const text = await body.text()
        turn.release('success')
        return { status: statusCode, text, retryAfter: headers['retry-after'] }
      } catch (error) {
        turn.release('failure')
        const hasAnother = failed === undefined && options.replicas.size() > 1
        if (hasAnother && wasNeverSent(error)) return await send(turn)
        throw error
      } finally {
        limit.stop()
      }
    }
  }

type Answer = { status: number; text: string; retryAfter: string | string[] | undefined }

const refusalOf = (route: Route, response: Answer): AppError => {
  const cause = new Error(`${route.service} answered ${response.status}`)
  if (response.status < 400) return new AppError('not_found', { cause })
  if (response.status < 500 && response.status !== 401) {
    const refusal = errorBody.safeParse(JSON.parse(response.text))
    if (refusal.success) {
      const { code, message, fields } = refusal.data.error
      const retryAfterSeconds = Number(response.retryAfter)
      return new AppError(code, {
        message,
        cause,
        ...(fields === undefined ? {} : { fields }),
        ...(retryAfterSeconds > 0 ? { retryAfterSeconds } : {}),
      })
    }
  }
  return new AppError('unavailable', { cause, retryAfterSeconds: 1 })
}
