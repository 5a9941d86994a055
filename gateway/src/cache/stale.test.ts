import { sharedCacheHeader } from '@answerable/service-kit/http/shared-cache-control'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { rowsOf, shared, sharedBriefly } from '../testing/cached.ts'
import { startTestGateway, type TestGateway, type TestResponse } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'
import { openResponseCache } from './response-cache.ts'

const sites: TestGateway[] = []
let site: TestGateway
const rows = rowsOf('a1B2c3D4')
const feed = '/api/boycotts'
const isAway = { error: { code: 'unavailable', message: 'Away.', requestId: 'r' } }

beforeEach(async () => {
  site = await startTestGateway()
  sites.push(site)
})
afterAll(() => Promise.all(sites.map((each) => each.stop())))

const ask = (): Promise<TestResponse> => site.request({ path: feed })

/** Caches a response and waits until it is stale. */
const growOld = async (reply = sharedBriefly(rows)): Promise<void> => {
  site.catalog.replyWith(reply)
  await ask()
  site.catalog.replyWith(json(503, isAway))
  await until(async () => {
    await ask()
    expect(site.catalog.received.length).toBeGreaterThan(1)
  })
}

test('a stale response is sent while the service fails', async () => {
  await growOld()
  expect(await ask()).toMatchObject({ status: 200, body: rows })
  await site.catalog.stop()
  expect(await ask()).toMatchObject({ status: 200, body: rows })
  await site.catalog.start()
  site.catalog.replyWith(shared([]))
  await until(async () => expect((await ask()).body).toEqual([]))
})

test('a stale response is sent soon when the service does not respond', async () => {
  await growOld()
  let isGivenUp = false
  site.catalog.replyWith((_received, response) => {
    response.once('close', () => {
      isGivenUp = true
    })
  })
  const readers = await Promise.all(Array.from({ length: 20 }, ask))
  // They do not wait for the call, which times out after 4 seconds.
  expect(isGivenUp).toBe(false)
  for (const reader of readers) expect(reader).toMatchObject({ status: 200, body: rows })
})

test('a stale response expires, and then readers get the failure', async () => {
  await growOld(shared(rows, { [sharedCacheHeader]: 'max-age=1, stale-if-error=1' }))
  await until(async () => expect((await ask()).status).toBe(503))
})

test('without a stale response, all waiting requests get the failure', async () => {
  const held = Promise.withResolvers<void>()
  site.catalog.replyWith((received, response, request) => {
    void held.promise.then(() => json(503, isAway)(received, response, request))
  })
  const waiting = Array.from({ length: 5 }, ask)
  // Connections are accepted in their order: once a later one has its response, all five are waiting.
  expect((await site.request({ path: '/no-such-page' })).status).toBe(404)
  held.resolve()
  const responses = await Promise.all(waiting)
  expect(responses.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
  expect(site.catalog.received).toHaveLength(1)
})

test('a shared call continues when its first client leaves', async () => {
  const held = Promise.withResolvers<void>()
  site.catalog.replyWith((received, response, request) => {
    void held.promise.then(() => shared(rows)(received, response, request))
  })
  const leaving = new AbortController()
  const left = fetch(new URL(feed, site.url), { signal: leaving.signal }).catch(() => 'left')
  await until(() => expect(site.catalog.received).toHaveLength(1))
  const staying = ask()
  leaving.abort()
  expect(await left).toBe('left')
  held.resolve()
  expect(await staying).toMatchObject({ status: 200, body: rows })
  expect(site.catalog.received).toHaveLength(1)
})

test('the cache is limited in bytes and evicts the least recently used response', async () => {
  const responses = openResponseCache(400_000)
  const headers = { 'cdn-cache-control': 'max-age=60' }
  const question = {
    admit: async () => {},
    fetch: async () => ({ status: 200, headers, body: Buffer.alloc(10_000, 'x') }),
  }
  for (let page = 1; page <= 200; page += 1) {
    await responses.fetch(`/page/${page}`, question).outcome
    responses.find('/page/1')
    expect(responses.bytes()).toBeLessThanOrEqual(400_000)
  }
  expect(responses.find('/page/1')).toBeDefined()
  expect(responses.find('/page/2')).toBeUndefined()
  expect(responses.find('/page/200')).toBeDefined()
})
