import { startTestService, type TestService } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { evidence } from './service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService(evidence, { CHECK_SOURCES: 'off' })
})
afterAll(() => service.stop())

test('reports live, and ready once its database responds', async () => {
  expect((await fetch(new URL('/live', service.url))).status).toBe(200)
  expect((await fetch(new URL('/ready', service.url))).status).toBe(200)
})

test('returns 404 for an unknown path', async () => {
  const response = await service.send(
    { method: 'GET', path: '/internal/anything' },
    { issuer: 'moderation' },
  )
  expect(response.status).toBe(404)
})

test('refuses a test network in production', () => {
  const environment = {
    DATABASE_URL: 'postgres://localhost',
    PASSPORT_KEYS: `moderation>evidence=${Buffer.alloc(32).toString('base64url')}`,
    EVIDENCE_TEST_NETWORK: '127.0.0.1:1,127.0.0.1:2,127.0.0.1:3',
  }
  expect(readConfig(environment).CHECK_SOURCES).toBe('on')
  expect(() => readConfig({ ...environment, PUBLIC_ORIGIN: 'https://example.org' })).toThrow(
    'EVIDENCE_TEST_NETWORK is for tests on localhost only',
  )
})
