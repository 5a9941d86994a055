import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { unreadChanged } from '@answerable/contracts/events'
import { countUnread, type UnreadNumber } from '@answerable/contracts/notifications'
import type { Viewer } from '@answerable/contracts/sessions'
import {
  passportHeader,
  passportKeysFor,
  readPassportKeys,
  signPassport,
} from '@answerable/service-kit/calls/passport'
import {
  type BareTestService,
  newMember,
  startBareTestService,
  testMasterKey,
} from '@answerable/service-kit/testing/service'
import { serving } from '@answerable/service-kit/testing/serving'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { realtime } from './service.ts'

const keys = readPassportKeys(passportKeysFor(testMasterKey, 'gateway')) ?? new Map()
const stored = new Map<string, UnreadNumber>()
let notifications: Server
let service: BareTestService

beforeAll(async () => {
  notifications = createServer(
    serving(async (request, response) => {
      const { userIds } = countUnread.body.parse(JSON.parse(await text(request)))
      const members = userIds.map(
        (userId) => stored.get(userId) ?? { userId, unread: 0, version: 0 },
      )
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ members }))
    }),
  )
  await new Promise<void>((resolve) => notifications.listen(0, '127.0.0.1', resolve))
  const { port } = notifications.address() as AddressInfo
  service = await startBareTestService(realtime, {
    NOTIFICATIONS_URL: `http://127.0.0.1:${port}`,
  })
})
afterAll(async () => {
  await service.stop()
  notifications.closeAllConnections()
  notifications.close()
})

const openPage = async (viewer: Viewer | null) => {
  const passport = signPassport(keys, {
    issuer: 'gateway',
    audience: 'realtime',
    method: 'GET',
    path: '/ws',
    viewer,
    client: { address: '203.0.113.9' },
  })
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws`, {
    headers: { [passportHeader]: passport, origin: 'http://localhost:8080' },
  })
  const received: unknown[] = []
  socket.on('message', (data) => received.push(JSON.parse(String(data))))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return { socket, received }
}

const change = (...members: UnreadNumber[]) =>
  service.bus.publish({
    id: randomUUID(),
    subject: unreadChanged.subject,
    payload: { members },
    requestId: null,
  })

const message = (unread: number) => ({ type: 'UNREAD', unread })

test('a page gets its member’s number when it opens, and every newer one, but no older one', async () => {
  const viewer = newMember()
  const number = (unread: number, version: number) => ({ userId: viewer.id, unread, version })
  stored.set(viewer.id, number(4, 7))
  const { socket, received } = await openPage(viewer)
  await expect.poll(() => received).toEqual([message(4)])
  await change(number(3, 6))
  await change(number(5, 8))
  await change(number(4, 7))
  await change(number(5, 8))
  await change(number(0, 9))
  await expect.poll(() => received).toEqual([message(4), message(5), message(0)])
  socket.terminate()
})

test('only the pages of the member get a number, all of them', async () => {
  const [viewer, other] = [newMember(), newMember()]
  const own = [await openPage(viewer), await openPage(viewer)]
  const others = [await openPage(other), await openPage(null)]
  for (const { received } of own) await expect.poll(() => received).toContainEqual(message(0))
  await change({ userId: viewer.id, unread: 2, version: 1 })
  for (const { received } of own) await expect.poll(() => received.at(-1)).toEqual(message(2))
  // A later message to the others proves that the number would have arrived by now.
  await change({ userId: other.id, unread: 9, version: 1 })
  await expect.poll(() => others[0]?.received.at(-1)).toEqual(message(9))
  expect(others[0]?.received).not.toContainEqual(message(2))
  expect(others[1]?.received).toEqual([])
  for (const { socket } of [...own, ...others]) socket.terminate()
})

test('a member without an open page costs nothing, and gets the number with the next page', async () => {
  const viewer = newMember()
  const first = await openPage(viewer)
  await expect.poll(() => first.received).toEqual([message(0)])
  first.socket.terminate()
  await change({ userId: viewer.id, unread: 1, version: 1 })
  stored.set(viewer.id, { userId: viewer.id, unread: 1, version: 1 })
  const second = await openPage(viewer)
  await expect.poll(() => second.received).toEqual([message(1)])
  second.socket.terminate()
})
