import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { postComment } from '@answerable/contracts/comments'
import { flagSubmission } from '@answerable/contracts/flags'
import {
  listSubmissions,
  readSubmission,
  type Submission,
  submitBoycott,
} from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { cloneDatabase, type TestDatabase } from '@answerable/service-kit/testing/database'
import {
  type BareTestService,
  newMember,
  startBareTestService,
} from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../site/free-port.ts'
import { catalog } from './service.ts'
import { proposal } from './testing/fixtures.ts'

let database: TestDatabase
let road: Awaited<ReturnType<typeof openRoad>>
let service: BareTestService

beforeAll(async () => {
  database = await cloneDatabase('catalog')
  road = await openRoad(database.strictUrl)
  service = await startBareTestService(catalog, { DATABASE_URL: road.url })
})
afterAll(async () => {
  await service.stop()
  await road.close()
  await database.drop()
})

/** A proxy to the database that can be cut or blocked, so that only this service has an outage. */
const openRoad = async (target: string) => {
  const address = new URL(target)
  const [host, port] = [address.hostname, Number(address.port)]
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  let isBlocked = false
  const server = createServer((near) => {
    const far = connect(port, host)
    track(near)
    track(far)
    near.on('data', (chunk) => isBlocked || far.write(chunk))
    far.on('data', (chunk) => isBlocked || near.write(chunk))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  await listen(await freePort())
  const ownPort = (server.address() as AddressInfo).port
  address.host = `127.0.0.1:${ownPort}`
  return {
    url: address.href,
    cut: close,
    mend: () => listen(ownPort),
    /** From now on connections stay open, but no data passes. */
    block: async () => {
      isBlocked = true
    },
    unblock: async () => {
      isBlocked = false
    },
    close,
  }
}

const everyCall = (id: string) => {
  const viewer = newMember()
  const params = { id }
  return [
    service.call(listSubmissions, {}),
    service.call(readSubmission, { params }),
    service.call(submitBoycott, { body: proposal }, { viewer }),
    service.call(castVote, { params, body: { value: 1 } }, { viewer }),
    service.call(flagSubmission, { params, body: { reason: 'x' } }, { viewer }),
    service.call(postComment, { params, body: { content: 'x' } }, { viewer }),
  ] as const
}

/** Repeats a proposal that is refused because a slow machine exceeds the time limits of production. */
const proposeInTime = (): Promise<Submission> =>
  until(async () => {
    const { status, body } = await service.call(
      submitBoycott,
      { body: proposal },
      { viewer: newMember() },
    )
    expect(status).toBe(201)
    return body
  })

const isReady = async () => (await fetch(new URL('/ready', service.url))).status

test.each([
  { how: 'away', start: () => road.cut(), end: () => road.mend() },
  { how: 'silent', start: () => road.block(), end: () => road.unblock() },
])(
  'while the database is $how every call gets 503, and calls succeed afterwards',
  async (outage) => {
    const { id } = await proposeInTime()
    await outage.start()
    const responses = await Promise.all(everyCall(id))
    for (const response of responses) {
      expect(response).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
      expect(response.headers.get('retry-after')).toBe('1')
      expect(response.text).not.toMatch(/ECONN|postgres|127\.0\.0\.1/i)
    }
    expect(await isReady()).toBe(503)
    await outage.end()
    await until(async () => expect(await isReady()).toBe(200))
    let quickTries = 0
    await until(async () => {
      const startedAt = performance.now()
      const after = await Promise.all(everyCall(id))
      // On a slow machine calls reach the time limits of production. A cut connection fails at once.
      if (performance.now() - startedAt < 1_000) quickTries += 1
      expect(after.map((response) => response.status)).toEqual([200, 200, 201, 200, 201, 201])
    })
    expect(quickTries).toBeLessThanOrEqual(5)
  },
)

test('every vote gets a response even if its connection is cut, and all acknowledged votes are stored', async () => {
  const { id } = await proposeInTime()
  const vote = async (): Promise<number> =>
    (
      await service.call(
        castVote,
        { params: { id }, body: { value: 1 } },
        { viewer: { ...newMember(), id: randomUUID() } },
      )
    ).status
  const statuses: number[] = []
  const voting = Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let i = 0; i < 25; i += 1) statuses.push(await vote())
    }),
  )
  for (const reached of [100, 200, 300]) {
    await until(() => expect(statuses.length).toBeGreaterThan(reached))
    await road.cut()
    await road.mend()
  }
  await voting
  const acknowledged = statuses.filter((status) => status === 200).length
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  const { body } = await until(async () => {
    const response = await service.call(readSubmission, { params: { id } })
    expect(response.status).toBe(200)
    return response
  })
  expect(body.score).toBeGreaterThanOrEqual(acknowledged)
  expect(body.score).toBeLessThanOrEqual(statuses.length)
})
