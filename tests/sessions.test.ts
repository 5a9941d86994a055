import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { auth } from '@answerable/auth/service'
import { gateway } from '@answerable/gateway/service'
import { realtime } from '@answerable/realtime/service'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import {
  type BareTestService,
  startBareTestService,
  startTestService,
  type TestService,
} from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { repeatWhileBusy } from './tools/repeat-while-busy.ts'
import { nobody, servicesAway } from './tools/services-away.ts'

/** No event of auth reaches the gateway: each service has a bus of its own. */
let accounts: TestService
let pushes: BareTestService
let site: BareTestService
let owner: Pool
const notifications = createServer((_request, response) => response.end())

beforeAll(async () => {
  await once(notifications.listen(0, '127.0.0.1'), 'listening')
  const { port } = notifications.address() as AddressInfo
  accounts = await startTestService(auth, { CODE_KEY: 'k'.repeat(43) })
  pushes = await startBareTestService(realtime, { NOTIFICATIONS_URL: nobody })
  site = await startBareTestService(gateway, {
    ...servicesAway,
    NOTIFICATIONS_URL: `http://127.0.0.1:${port}`,
    AUTH_URL: accounts.url,
    REALTIME_URL: pushes.url,
  })
  const log = createLog({ service: 'test', level: 'silent' })
  owner = openPool({ url: accounts.database.ownerUrl, max: 1, name: 'test', log })
})
afterAll(async () => {
  await owner.end()
  await site.stop()
  await pushes.stop()
  await accounts.stop()
  notifications.close()
})

const newSession = async () => {
  const [userId, sessionId] = [randomUUID(), randomUUID()]
  const sessionHash = createHash('sha256').update(sessionId).digest('base64url')
  await owner.query('INSERT INTO auth.users (id, email, username) VALUES ($1, $2, $3)', [
    userId,
    `${userId}@example.org`,
    `user-${userId}`,
  ])
  await owner.query('INSERT INTO auth.sessions (hash, user_id) VALUES ($1, $2)', [
    sessionHash,
    userId,
  ])
  return { userId, sessionHash, cookie: `sid=${sessionId}` }
}

/** A member's call is passed on, and all others get 401. */
const statusOf = async (cookie: string): Promise<number> => {
  const call = () => fetch(`${site.url}/api/notifications`, { headers: { cookie } })
  return (await repeatWhileBusy(call)).status
}

const openPage = async (cookie: string) => {
  const page = new WebSocket(`${site.url.replace('http', 'ws')}/ws`, { headers: { cookie } })
  const closed = once(page, 'close')
  await once(page, 'open')
  return { page, closed }
}

test.each([
  ['session', 'DELETE FROM auth.sessions WHERE hash = $1'],
  [
    'account',
    'DELETE FROM auth.users WHERE id = (SELECT user_id FROM auth.sessions WHERE hash = $1)',
  ],
])(
  'without events, a deleted %s closes the websockets and ends the cached session',
  async (_what, statement) => {
    const other = await newSession()
    const { cookie, sessionHash } = await newSession()
    // From its second lookup on, the session is cached for as long as auth confirms it.
    for (const member of [cookie, other.cookie, cookie, other.cookie])
      expect(await statusOf(member)).toBe(200)
    const { closed } = await openPage(cookie)
    const { page: stays } = await openPage(other.cookie)
    await owner.query(statement, [sessionHash])
    const [code] = await closed
    expect(code).toBe(1012)
    expect(await statusOf(cookie)).toBe(401)
    expect(await statusOf(other.cookie)).toBe(200)
    expect(stays.readyState).toBe(WebSocket.OPEN)
    stays.terminate()
  },
)
