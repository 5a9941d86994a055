import {
  pathOf,
  type Route,
  type RouteInput,
  type RouteResponse,
} from '@answerable/contracts/route'
import { ApiError } from './api-error.ts'
import { statusTextOf } from './reason-phrases.ts'
import { startTimeLimit } from './time-limit.ts'

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
  const { response, bodyText } = await send(route, input, options)
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

const send = async (
  route: Route,
  input: Parameters<typeof pathOf>[1],
  { signal, headers }: CallOptions,
): Promise<{ response: Response; bodyText: string }> => {
  const { body } = input as { body?: unknown }
  const limit = startTimeLimit()
  const ends = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
  try {
    const response = await fetch(pathOf(route, input), {
      method: route.method,
      credentials: 'include',
      signal: ends,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { response, bodyText: await response.text() }
  } catch (error) {
    // If the reading of a body is aborted, Chromium throws a generic `AbortError` instead of the reason.
    throw ends.aborted ? ends.reason : error
  } finally {
    limit.stop()
  }
}
