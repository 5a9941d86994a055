import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { passportKeysFor } from '@answerable/service-kit/calls/passport'
import { transaction } from '@answerable/service-kit/db'
import { testMasterKey } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { propose, startCatalog, type TestCatalog } from '../testing/fixtures.ts'
import { isDue } from './due-snapshot.ts'
import { runThread } from './thread.ts'

let service: TestCatalog
let directory: string

beforeAll(async () => {
  service = await startCatalog()
  await propose(service)
})
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'open-data-'))
  await service.db.query('UPDATE snapshot_schedule SET due_at = now()')
  return () => rm(directory, { recursive: true })
})
afterAll(() => service.stop())

const configWith = (settings: Record<string, string> = {}) =>
  readConfig({
    ...{ LOG_LEVEL: 'silent', DATABASE_URL: service.database.url, OPEN_DATA_DIR: directory },
    PASSPORT_KEYS: passportKeysFor(testMasterKey, 'catalog'),
    ...settings,
  })
const never = new AbortController().signal

/** A database server that accepts connections and sends nothing. */
const startSilentServer = async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { server, url: `postgres://catalog:secret@127.0.0.1:${port}/answerable` }
}

test('a thread takes a due snapshot, and the next one finds none due', async () => {
  expect(await runThread(configWith(), never)).toBe(true)
  const names = await readdir(directory)
  expect(names).toHaveLength(1)
  expect(await isDue(service.db)).toBe(false)
  expect(await runThread(configWith(), never)).toBe(true)
  expect(await readdir(directory)).toEqual(names)
})

test('a thread that fails says so, and the snapshot stays due', async () => {
  expect(await runThread(configWith({ OPEN_DATA_DIR: '/dev/null/open-data' }), never)).toBe(false)
  expect(await isDue(service.db)).toBe(true)
})

test('no thread is started while another instance takes the snapshot', async () => {
  await transaction(service.db, async (db) => {
    await db.query('SELECT FROM snapshot_schedule FOR UPDATE')
    expect(await isDue(service.db)).toBe(false)
  })
  expect(await isDue(service.db)).toBe(true)
})

/** Starts a thread that waits for its database. */
const startWaiting = async () => {
  const { server, url } = await startSilentServer()
  const stopping = new AbortController()
  const connected = once(server, 'connection')
  const running = runThread(
    configWith({ DATABASE_URL: `${url}?connect_timeout=600` }),
    stopping.signal,
  )
  await connected
  return { running, stop: () => stopping.abort() }
}

test('a stop ends a thread that waits for a silent database', async () => {
  const { running, stop } = await startWaiting()
  stop()
  expect(await running).toBe(false)
})

/** The niceness of each thread of this process. */
const priorities = async (): Promise<number[]> => {
  const threads = await readdir('/proc/self/task')
  const stats = threads.map((id) => readFile(`/proc/self/task/${id}/stat`, 'utf8'))
  return (await Promise.all(stats)).map((stat) =>
    Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17]),
  )
}

test.runIf(process.platform === 'linux')('votes have priority over the thread', async () => {
  const before = await priorities()
  const { running, stop } = await startWaiting()
  const lower = Math.min(getPriority() + 10, 19)
  expect((await priorities()).filter((one) => one === lower).length).toBeGreaterThan(
    before.filter((one) => one === lower).length,
  )
  expect(getPriority()).toBeLessThan(lower)
  stop()
  await running
})

test('a thread that is stopped at once takes no snapshot', async () => {
  expect(await runThread(configWith(), AbortSignal.abort())).toBe(false)
  // A thread that had to be ended leaves an unfinished directory, which the next snapshot deletes.
  const names = await readdir(directory)
  expect(names.filter((name) => !name.endsWith('.partial'))).toEqual([])
})

test('a thread that is ended before it starts has not succeeded', async () => {
  expect(await runThread(configWith(), AbortSignal.abort(), 0)).toBe(false)
})
