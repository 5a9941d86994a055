import { randomUUID } from 'node:crypto'
import { checkDomainProof } from '@answerable/contracts/domain-proofs'
import type { TestService } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { announceLinks, hearChecks } from './testing/links.ts'
import { startTestNetwork, type TestNetwork } from './testing/network.ts'
import { startTestEvidence } from './testing/service.ts'

let network: TestNetwork
let service: TestService

beforeAll(async () => {
  network = await startTestNetwork()
  service = await startTestEvidence({
    CHECK_SOURCES: 'off',
    EVIDENCE_TEST_NETWORK: network.setting,
  })
})
afterAll(async () => {
  await service.stop()
  await network.stop()
})

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

test('looks nothing up while it is turned off; links wait for their check', async () => {
  const address = 'http://waiting.example/'
  network.host('waiting.example')
  const checks = await hearChecks(service.bus)
  await announceLinks(service.bus, { version: 1, links: [address] })
  const proof = { claimId: randomUUID(), domain: 'business.example', token: 'a'.repeat(32) }
  for (const method of ['dns', 'file'] as const) {
    const body = { ...proof, method }
    const response = await service.call(checkDomainProof, { body }, { issuer: 'moderation' })
    expect(response.body.state).toBe('unreachable')
  }
  expect({ lookUps: network.lookUps, requests: network.requests, checks }).toEqual({
    lookUps: [],
    requests: [],
    checks: [],
  })
  // Turned on, the same database has it checked.
  const turnedOn = await startTestEvidence({
    DATABASE_URL: service.database.url,
    EVIDENCE_TEST_NETWORK: network.setting,
  })
  try {
    const heard = await hearChecks(turnedOn.bus)
    await until(() => expect(heard).toMatchObject([{ address, state: 'works' }]))
  } finally {
    await turnedOn.stop()
  }
})

test('refuses a test network in production', () => {
  const environment = {
    DATABASE_URL: 'postgres://localhost',
    CATALOG_URL: 'http://catalog:8080',
    WEBHOOK_KEY: 'k'.repeat(43),
    PASSPORT_KEYS: `moderation>evidence=${Buffer.alloc(32).toString('base64url')}`,
    EVIDENCE_TEST_NETWORK: '127.0.0.1:1,127.0.0.1:2,127.0.0.1:3',
  }
  expect(readConfig(environment).CHECK_SOURCES).toBe('on')
  expect(() => readConfig({ ...environment, PUBLIC_ORIGIN: 'https://example.org' })).toThrow(
    'EVIDENCE_TEST_NETWORK is for tests on localhost only',
  )
})
