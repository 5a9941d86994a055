import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { startTestService, type TestService } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moderation } from './service.ts'

const log = createLog({ service: 'test', level: 'silent' })
let service: TestService

beforeAll(async () => {
  service = await startTestService(moderation, {
    AUTH_URL: 'http://127.0.0.1:1',
    CATALOG_URL: 'http://127.0.0.1:1',
    EVIDENCE_URL: 'http://127.0.0.1:1',
  })
})
afterAll(() => service.stop())

test('reports live, and ready once its database responds', async () => {
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

test('the decision log can be added to and read, never changed', async () => {
  const pool = openPool({ url: service.database.url, max: 1, name: 'test', log })
  try {
    const refused = { code: '42501' }
    await expect(pool.query('UPDATE decision_log SET position = 1')).rejects.toMatchObject(refused)
    await expect(pool.query('DELETE FROM decision_log')).rejects.toMatchObject(refused)
    await expect(pool.query('TRUNCATE decision_log')).rejects.toMatchObject(refused)
    expect((await pool.query('SELECT * FROM decision_log')).rows).toEqual([])
  } finally {
    await pool.end()
  }
})
