import { expect, test } from 'vitest'
import { type Limit, limitOf, limits } from './limits.ts'
import type { Route } from './route.ts'
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

test('no path fits two routes of a method, so that their order does not matter', () => {
  const forms = called.map((one) => one.replace(/:\w+/g, ':'))
  const samples = called.map((one) => one.replace(/:\w+/g, 'a1'))
  for (const [at, form] of forms.entries()) {
    const pattern = new RegExp(`^${form.replaceAll('.', '\\.').replaceAll(':', '[^/]+')}$`)
    expect(samples.filter((sample) => pattern.test(sample))).toEqual([samples[at]])
  }
})

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
