import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Limit, limitOf, limits } from './limits.ts'
import { type Route, requiresConfirmation } from './route.ts'
import { routes } from './routes.ts'

const called = Object.values(routes).map((route) => `${route.method} ${route.path}`)

test('every route of the specification has its method and path', () => {
  expect(called).toEqual(
    expect.arrayContaining([
      'GET /api/auth/me',
      'POST /api/auth/magic-link',
      'POST /api/auth/verify-code',
      'POST /api/auth/verify',
      'POST /api/auth/logout',
      'GET /api/auth/geolocation',
      'GET /api/boycotts',
      'POST /api/boycotts',
      'GET /api/boycotts/:id',
      'POST /api/boycotts/:id/vote',
      'POST /api/boycotts/:id/flag',
      'GET /api/boycotts/:id/comments',
      'POST /api/boycotts/:id/comments',
      'GET /api/admin/stats',
      'GET /api/admin/flagged',
      'POST /api/admin/submissions/:id/approve',
      'POST /api/admin/submissions/:id/remove',
      'POST /api/admin/submissions/:id/super-boost',
      'POST /api/diagnostics/analyze',
    ]),
  )
})

test('no path is valid for two routes of a method', () => {
  for (const [one, other] of pairsOf(Object.values<Route>(routes)))
    expect(isOverlapping(one, other), `${one.path} and ${other.path}`).toBe(false)
})

test('a literal and a parameter overlap unless the schema of the parameter refuses the literal', () => {
  const routeWith = (path: Route['path'], params?: Route['params']): Route => ({
    service: 'catalog',
    method: 'GET',
    path,
    access: 'public',
    ...(params === undefined ? {} : { params }),
  })
  const byId = routeWith('/things/:id', z.strictObject({ id: z.string().check(z.length(8)) }))
  expect(isOverlapping(routeWith('/things/newest'), byId)).toBe(false)
  expect(isOverlapping(byId, routeWith('/things/featured'))).toBe(true)
  expect(isOverlapping(routeWith('/things/newest'), routeWith('/things/:id'))).toBe(true)
  expect(isOverlapping(routeWith('/things/:name'), byId)).toBe(true)
  expect(isOverlapping(routeWith('/:kind/featured'), byId)).toBe(true)
  expect(isOverlapping(routeWith('/things/newest/one'), byId)).toBe(false)
})

const pairsOf = (all: readonly Route[]): [Route, Route][] =>
  all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter(({ method }) => method === one.method)
      .map((other): [Route, Route] => [one, other]),
  )

/** Whether a path may be valid for both routes, so that their order would matter. */
const isOverlapping = (one: Route, other: Route): boolean => {
  const [segments, others] = [one.path.split('/'), other.path.split('/')]
  return (
    segments.length === others.length &&
    segments.every((segment, at) => fits(one, segment, others[at] ?? '')) &&
    others.every((segment, at) => fits(other, segment, segments[at] ?? ''))
  )
}

/** Whether the segment of a route may have the value. Two parameters may have the same value. */
const fits = ({ params }: Route, segment: string, value: string): boolean => {
  if (value.startsWith(':')) return true
  if (!segment.startsWith(':')) return segment === value
  const name = segment.slice(1)
  const { error } = z.safeParse(params ?? z.unknown(), { [name]: value })
  return error?.issues.every(({ path }) => path[0] !== name) ?? true
}

test('the paths of services consist of letters, digits, hyphens and underscores', () => {
  for (const { service, path } of Object.values<Route>(routes)) {
    if (service !== 'gateway') expect(path).toMatch(/^(?:\/:?[0-9A-Za-z_-]+)+$/)
  }
})

test('exactly the internal routes are under /internal and name their callers', () => {
  for (const route of Object.values(routes)) {
    const isInternal = route.access === 'internal'
    expect(route.path.startsWith('/internal/')).toBe(isInternal)
    expect('callers' in route && route.callers.length > 0).toBe(isInternal)
  }
})

test('every route under /api/admin is for administrators', () => {
  for (const route of Object.values(routes)) {
    if (route.path.startsWith('/api/admin/')) expect(route.access).toBe('admin')
  }
})

test('every change for administrators needs a confirmation, except what decides nothing', () => {
  const exceptions = Object.entries<Route>(routes)
    .filter(([, route]) => route.access === 'admin' && route.method !== 'GET')
    .filter(([, route]) => !requiresConfirmation(route))
    .map(([name]) => name)
  expect(exceptions).toEqual([
    'beginPasskey',
    'addPasskey',
    'beginConfirmation',
    'confirmSession',
    'openEntries',
    // They send a message again, or an empty one, to an address that was confirmed.
    'testWebhook',
    'replayWebhookDelivery',
  ])
  for (const route of Object.values<Route>(routes))
    if (requiresConfirmation(route)) expect(route.access).toBe('admin')
})

test('every change from outside has a limit per network', () => {
  for (const route of Object.values<Route>(routes)) {
    if (route.access === 'internal' || route.method === 'GET') continue
    const limit: Limit = limits[limitOf(route)]
    expect({ path: route.path, windows: limit.network.length > 0 }).toMatchObject({ windows: true })
  }
  const { requestMagicLink, verifyCode, verifyLink, logOut } = routes
  expect([requestMagicLink, verifyCode, verifyLink, logOut].map(limitOf)).toEqual([
    'mails',
    'codes',
    'codes',
    'writes',
  ])
})
