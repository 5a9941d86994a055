import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMailbox } from '@answerable/contracts/mailbox'
import { requestDeletionCode } from '@answerable/contracts/own-account'
import { type Access, type Route, requiresConfirmation } from '@answerable/contracts/route'
import { routes } from '@answerable/contracts/routes'
import { readSettings } from '@answerable/infra/settings'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'
import { until } from '@answerable/service-kit/testing/until'
import { freePort } from '@answerable/site/free-port'
import { type Site, startSite } from '@answerable/site/site'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** The whole site with a database of its own. */
let site: Site
let directory: string
let db: Pool

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'answerable-roles-'))
  const webDirectory = join(directory, 'web')
  await mkdir(webDirectory)
  await writeFile(join(webDirectory, 'index.html'), '<!doctype html><title>Answerable</title>')
  site = await startSite({
    settings: readSettings({
      PORT: String(await freePort()),
      DATA_DIR: join(directory, 'data'),
      LOG_LEVEL: 'silent',
      TRUST_PROXY_HOPS: '1',
      CHECK_SOURCES: 'off',
    }),
    webDirectory,
    onProgress: () => {},
  })
  const log = createLog({ service: 'test', level: 'silent' })
  db = openPool({ url: patientUrl(site.ownerUrl), max: 2, name: 'test', log })
})
afterAll(async () => {
  await db?.end()
  await site?.stop()
  await rm(directory, { recursive: true, force: true })
})

const roles = [
  'visitor',
  'member',
  'suspended member',
  'suspended administrator',
  'unconfirmed admin',
  'admin',
] as const
type Role = (typeof roles)[number]

/** A person of a role with a session; a visitor has none. */
const newSession = async (role: Role): Promise<string | null> => {
  if (role === 'visitor') return null
  const [userId, sessionId] = [randomUUID(), randomUUID()]
  await db.query(
    `INSERT INTO auth.users (
       id, email, username, is_admin, suspended_at, passkey_needed, first_passkey_until
     ) VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN now() END, $6, now() + interval '1 hour')`,
    [
      userId,
      `${userId}@example.org`,
      `user-${userId}`,
      role.endsWith('admin') || role === 'suspended administrator',
      role.startsWith('suspended'),
      role === 'unconfirmed admin',
    ],
  )
  await db.query('INSERT INTO auth.sessions (hash, user_id) VALUES ($1, $2)', [
    createHash('sha256').update(sessionId).digest('base64url'),
    userId,
  ])
  return sessionId
}

let clients = 0

/** Each call comes from a separate network, so that it meets no limit. */
const send = async (route: Route, sessionId: string | null) => {
  clients += 1
  const path = route.path
    .replace(':id', idFor(route))
    .replace(':slug', 'unknown')
    .replace(':sourceId', 'unknown')
    .replace(':token', 't'.repeat(43))
    .replace(':username', 'nobody')
    .replace(':kind/:key', 'submission/00000000')
    .replace(':snapshot/:file', '2026-01-01T020000Z/manifest.json')
  const hasBody = route.body?.safeParse(undefined).success === false
  const call = () =>
    fetch(new URL(path, site.url), {
      method: route.method,
      headers: {
        'x-forwarded-for': `10.0.${clients >> 8}.${clients & 0xff}`,
        ...(sessionId === null ? {} : { cookie: `sid=${sessionId}` }),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
      },
      ...(hasBody ? { body: '{}' } : {}),
    })
  // On a busy machine services may time out.
  const response = await until(async () => {
    const response = await call()
    expect(response.status).not.toBeOneOf([503, 504])
    return response
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  const body = isJson && text !== '' ? JSON.parse(text) : null
  return { status: response.status, code: body?.error?.code ?? null }
}

/** A valid id, of the type that the route takes, without a record. */
const idFor = ({ params }: Route): string => {
  const id = randomUUID()
  return params?.safeParse({ id }).success === true ? id : '00000000'
}

const refusals: Record<Access, Record<Role, [number, string] | null>> = {
  public: {
    visitor: null,
    member: null,
    'suspended member': null,
    'suspended administrator': null,
    'unconfirmed admin': null,
    admin: null,
  },
  'signed-in': {
    visitor: [401, 'signed_out'],
    member: null,
    'suspended member': [403, 'account_suspended'],
    'suspended administrator': [403, 'account_suspended'],
    'unconfirmed admin': null,
    admin: null,
  },
  admin: {
    visitor: [401, 'signed_out'],
    member: [403, 'forbidden'],
    'suspended member': [403, 'account_suspended'],
    'suspended administrator': [403, 'account_suspended'],
    'unconfirmed admin': null,
    admin: null,
  },
  internal: {
    visitor: [404, 'not_found'],
    member: [404, 'not_found'],
    'suspended member': [404, 'not_found'],
    'suspended administrator': [404, 'not_found'],
    'unconfirmed admin': [404, 'not_found'],
    admin: [404, 'not_found'],
  },
}

/** auth checks the deletion of the account itself, with the state of the session in its tables. */
const needsConfirmation = (route: Route): boolean =>
  requiresConfirmation(route) || route === requestDeletionCode

const refusalOf = (route: Route, role: Role): [number, string] | null =>
  role === 'unconfirmed admin' && needsConfirmation(route)
    ? [403, 'confirmation_needed']
    : refusals[route.access][role]

const table = Object.entries<Route>(routes).filter(([, route]) => route !== readMailbox)

describe.each(roles)('a %s', (role) => {
  test.each(table)('gets the access of the contract to %s', async (_name, route) => {
    const response = await send(route, await newSession(role))
    const isLetIn = role.startsWith('suspended') && route.openToSuspended === true
    const refusal = isLetIn ? null : refusalOf(route, role)
    if (refusal !== null) {
      expect([response.status, response.code]).toEqual(refusal)
      return
    }
    // Access was granted; the call itself may fail because its record is missing or its input is wrong.
    expect([200, 201, 202, 204, 400, 404, 409]).toContain(response.status)
    expect(['signed_out', 'forbidden', 'account_suspended', 'not_found']).not.toContain(
      response.code,
    )
  })
})

const administrative = table.map(([, route]) => route).filter(({ access }) => access === 'admin')

test('the role is checked on every call: demotion and suspension apply to the next one', async () => {
  expect(administrative.length).toBeGreaterThan(10)
  for (const change of ['is_admin = false', 'suspended_at = now()']) {
    const session = await newSession('admin')
    const hash = createHash('sha256').update(String(session)).digest('base64url')
    const route = routes.readStats
    expect((await send(route, session)).status).toBe(200)
    await db.query(
      `UPDATE auth.users SET ${change}
       WHERE id = (SELECT user_id FROM auth.sessions WHERE hash = $1)`,
      [hash],
    )
    for (const each of administrative)
      expect([401, 403]).toContain((await send(each, session)).status)
  }
})
