import { randomBytes } from 'node:crypto'
import { auth } from '@answerable/auth/service'
import { catalog } from '@answerable/catalog/service'
import { readMailbox } from '@answerable/contracts/mailbox'
import type { Route, ServiceName } from '@answerable/contracts/route'
import { routes } from '@answerable/contracts/routes'
import { diagnostics } from '@answerable/diagnostics/service'
import { startTestEvidence } from '@answerable/evidence/testing/service'
import { moderation } from '@answerable/moderation/service'
import { notifications } from '@answerable/notifications/service'
import {
  type Passport,
  passportHeader,
  passportKeysFor,
  passportLifetimeSeconds,
  readPassportKeys,
  signPassport,
} from '@answerable/service-kit/calls/passport'
import {
  type BareTestService,
  startTestService,
  testMasterKey,
} from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { nobody } from '../tools/services-away.ts'

const services = new Map<ServiceName, BareTestService>()

beforeAll(async () => {
  const CODE_KEY = randomBytes(32).toString('base64url')
  services.set('auth', await startTestService(auth, { CODE_KEY }))
  services.set('catalog', await startTestService(catalog))
  const others = { AUTH_URL: nobody, CATALOG_URL: nobody, EVIDENCE_URL: nobody }
  services.set('moderation', await startTestService(moderation, others))
  services.set('notifications', await startTestService(notifications, others))
  services.set('evidence', await startTestEvidence({ CHECK_SOURCES: 'off' }))
  services.set('diagnostics', await startTestService(diagnostics))
})
afterAll(async () => {
  for (const service of services.values()) await service.stop()
})

type ServiceRoute = Route & { service: Exclude<ServiceName, 'gateway'> }
const isServed = (route: Route): route is ServiceRoute => route.service !== 'gateway'
const table = Object.entries<Route>(routes).flatMap(([name, route]) =>
  isServed(route) && route !== readMailbox ? [[name, route] as const] : [],
)

const admin = {
  id: '4a3b2c1d-0000-4000-8000-000000000001',
  username: 'ada',
  role: 'admin',
} as const
const keysOf = (service: ServiceName, master = testMasterKey) =>
  readPassportKeys(passportKeysFor(master, service)) ?? new Map()

/** The path with a valid id of the type that the route takes. */
const pathOf = ({ path, params }: Route): string => {
  const isUuid = params?.safeParse({ id: admin.id }).success === true
  return path.replace(':token', 't'.repeat(43)).replace(/:\w+/g, isUuid ? admin.id : 'a1B2c3D4')
}
const rightFor = (route: ServiceRoute): Omit<Passport, 'expiresAt'> => ({
  issuer: route.callers?.[0] ?? 'gateway',
  audience: route.service,
  method: route.method,
  path: pathOf(route),
  viewer: admin,
  client: { address: '192.0.2.1' },
})
const sign = (content: Omit<Passport, 'expiresAt'>, master = testMasterKey): string =>
  signPassport(keysOf(content.issuer, master), content)

const signedBefore = (content: Omit<Passport, 'expiresAt'>, seconds: number): string => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - seconds * 1_000 })
  try {
    return sign(content)
  } finally {
    vi.useRealTimers()
  }
}

/** Changes the signed content and keeps the signature. */
const rewritten = (token: string): string => {
  const [text = '', signature = ''] = token.split('.')
  const content = JSON.parse(Buffer.from(text, 'base64url').toString())
  const changed = { ...content, viewer: { ...admin, username: 'bea' } }
  return `${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`
}

const another = (service: ServiceName): ServiceName => (service === 'auth' ? 'catalog' : 'auth')

