import { errorBody } from '@answerable/contracts/errors'
import {
  pathOf,
  type Route,
  type RouteInput,
  type RouteResponse,
  type ServiceName,
} from '@answerable/contracts/route'
import { Agent, request } from 'undici'
import { AppError } from './errors.ts'
import { requestIdHeader } from './http-app.ts'
import { type PassportKeys, passportHeader, signPassport } from './passport.ts'

export type ServiceCall = <R extends Route>(
  route: R,
  input: RouteInput<R>,
  requestId: string,
) => Promise<RouteResponse<R>>

/** Keeps the connections to other services. Whoever opens it closes it: `destroy`. */
export const openAgent = (): Agent =>
  new Agent({ connect: { timeout: 1_000 }, keepAliveMaxTimeout: 30_000 })

/**
 * Calls internal routes of another service as `issuer`. Throws what the other side refused (4xx) as the
 * same AppError, and every other failure as `unavailable`.
 */
export const serviceCaller =
  (options: {
    issuer: ServiceName
    url: string
    keys: PassportKeys
    dispatcher: Agent
    timeoutMilliseconds: number
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
    const answer = await send(path, passport).catch((cause: unknown) => {
      throw new AppError('unavailable', { cause, retryAfterSeconds: 1 })
    })
    if (answer.status >= 300) throw refusalOf(route, answer)
    return (answer.text === '' ? undefined : JSON.parse(answer.text)) as RouteResponse<R>

    async function send(path: string, passport: string): Promise<Answer> {
      const { statusCode, body } = await request(new URL(path, options.url), {
        method: route.method,
        dispatcher: options.dispatcher,
        headersTimeout: options.timeoutMilliseconds,
        bodyTimeout: options.timeoutMilliseconds,
        headers: {
          'content-type': 'application/json',
          [passportHeader]: passport,
          [requestIdHeader]: requestId,
        },
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      })
      return { status: statusCode, text: await body.text() }
    }
  }

type Answer = { status: number; text: string }

const refusalOf = (route: Route, answer: Answer): AppError => {
  const cause = new Error(`${route.service} answered ${answer.status}`)
  if (answer.status < 500 && answer.status !== 401) {
    const refusal = errorBody.safeParse(JSON.parse(answer.text))
    if (refusal.success) {
      const { code, message } = refusal.data.error
      return new AppError(code, { message, cause })
    }
  }
  return new AppError('unavailable', { cause, retryAfterSeconds: 1 })
}
