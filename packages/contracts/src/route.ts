import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { LimitName } from './limits.ts'

/** Every program of the site that answers by HTTP; the one before the others last. */
export const serviceNames = [
  'auth',
  'catalog',
  'moderation',
  'diagnostics',
  'realtime',
  'gateway',
] as const

export type ServiceName = (typeof serviceNames)[number]

/** A service that the gateway stands before. */
export type BackendName = Exclude<ServiceName, 'gateway'>

/**
 * Who may call a route. 'internal' routes are never reachable through the gateway: the passport must
 * come from one of `callers`.
 */
export type Access = 'public' | 'signed-in' | 'admin' | 'internal'

type Method = 'GET' | 'POST' | 'DELETE'

export type Route = {
  readonly service: ServiceName
  readonly method: Method
  /** Path template with `:name` parameters. */
  readonly path: `/${string}`
  readonly access: Access
  /** Also for members whose account is suspended: to see what is kept of them, and to leave. */
  readonly openToSuspended?: boolean
  /** Issuers whose passport an 'internal' route accepts. */
  readonly callers?: readonly ServiceName[]
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  /** A schema that accepts undefined makes the body optional. */
  readonly body?: z.ZodMiniType
  /** The JSON body of a success; absent where the answer has none (204) or is a page. */
  readonly response?: z.ZodMiniType
  /** Status of a success, 200 unless told. */
  readonly status?: 200 | 201 | 202 | 204
  /** Errors a caller must expect beyond those that every route can give. */
  readonly errors?: readonly ErrorCode[]
  /** Largest body accepted, `defaultMaxBodyBytes` unless told. */
  readonly maxBodyBytes?: number
  /** What it counts as, where `limitOf` would not find it by itself. */
  readonly limit?: LimitName
}

export const defaultMaxBodyBytes = 16_384

/** Declares one call: the server's handler and the browser's call are both typed by it. */
export const route = <const Definition extends Route>(definition: Definition): Definition =>
  definition

type Part<R extends Route, Key extends 'params' | 'query' | 'body'> = R extends {
  [key in Key]: infer Schema extends z.ZodMiniType
}
  ? Schema
  : never

/** What a caller passes: the input side of the schemas. */
export type RouteInput<R extends Route> = ([Part<R, 'params'>] extends [never]
  ? { params?: undefined }
  : { params: z.input<Part<R, 'params'>> }) &
  ([Part<R, 'query'>] extends [never]
    ? { query?: undefined }
    : { query?: z.input<Part<R, 'query'>> }) &
  ([Part<R, 'body'>] extends [never]
    ? { body?: undefined }
    : undefined extends z.input<Part<R, 'body'>>
      ? { body?: z.input<Part<R, 'body'>> }
      : { body: z.input<Part<R, 'body'>> })

/** What a handler receives: the parsed side of the schemas. */
export type RouteRequest<R extends Route> = {
  params: [Part<R, 'params'>] extends [never] ? undefined : z.output<Part<R, 'params'>>
  query: [Part<R, 'query'>] extends [never] ? undefined : z.output<Part<R, 'query'>>
  body: [Part<R, 'body'>] extends [never] ? undefined : z.output<Part<R, 'body'>>
}

/** What a success carries. */
export type RouteResponse<R extends Route> = R extends {
  response: infer Schema extends z.ZodMiniType
}
  ? z.output<Schema>
  : undefined

/** Path of a call with its parameters and query filled in, for example `/api/boycotts/a1B2c3D4?page=2`. */
export const pathOf = <R extends Route>(
  route: R,
  input: { params?: unknown; query?: unknown },
): string => {
  const params = (input.params ?? {}) as Record<string, string>
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams(
    Object.entries((input.query ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]): [string, string] => [key, String(value)]),
  ).toString()
  return search === '' ? path : `${path}?${search}`
}