const wrong: [string, (route: ServiceRoute) => string | null][] = [
  ['no passport', () => null],
  ['an empty one', () => ''],
  ['one that is no passport', () => 'forged'],
  ['one without a signature', (route) => sign(rightFor(route)).split('.')[0] ?? ''],
  ['one that was rewritten', (route) => rewritten(sign(rightFor(route)))],
  ['one that is too old', (route) => signedBefore(rightFor(route), passportLifetimeSeconds + 1)],
  [
    'one for another service',
    (route) => sign({ ...rightFor(route), issuer: 'gateway', audience: another(route.service) }),
  ],
  ['one for another path', (route) => sign({ ...rightFor(route), path: `${pathOf(route)}/x` })],
  ['one for another query', (route) => sign({ ...rightFor(route), path: `${pathOf(route)}?x=1` })],
  ['one for another method', (route) => sign({ ...rightFor(route), method: 'TRACE' })],
  [
    'one signed with another key',
    (route) => sign(rightFor(route), 'a key of somebody else entirely'),
  ],
]

const call = async (route: ServiceRoute, passport: string | null, body = '{}') => {
  const url = services.get(route.service)?.url
  const response = await fetch(new URL(pathOf(route), url), {
    method: route.method,
    headers: {
      'content-type': 'application/json',
      'x-user-id': admin.id,
      'x-user-role': 'admin',
      'x-internal-service': 'gateway',
      ...(passport === null ? {} : { [passportHeader]: passport }),
    },
    ...(route.body === undefined ? {} : { body }),
  })
  const { error } = JSON.parse((await response.text()) || '{}') as {
    error?: { code: string; fields?: Record<string, string> }
  }
  return { status: response.status, code: error?.code, fields: error?.fields ?? {} }
}

describe.each(wrong)('a direct call of a service with %s', (_case, passport) => {
  test('is refused with 401 on every route', async () => {
    for (const [name, route] of table) {
      const refused = { name, status: 401, code: 'passport_refused', fields: {} }
      expect({ name, ...(await call(route, passport(route))) }).toEqual(refused)
    }
  })
})

test('the same calls with a valid passport are accepted', async () => {
  for (const [name, route] of table) {
    const { code } = await call(route, sign(rightFor(route)))
    expect({ name, isRefused: code === 'passport_refused' }).toEqual({ name, isRefused: false })
  }
})

test('internal routes refuse services that are not their callers', async () => {
  const internal = table.filter(([, { access }]) => access === 'internal')
  expect(internal.length).toBeGreaterThan(8)
  for (const [name, route] of internal) {
    for (const issuer of ['gateway', 'moderation', 'notifications', 'realtime'] as const) {
      if (route.callers?.includes(issuer) === true) continue
      // A service without a key for the pair cannot sign at all.
      if (!keysOf(issuer).has(`${issuer}>${route.service}`)) continue
      const refused = { name, status: 401, code: 'passport_refused', fields: {} }
      expect({ name, ...(await call(route, sign({ ...rightFor(route), issuer }))) }).toEqual(
        refused,
      )
    }
  }
})

const strangeMembers = [
  '"id":"00000000","authorId":"00000000","userId":"00000000"',
  '"isAdmin":true,"role":"admin"',
  '"score":1000,"superBoost":1000,"flagged":false,"approved":true',
  '"createdAt":"2020-01-01T00:00:00Z"',
  '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}',
]

/** Whether the contract's body itself has a field of this name, so that sending it is valid. */
const isNamed = ({ body }: Route, member: string): boolean =>
  body !== undefined && Object.keys((body as { shape?: object }).shape ?? {}).includes(member)

test('no route accepts unknown fields or changes a prototype', async () => {
  const withBody = table.filter(([, { body }]) => body !== undefined)
  expect(withBody.length).toBeGreaterThan(20)
  for (const [name, route] of withBody) {
    for (const members of strangeMembers) {
      const response = await call(route, sign(rightFor(route)), `{${members}}`)
      expect({ name, members, status: response.status }).toEqual({ name, members, status: 400 })
      const accepted = Object.keys(JSON.parse(`{${members}}`)).filter(
        (one) => one !== '__proto__' && response.fields[one] === undefined && !isNamed(route, one),
      )
      expect({ name, accepted }).toEqual({ name, accepted: [] })
    }
  }
  expect('polluted' in {}).toBe(false)
})
