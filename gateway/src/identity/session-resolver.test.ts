import { createHash, randomUUID } from 'node:crypto'
import type { Viewer } from '@answerable/contracts/sessions'
import { openLoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import { passportKeysFor, readPassportKeys } from '@answerable/service-kit/calls/passport'
import { testMasterKey } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resolvedBy, sessionLookups } from '../testing/callers.ts'
import { json, type StandIn, startStandIn } from '../testing/stand-in.ts'
import { circuitBreaker } from '../upstream/breaker.ts'
import { goodSessions, type ResolveSession } from './session-guess-limit.ts'
import { sessionResolver } from './session-resolver.ts'

let auth: StandIn
let resolve: ResolveSession
let close: () => Promise<void>

beforeAll(async () => {
  auth = await startStandIn('auth')
  const replicas = openLoadBalancer({ url: auth.url })
  close = replicas.close
  const PASSPORT_KEYS = readPassportKeys(passportKeysFor(testMasterKey, 'gateway')) ?? new Map()
  resolve = sessionResolver(
    { PASSPORT_KEYS, RATE_LIMITS: 'off' },
    { replicas, breaker: circuitBreaker(), tracing: null, good: goodSessions() },
  )
})
afterAll(async () => {
  await close()
  await auth.stop()
})
beforeEach(() => {
  auth.received.length = 0
})

const lookup = { requestId: 'request-1', address: '192.0.2.1' }
const newHash = (): string => createHash('sha256').update(randomUUID()).digest('base64url')
const newViewer = (): Viewer => ({ id: randomUUID(), username: 'someone', role: 'member' })

test('lookups of one turn share a call, and each gets its own viewer', async () => {
  const viewers = new Map(Array.from({ length: 30 }, () => [newHash(), newViewer()]))
  auth.replyWith(resolvedBy((hash) => viewers.get(hash)))
  const hashes = [...viewers.keys(), newHash()]
  const resolved = await Promise.all(hashes.map((hash) => resolve(hash, lookup)))
  expect(resolved).toEqual([...viewers.values(), null])
  expect(auth.received).toHaveLength(1)
  expect(auth.received[0]?.passport).toMatchObject({ issuer: 'gateway', viewer: null })
  expect(sessionLookups(auth)).toEqual(hashes)
})

test('a suspended account fails only its own lookup', async () => {
  const viewer = newViewer()
  const sessions = [
    { viewer: null, suspended: true },
    { viewer, suspended: false },
  ]
  auth.replyWith(json(200, { sessions }))
  const [suspended, other] = await Promise.allSettled([
    resolve(newHash(), lookup),
    resolve(newHash(), lookup),
  ])
  expect(suspended).toMatchObject({ status: 'rejected', reason: { code: 'account_suspended' } })
  expect(other).toMatchObject({ status: 'fulfilled', value: viewer })
})

test('lookups that share a failed call all fail, and are repeatable', async () => {
  auth.replyWith(json(503, {}))
  const failed = await Promise.allSettled([resolve(newHash(), lookup), resolve(newHash(), lookup)])
  for (const outcome of failed) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  }
  const viewer = newViewer()
  auth.replyWith(resolvedBy(() => viewer))
  expect(await resolve(newHash(), lookup)).toEqual(viewer)
})
