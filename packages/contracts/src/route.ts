import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { LimitName } from './limits.ts'

/** Every HTTP program of the site; the gateway last. */
export const serviceNames = [
  'auth',
  'catalog',
  'moderation',
  'diagnostics',
  'notifications',
  'evidence',
  'realtime',
  'gateway',
] as const

export type ServiceName = (typeof serviceNames)[number]

/** A service behind the gateway. */
export type BackendName = Exclude<ServiceName, 'gateway'>

/**
 * The callers of a route. 'internal' routes are never reachable through the gateway: the passport must come
 * from one of `callers`.
 */
export type Access = 'public' | 'signed-in' | 'admin' | 'internal'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Route = {
  readonly service: ServiceName
  readonly method: Method
  /** Path template with `:name` parameters. */
  readonly path: `/${string}`
  readonly access: Access
  /** Allowed for suspended members: to export their data and delete their account. */
  readonly openToSuspended?: boolean
  /** Overrides `requiresConfirmation`. */
  readonly needsConfirmation?: boolean
  /** Issuers whose passport an 'internal' route accepts. */
  readonly callers?: readonly ServiceName[]
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  /** A schema that accepts undefined makes the body optional. */
  readonly body?: z.ZodMiniType
  /** The JSON body of a success; absent for 204 and pages. */
  readonly response?: z.ZodMiniType
  /** Status of a success, 200 by default. */
  readonly status?: 200 | 201 | 202 | 204
  /** Whether the response may be 301 with the current path in `Location`. */
  readonly redirects?: true
  /** Errors beyond those that every route can return. */
  readonly errors?: readonly ErrorCode[]
  /** Maximum body size, `defaultMaxBodyBytes` by default. */
  readonly maxBodyBytes?: number
  /** Whether other sites may call it: it trusts a secret in the request, and no session. */
  readonly crossSite?: true
  /** Overrides the limit that `limitOf` would choose. */
  readonly limit?: LimitName
}

/**
 * Whether an administrator with passkeys must have confirmed the session with one. By default every change that only
 * administrators can make, so that a new decision is never forgotten.
 */
export const requiresConfirmation = ({ needsConfirmation, access, method }: Route): boolean =>
  needsConfirmation ?? (access === 'admin' && method !== 'GET')

export const defaultMaxBodyBytes = 16_384

/** Declares a route; types the server's handler and the browser's call. */
export const route = <const Definition extends Route>(definition: Definition): Definition =>
  definition

type Part<R extends Route, Key extends 'params' | 'query' | 'body'> = R extends {
  [key in Key]: infer Schema extends z.ZodMiniType
}
  ? Schema
  : never

/** The caller's input: the input side of the schemas. */
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

/** The handler's input: the parsed side of the schemas. */
export type RouteRequest<R extends Route> = {
  params: [Part<R, 'params'>] extends [never] ? undefined : z.output<Part<R, 'params'>>
  query: [Part<R, 'query'>] extends [never] ? undefined : z.output<Part<R, 'query'>>
  body: [Part<R, 'body'>] extends [never] ? undefined : z.output<Part<R, 'body'>>
}

/** The body of a success. */
export type RouteResponse<R extends Route> = R extends {
  response: infer Schema extends z.ZodMiniType
}
  ? z.output<Schema>
  : undefined

/** The path with its parameters and query, for example `/api/boycotts/a1B2c3D4?page=2`. */
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
