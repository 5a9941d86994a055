import {
  pathOf,
  type Route,
  type RouteInput,
  type RouteResponse,
} from '@answerable/contracts/route'
import { ApiError } from './api-error.ts'
import { statusTextOf } from './reason-phrases.ts'

const timeoutMilliseconds = 10_000

type CallOptions = { signal?: AbortSignal; headers?: Readonly<Record<string, string>> }

/** Calls a route with the user's cookies. Throws `ApiError` for an error status. */
export const call = async <R extends Route>(
  route: R,
  input: RouteInput<R>,
  options: CallOptions = {},
): Promise<RouteResponse<R>> => (await callWithHeaders(route, input, options)).body

export const callWithHeaders = async <R extends Route>(
  route: R,
  input: RouteInput<R>,
  options: CallOptions = {},
): Promise<{ body: RouteResponse<R>; headers: Headers }> => {
  const { body } = input as { body?: unknown }
  const timeout = AbortSignal.timeout(timeoutMilliseconds)
  const response = await fetch(pathOf(route, input), {
    method: route.method,
    credentials: 'include',
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    headers: {
      ...options.headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const bodyText = await response.text()
  if (!response.ok) {
    throw new ApiError({
      status: response.status,
      statusText: statusTextOf(response),
      bodyText,
      retryAfter: response.headers.get('retry-after'),
    })
  }
  const parsed = bodyText === '' ? undefined : JSON.parse(bodyText)
  return { body: parsed as RouteResponse<R>, headers: response.headers }
}
