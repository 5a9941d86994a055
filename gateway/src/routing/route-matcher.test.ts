import { pages } from '@answerable/contracts/pages'
import type { Route } from '@answerable/contracts/route'
import { routes } from '@answerable/contracts/routes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileRoutes } from './route-matcher.ts'

const templates = [
  ...new Set(
    [...Object.values<Route>(routes), ...Object.values(pages).map((path) => ({ path }))].map(
      ({ path }) => path,
    ),
  ),
]
const lookUp = compileRoutes(
  Object.values<Route>(routes).map(({ method, path }) => ({ method, path, target: path })),
)
const all = compileRoutes(templates.map((path) => ({ method: 'GET', path, target: path })))

/** The simplest possible matcher, for comparison. */
const isInTable = (path: string): boolean => patterns.some((pattern) => pattern.test(path))
const patterns = templates.map((template) => {
  const text = template
    .replaceAll('.', String.raw`\.`)
    .replaceAll(':slug', '(?:[0-9A-Za-z_-]|%[89A-F][0-9A-F])+')
    .replace(/:\w+/g, '[0-9A-Za-z_-]+')
  return new RegExp(`^${text}$`)
})

const filledIn = fc.constantFrom(...templates).map((path) => path.replace(/:\w+/g, 'a1B2c3D4'))
const disturbance = fc.constantFrom(
  ...['/', '//', '/.', '/..', '/../', './', '.', '..', '%2e', '%2E%2e', '%2f', '%2F', '\\', '%5c'],
  ...[';', ';x=1', '%00', '%', '*', ':', ':id', '@', '#', ' ', '~', 'é', '\u0000', 'A', 'API'],
)
const mutant = fc.oneof(
  fc
    .tuple(filledIn, fc.nat({ max: 60 }), disturbance)
    .map(([path, at, extra]) => `${path.slice(0, at)}${extra}${path.slice(at)}`),
  fc
    .tuple(filledIn, fc.nat({ max: 60 }))
    .map(([path, at]) => path.slice(0, at) + path.slice(at + 1)),
  fc.tuple(filledIn, filledIn).map(([one, other]) => one + other),
  filledIn.map((path) => path.toUpperCase()),
  filledIn.map((path) => `http://127.0.0.1${path}`),
  filledIn.map((path) =>
    path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ),
  fc.string({ maxLength: 40 }).map((text) => `/${text}`),
)

test('no mutant of a path is found that is not in the table letter for letter', () => {
  fc.assert(
    fc.property(mutant, (path) => {
      expect(all('GET', path).kind).toBe(isInTable(path) ? 'found' : 'nothing')
    }),
    { numRuns: 5_000 },
  )
})

test('every route is found with its method, and no other', () => {
  const all = Object.values<Route>(routes)
  const isServed = (method: string, path: string) =>
    all.some((route) => route.method === method && route.path === path)
  for (const route of all) {
    const path = route.path.replace(/:\w+/g, 'a1B2c3D4')
    expect(lookUp(route.method, path)).toMatchObject({ kind: 'found', template: route.path })
    for (const method of ['PUT', 'PATCH', 'OPTIONS', 'TRACE', 'get', '', 'constructor']) {
      expect(lookUp(method, path).kind).toBe(isServed(method, route.path) ? 'found' : 'method')
    }
  }
})

test('a known path with another method returns the allowed methods, and HEAD uses the route of GET', () => {
  expect(lookUp('PUT', '/api/boycotts')).toMatchObject({ kind: 'method', allow: 'GET, HEAD, POST' })
  expect(lookUp('HEAD', '/api/boycotts')).toMatchObject({ kind: 'found' })
  expect(lookUp('GET', '/api/boycotts/a1B2c3D4/vote')).toMatchObject({ allow: 'POST, DELETE' })
})

test('a slug may have letters of any script, percent-encoded; an id may not', () => {
  const find = compileRoutes(
    ['/named/:slug', '/named/:id/parts', '/known/:id'].map((path) => ({
      method: 'GET',
      path,
      target: path,
    })),
  )
  for (const name of ['nestle', 'caf%C3%A9-2', '%E4%B8%89%E8%8F%B1']) {
    expect(find('GET', `/named/${name}`).kind).toBe('found')
  }
  expect(find('GET', '/named/nestle/parts').kind).toBe('found')
  for (const path of ['/known/caf%C3%A9', '/named/caf%C3%A9/parts']) {
    expect(find('GET', path).kind).toBe('nothing')
  }
  for (const name of ['%2F', '%2e%2e', '%00', '%c3%a9', '%C', '%', 'a%20b', 'é', '']) {
    expect(find('GET', `/named/${name}`).kind).toBe('nothing')
  }
})

test('a literal takes precedence over a parameter, in either order', () => {
  const paths = ['/known/:id', '/known/newest', '/known/:id/parts']
  for (const order of [paths, paths.toReversed()]) {
    const find = compileRoutes(order.map((path) => ({ method: 'GET', path, target: path })))
    expect(find('GET', '/known/newest')).toMatchObject({ target: '/known/newest', params: {} })
    expect(find('GET', '/known/older')).toMatchObject({ target: '/known/:id' })
    expect(find('GET', '/known/newest/parts')).toMatchObject({ target: '/known/:id/parts' })
  }
})
