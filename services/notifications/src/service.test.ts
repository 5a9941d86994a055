import { startTestService, type TestService } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifications } from './service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService(notifications, {
    AUTH_URL: 'http://127.0.0.1:1',
    CATALOG_URL: 'http://127.0.0.1:1',
  })
})
afterAll(() => service.stop())

test('reports live, and ready once its database responds', async () => {
  expect((await fetch(new URL('/live', service.url))).status).toBe(200)
  expect((await fetch(new URL('/ready', service.url))).status).toBe(200)
})

test('returns 404 for an unknown path', async () => {
  const response = await service.send({ method: 'GET', path: '/internal/anything' })
  expect(response.status).toBe(404)
})
