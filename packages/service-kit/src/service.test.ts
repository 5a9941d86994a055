import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { memoryBus } from './bus/memory-bus.ts'
import { passportKeysFor } from './calls/passport.ts'
import { type BaseConfig, baseSettings, parseEnvironment } from './config.ts'
import { createLog } from './log.ts'
import { memoryRateLimitStore } from './rate-limit/memory-store.ts'
import { type RunningService, type ServiceDefinition, startService } from './service.ts'
import { testMasterKey } from './testing/service.ts'

type Deps = { slowAnswers: (() => void)[]; isClosed: boolean }

const definition = (parts: Partial<ServiceDefinition<BaseConfig, Deps>> = {}) =>
  ({
    name: 'diagnostics',
    readConfig: (environment) => parseEnvironment(z.object(baseSettings), environment),
    openDeps: async () => ({ slowAnswers: [], isClosed: false }),
    closeDeps: async (deps) => {
      deps.isClosed = true
    },
    app: (_config, deps) => (incoming, response) => {
      if (incoming.url !== '/slow') response.end('{"ready":true}')
      else deps.slowAnswers.push(() => response.end('at last'))
    },
    ...parts,
  }) satisfies ServiceDefinition<BaseConfig, Deps>

const start = async (parts: Partial<ServiceDefinition<BaseConfig, Deps>>) => {
  const log = createLog({ service: 'test', level: 'silent' })
  const environment = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    PASSPORT_KEYS: passportKeysFor(testMasterKey, 'diagnostics'),
  }
  const connections = { bus: memoryBus({ log }), rateLimitStore: memoryRateLimitStore() }
  const service = await startService(definition(parts), environment, connections)
  onTestFinished(() => service.stop())
  return service
}

const get = (service: RunningService, path: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const call = request(`${service.url}${path}`, { agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    call.on('error', reject)
    call.end()
  })

test('a service listens at once and is unready until it has subscribed', async () => {
  const standing = Promise.withResolvers<void>()
  const service = await start({ events: () => standing.promise })
  expect(await get(service, '/ready')).toEqual({ status: 503, text: '{"ready":false}' })
  expect((await get(service, '/live')).status).toBe(200)
  standing.resolve()
  await expect.poll(() => get(service, '/ready')).toMatchObject({ status: 200 })
})

test('a stopping service is unready at once, still responds, and finishes requests in flight', async () => {
  const deps: Deps = { slowAnswers: [], isClosed: false }
  const service = await start({ openDeps: async () => deps })
  const slow = get(service, '/slow')
  await expect.poll(() => deps.slowAnswers.length).toBe(1)
  const stopped = service.stop({ noticeMilliseconds: 10_000 })
  expect((await get(service, '/ready')).status).toBe(503)
  expect((await get(service, '/other')).status).toBe(200)
  await expect
    .poll(() => get(service, '/other').catch((error: { code: string }) => error.code))
    .toBe('ECONNREFUSED')
  expect(deps.isClosed).toBe(false)
  for (const response of deps.slowAnswers) response()
  expect(await slow).toEqual({ status: 200, text: 'at last' })
  await stopped
  expect(deps.isClosed).toBe(true)
})
