import { randomBytes, randomUUID } from 'node:crypto'
import { auth } from '@answerable/auth/service'
import { catalog } from '@answerable/catalog/service'
import { deleteAccount, requestDeletionCode } from '@answerable/contracts/own-account'
import type { Route, ServiceName } from '@answerable/contracts/route'
import { moderation } from '@answerable/moderation/service'
import {
  passportHeader,
  passportKeysFor,
  readPassportKeys,
  signPassport,
} from '@answerable/service-kit/calls/passport'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { type RunningService, startService } from '@answerable/service-kit/service'
import { cloneDatabase } from '@answerable/service-kit/testing/database'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'
import { testMasterKey } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startNats, type TestServer } from './tools/servers.ts'

const names = ['auth', 'catalog', 'moderation'] as const
type Name = (typeof names)[number]
const definitions = { auth, catalog, moderation }

let nats: TestServer
let databases: Record<Name, Awaited<ReturnType<typeof cloneDatabase>>>
/** Connections as the owner of the schemas. */
let tables: Record<Name, Pool>
const running = new Map<Name, RunningService>()

beforeAll(async () => {
  nats = await startNats()
  databases = {
    auth: await cloneDatabase('auth'),
    catalog: await cloneDatabase('catalog'),
    moderation: await cloneDatabase('moderation'),
  }
  const log = createLog({ service: 'test', level: 'silent' })
  const open = (name: Name): Pool => {
    const url = new URL(databases[name].ownerUrl)
    url.searchParams.set('options', `-c search_path=${name}`)
    return openPool({ url: patientUrl(url.href), max: 2, name: 'test', log })
  }
  tables = { auth: open('auth'), catalog: open('catalog'), moderation: open('moderation') }
})
afterAll(async () => {
  await Promise.all([...running.values()].map((service) => service.stop()))
  await Promise.all(Object.values(tables).map((pool) => pool.end()))
  await Promise.all(Object.values(databases).map((database) => database.drop()))
  await nats.stop()
})

const start = async (name: Name): Promise<void> => {
  const service = await startService<never, unknown>(definitions[name] as never, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    NATS_URL: nats.url,
    REDIS_URL: inject('redisUrl'),
    DATABASE_URL: databases[name].url,
    PASSPORT_KEYS: passportKeysFor(testMasterKey, name),
    CODE_KEY: randomBytes(32).toString('base64url'),
    AUTH_URL: 'http://127.0.0.1:1',
    CATALOG_URL: 'http://127.0.0.1:1',
    EVIDENCE_URL: 'http://127.0.0.1:1',
  })
  running.set(name, service)
  await until(async () => expect((await fetch(new URL('/ready', service.url))).status).toBe(200))
}

const stop = async (name: Name): Promise<void> => {
  await running.get(name)?.stop()
  running.delete(name)
}

const member = { id: randomUUID(), username: 'long-gone', role: 'member' } as const
const email = 'long-gone@example.org'

const callAuth = async (route: Route, body?: object): Promise<number> => {
  const keys = readPassportKeys(passportKeysFor(testMasterKey, 'gateway')) ?? new Map()
  const passport = signPassport(keys, {
    issuer: 'gateway' satisfies ServiceName,
    audience: 'auth',
    method: route.method,
    path: route.path,
    viewer: member,
    client: { address: '127.0.0.1' },
  })
  const response = await fetch(new URL(route.path, running.get('auth')?.url), {
    method: route.method,
    headers: {
      [passportHeader]: passport,
      cookie: 'sid=the-session',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return response.status
}

const codeInMail = () =>
  until(async () => {
    const { rows } = await tables.auth.query<{ code: string }>('SELECT code FROM dev_mails')
    const [mail] = rows
    if (mail === undefined) throw new Error('no mail yet')
    return mail.code
  })

const insertTraces = async (): Promise<void> => {
  await tables.auth.query('INSERT INTO users (id, email, username) VALUES ($1, $2, $3)', [
    member.id,
    email,
    member.username,
  ])
  await tables.catalog.query('INSERT INTO authors (id, username) VALUES ($1, $2)', [
    member.id,
    member.username,
  ])
  await tables.catalog.query(
    `INSERT INTO submissions (id, author_id, target_name, location, reasons, comment_count, score)
     VALUES ('aaaaaaaa', $1, 'Acme', 'Springfield', 'Anvils.', 1, 1)`,
    [member.id],
  )
  await tables.catalog.query(
    `INSERT INTO comments (id, submission_id, author_id, content)
     VALUES (gen_random_uuid(), 'aaaaaaaa', $1, 'Mine.')`,
    [member.id],
  )
  await tables.catalog.query(
    `INSERT INTO votes (user_id, submission_id, value) VALUES ($1, 'aaaaaaaa', 1)`,
    [member.id],
  )
  await tables.moderation.query(
    `WITH decision AS (
       INSERT INTO decisions (id, kind, submission_id, admin_id, admin_username, request_id)
       VALUES (gen_random_uuid(), 'remove', 'aaaaaaaa', gen_random_uuid(), 'chief', 'test')
       RETURNING id
     )
     INSERT INTO appeals (decision_id, submission_id, author_id, text)
     SELECT id, 'aaaaaaaa', $1, 'Mine too.' FROM decision`,
    [member.id],
  )
}

const readCatalog = async () => {
  const { rows } = await tables.catalog.query(
    `SELECT author_id, comment_count, score, (SELECT count(*) FROM comments) AS comments,
       (SELECT count(*) FROM votes) AS votes FROM submissions`,
  )
  return rows[0]
}

test('services that were down erase a deleted account later', async () => {
  await insertTraces()
  await start('auth')
  // Each service has started before, so that the bus stores the events that it misses.
  for (const name of ['catalog', 'moderation'] as const) {
    await start(name)
    await stop(name)
  }
  expect(await callAuth(requestDeletionCode)).toBe(202)
  const body = { username: member.username, code: await codeInMail() }
  expect(await callAuth(deleteAccount, body)).toBe(204)
  await expect.poll(async () => (await tables.auth.query('SELECT FROM outbox')).rowCount).toBe(0)
  await stop('auth')
  expect(await readCatalog()).toMatchObject({ author_id: member.id, comments: 1, votes: 1 })

  await start('catalog')
  await expect
    .poll(readCatalog)
    .toEqual({ author_id: null, comment_count: 0, score: 0, comments: 0, votes: 0 })
  await start('moderation')
  await expect
    .poll(async () => (await tables.moderation.query('SELECT FROM appeals')).rowCount)
    .toBe(0)
})
