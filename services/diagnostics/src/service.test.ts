import { startTestService, type TestService } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diagnostics } from './service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService(diagnostics)
})
afterAll(() => service.stop())

test('is live and ready without a database', async () => {
  expect((await fetch(new URL('/live', service.url))).status).toBe(200)
  expect((await fetch(new URL('/ready', service.url))).status).toBe(200)
})

test('refuses calls without a service token', async () => {
  const response = await fetch(new URL('/internal/anything', service.url))
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ error: { code: 'passport_refused' } })
})

test('returns 404 for an unknown path', async () => {
  const response = await service.send({ method: 'GET', path: '/internal/anything' })
  expect(response.status).toBe(404)
})
