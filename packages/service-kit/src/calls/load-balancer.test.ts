import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../../site/free-port.ts'
import { until } from '../testing/until.ts'
import { type LoadBalancer, openLoadBalancer, wasNeverSent } from './load-balancer.ts'

type Instance = {
  origin: string
  answered: number
  isReady: boolean
  stop: () => Promise<void>
  start: () => Promise<void>
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const startInstance = async (): Promise<Instance> => {
  const server = createServer((request, response) => {
    if (request.url === '/ready') {
      response.writeHead(instance.isReady ? 200 : 503).end()
      return
    }
    instance.answered += 1
    response.end()
  })
  const port = await listen(server, await freePort())
  const instance: Instance = {
    origin: `http://127.0.0.1:${port}`,
    answered: 0,
    isReady: true,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    start: async () => void (await listen(server, port)),
  }
  onTestFinished(() => (server.listening ? instance.stop() : undefined))
  return instance
}

let located: Instance[]
let replicas: LoadBalancer

const locate = async (): Promise<string[]> => located.map(({ origin }) => origin)

beforeEach(async () => {
  located = [await startInstance(), await startInstance(), await startInstance()]
  replicas = openLoadBalancer({ url: 'http://service:8080', locate })
})
afterEach(() => replicas.close())

const call = async (): Promise<void> => {
  const turn = replicas.acquire()
  try {
    const { body } = await turn.pool.request({ method: 'GET', path: '/' })
    await body.dump()
    turn.release('success')
  } catch (error) {
    turn.release('failure')
    throw error
  }
}

const callAll = async (times: number): Promise<number[]> => {
  const before = located.map(({ answered }) => answered)
  for (let index = 0; index < times; index += 1) await call()
  return located.map(({ answered }, index) => answered - (before[index] ?? 0))
}

const identity = (error: unknown): unknown => error

const first = (): Instance => located[0] as Instance

const allAreUsed = () =>
  until(async () => expect(Math.min(...(await callAll(30)))).toBeGreaterThan(0))

test('calls are spread over all instances, with fewer to busy ones', async () => {
  await allAreUsed()
  const turns = Array.from({ length: 300 }, () => replicas.acquire())
  const counts = located.map(({ origin }) => turns.filter((turn) => turn.origin === origin).length)
  for (const count of counts) expect(count).toBeGreaterThan(80)
  for (const turn of turns) turn.release('abandoned')
})

test('a new instance is used and a removed one is not', async () => {
  await allAreUsed()
  const coming = await startInstance()
  const going = first()
  located = [...located.slice(1), coming]
  await until(async () => {
    await callAll(20)
    expect(coming.answered).toBeGreaterThan(0)
  })
  const before = going.answered
  await callAll(50)
  expect(going.answered).toBe(before)
})

test('an instance gets no calls while it is not ready', async () => {
  await allAreUsed()
  first().isReady = false
  await until(async () => expect((await callAll(30))[0]).toBe(0))
  first().isReady = true
  await allAreUsed()
})

test('an instance is ejected after its first failure and used again once it recovers', async () => {
  await allAreUsed()
  await first().stop()
  const failures: unknown[] = []
  for (let index = 0; index < 100; index += 1) {
    await call().catch((error: unknown) => failures.push(error))
  }
  expect(failures.length).toBeLessThanOrEqual(1)
  await first().start()
  await allAreUsed()
})

test('a retry goes to another instance', async () => {
  await allAreUsed()
  for (let index = 0; index < 30; index += 1) {
    const turn = replicas.acquire()
    const second = replicas.acquire(turn)
    expect(second.origin).not.toBe(turn.origin)
    for (const each of [turn, second]) each.release('abandoned')
  }
})

test('known instances are tried if none is ready or resolved', async () => {
  await allAreUsed()
  for (const instance of located) instance.isReady = false
  await until(async () => expect(await replicas.isReady()).toBe(false))
  expect((await callAll(3)).reduce((sum, count) => sum + count)).toBe(3)
  const known = located
  located = []
  const turn = replicas.acquire()
  turn.release('abandoned')
  expect(known.map(({ origin }) => origin)).toContain(turn.origin)
})

test('a refused connection was never sent; a broken one may have been', async () => {
  await first().stop()
  const only = openLoadBalancer({ url: first().origin })
  onTestFinished(only.close)
  const refused = await only.acquire().pool.request({ method: 'POST', path: '/' }).catch(identity)
  expect(wasNeverSent(refused)).toBe(true)
  const breaking = createServer((request) => request.socket.destroy())
  onTestFinished(() => void breaking.close())
  const broken = openLoadBalancer({ url: `http://127.0.0.1:${await listen(breaking, 0)}` })
  onTestFinished(broken.close)
  const cut = await broken.acquire().pool.request({ method: 'POST', path: '/' }).catch(identity)
  expect(cut).toBeInstanceOf(Error)
  expect(wasNeverSent(cut)).toBe(false)
})

test('a service at a fixed address is its only instance', async () => {
  const only = openLoadBalancer({ url: first().origin })
  onTestFinished(only.close)
  expect(only.size()).toBe(1)
  const turn = only.acquire()
  expect(only.acquire(turn).origin).toBe(first().origin)
  expect(await only.isReady()).toBe(true)
})
