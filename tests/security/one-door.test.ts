import type { Route } from '@answerable/contracts/route'
import { until } from '@answerable/service-kit/testing/until'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actors, openActors, roles } from '../fuzz/actors.ts'
import { checkServiceCall } from '../fuzz/check-service-calls.ts'
import { hostilePaths } from '../fuzz/hostile-targets.ts'
import { type ServiceCalls, watchServices } from '../fuzz/service-calls.ts'
import { originForm, routeAt } from '../fuzz/table.ts'
import { startThrowawaySite, type ThrowawaySite } from '../tools/throwaway-site.ts'
import { outside, sendAsStranger } from './site-of-strangers.ts'

/** The whole site; every request that reaches a service is checked. */
let site: ThrowawaySite
let services: ServiceCalls
let actors: Actors

beforeAll(async () => {
  site = await startThrowawaySite()
  actors = await openActors(site.ownerUrl, { member: 40, admin: 40 })
  services = watchServices(site.port)
})
afterAll(async () => {
  services?.stop()
  await actors?.close()
  await site?.stop()
})

const someId = '00000000-0000-4000-8000-000000000001'
const claim = { issuer: 'gateway', audience: 'auth', viewer: { id: someId, role: 'admin' } }
const passport = `${Buffer.from(JSON.stringify(claim)).toString('base64url')}.${'A'.repeat(43)}`

type Header = readonly [name: string, value: string]

const isSameName = ([one]: Header, [other]: Header): boolean =>
  one.toLowerCase().replace('_', '-') === other.toLowerCase().replace('_', '-')

const forgeries: readonly Header[] = [
  ['x-passport', passport],
  ['X-PASSPORT', passport],
  ['x_passport', passport],
  ['x-user-id', someId],
  ['x-user-role', 'admin'],
  ['x-user-email', 'admin@example.org'],
  ['x-user-username', 'admin'],
  ['x-internal-user', someId],
  ['x-internal-service', 'moderation'],
  ['authorization', `Bearer ${passport}`],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-forwarded-for', '127.0.0.1, ::1, unknown'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'http'],
  ['x-forwarded-port', '1'],
  ['x-forwarded-prefix', '/internal'],
  ['forwarded', 'for=127.0.0.1;host=evil.example;proto=http'],
  ['x-real-ip', '127.0.0.1'],
  ['x-client-ip', '127.0.0.1'],
  ['true-client-ip', '127.0.0.1'],
  ['cf-connecting-ip', '127.0.0.1'],
  ['x-original-url', '/internal/accounts/search'],
  ['x-rewrite-url', '/api/admin/stats'],
  ['x-http-method-override', 'DELETE'],
  ['x-request-id', someId],
  ['via', '1.1 localhost'],
  ['host', 'evil.example'],
  ['connection', 'x-passport, cookie'],
]

/**
 * The headers of one request. Several go together, because each request takes time; variants of one name go
 * apart, because the server would join or replace them. `connection` could remove others, so it goes alone.
 */
const forgedTogether = Object.values(
  Object.groupBy(forgeries, (header, at) => {
    const variant = forgeries.slice(0, at).filter((one) => isSameName(one, header)).length
    return header[0] === 'connection' ? 'connection' : variant
  }),
).filter((headers) => headers !== undefined)

/** On a busy machine services may time out: repeats requests with status 503 or 504. */
const untilAvailable = <Result extends { response: { status: number } }>(
  ask: () => Promise<Result>,
): Promise<Result> =>
  until(async () => {
    const result = await ask()
    expect(result.response.status).not.toBeOneOf([503, 504])
    return result
  })

const pathOf = ({ path }: Route): string => path.replace(/:\w+/g, 'zzzzzzzz')
const bodyOf = (route: Route) => (route.method === 'POST' ? { body: '{}' } : {})

describe.each(roles)('forged headers of a %s', (role) => {
  test('change no response and reach no service, on any route', async () => {
    for (const [at, [name, route]] of outside.entries()) {
      // Skips the routes that end the session, or that send at most one mail per minute.
      if (name === 'logOut' || name === 'requestDeletionCode') continue
      const target = pathOf(route)
      const plain = { method: route.method, target, ...bodyOf(route) }
      // Accounts take turns, so that none comes near a limit.
      const ask = (headers: readonly Header[], turn: number) =>
        untilAvailable(() =>
          sendAsStranger(
            { port: site.port, services },
            { ...plain, actor: actors.pick(role, turn), headers },
          ),
        )
      const { response: expected, reached, problems } = await ask([], at)
      expect(problems).toEqual([])
      for (const [turn, headers] of forgedTogether.entries()) {
        const forged = await ask(headers, at + turn)
        expect({ name, headers, ...forged, response: forged.response.status }).toEqual({
          name,
          headers,
          response: expected.status,
          // Anonymous reads are cached for a moment and then reach no service.
          reached: role === 'visitor' && reached > 0 ? expect.toBeOneOf([0, reached]) : reached,
          problems: [],
        })
      }
    }
  })
})

const targets = outside.map(([, route]) => pathOf(route))
const methods = [
  'GET',
  'POST',
  'DELETE',
  'HEAD',
  'PUT',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PURGE',
  'PROPFIND',
  'get',
  'Get',
  'GE',
  'GETT',
]
const mutants = 2_000
const seed = 20_261_101

test(`of ${mutants} mutants of path and method none reaches a service outside the table`, async () => {
  const mutant = fc.record({
    target: fc.oneof(hostilePaths(fc.constantFrom(...targets)), fc.constantFrom(...targets)),
    method: fc.constantFrom(...methods),
    role: fc.constantFrom(...roles),
  })
  let outsideTable = 0
  for (const { target, method, role } of fc.sample(mutant, { numRuns: mutants, seed })) {
    const actor = actors.pick(role, 1)
    const { response, problems } = await untilAvailable(() =>
      sendAsStranger({ port: site.port, services }, { method, target, actor }),
    )
    const route = routeAt(method, originForm(target))
    if (route === null || route.access === 'internal') outsideTable += 1
    expect({ method, target, problems }).toEqual({ method, target, problems: [] })
    expect(response.status).toBeLessThan(500)
    // Replaces an actor who signed out.
    if (route?.path === '/api/auth/logout') await actors.replace(actor)
  }
  expect(outsideTable).toBeGreaterThan(mutants / 2)
  expect(services.rest().flatMap(checkServiceCall)).toEqual([])
})
