import { createHash, randomUUID } from 'node:crypto'
import { approveSubmission } from '@answerable/contracts/decisions'
import { limits } from '@answerable/contracts/limits'
import { readCurrentUser, verifyLink } from '@answerable/contracts/sign-in'
import { AppError } from '@answerable/service-kit/errors'
import { stopTimersOfFile } from '@answerable/service-kit/testing/still-clock'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { newAddress, openSessions, repeat, resolvedBy, sessionLookups } from '../testing/callers.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'
import { guessLimit, limitSessionGuesses, maxInFlight } from './session-guess-limit.ts'

let site: TestGateway
let people: ReturnType<typeof openSessions>

beforeAll(async () => {
  site = await startTestGateway({ TRUST_PROXY_HOPS: '1' })
  people = openSessions(site)
  site.moderation.replyWith(json(200, {}))
})
afterAll(() => site.stop())
// On a slow machine a window would end during a test, and calls would time out.
stopTimersOfFile()

const guessFrom = (address: string) =>
  site.request({
    method: 'DELETE',
    path: '/api/boycotts/a1B2c3D4/vote',
    headers: { cookie: `sid=${randomUUID()}`, 'x-forwarded-for': address },
  })

test('lookups of made-up sessions are limited per network and minute', async () => {
  const address = newAddress()
  site.auth.received.length = 0
  const responses = await repeat(guessLimit.calls, () => guessFrom(address))
  expect(responses.every(({ status }) => status === 401)).toBe(true)
  expect(sessionLookups(site.auth).length).toBe(guessLimit.calls)
  const refused = await guessFrom(address)
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(sessionLookups(site.auth).length).toBe(guessLimit.calls)
  expect((await guessFrom(newAddress())).status).toBe(401)
})

test('a network over the guess limit can still read as a visitor', async () => {
  const address = newAddress()
  await repeat(guessLimit.calls, () => guessFrom(address))
  const headers = { cookie: `sid=${randomUUID()}`, 'x-forwarded-for': address }
  expect((await site.request({ path: '/api/boycotts', headers })).status).toBe(200)
})

test('valid sessions never count as guesses', async () => {
  const address = newAddress()
  const ask = () =>
    site.request({ path: '/api/admin/stats', headers: people.member(address, 'admin').headers })
  const responses = await repeat(guessLimit.calls + 50, ask)
  expect(responses.every(({ status }) => status === 200)).toBe(true)
})

const viewer = { id: randomUUID(), username: 'someone', role: 'member' } as const
const asker = { requestId: 'request-1', address: '192.0.2.1' }

describe('behind an address that has guessed too much', () => {
  test('a session that was valid is looked up until it ends, and then counts as a guess', async () => {
    const ended = new Set<string>()
    const reads: string[] = []
    const ask = limitSessionGuesses(async (hash) => {
      reads.push(hash)
      return hash === 'good' && !ended.has(hash) ? viewer : null
    })
    expect(await ask('good', asker)).toEqual(viewer)
    for (let guess = 0; guess < guessLimit.calls; guess += 1) await ask(`${guess}`, asker)
    expect(await ask('good', asker)).toEqual(viewer)
    ended.add('good')
    expect(await ask('good', asker)).toBeNull()
    reads.length = 0
    await expect(ask('good', asker)).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(reads).toEqual([])
  })

  test('valid sessions do not wait for lookups of unknown ones', async () => {
    const never = new Promise<null>(() => {})
    const ask = limitSessionGuesses(async (hash) => (hash === 'good' ? viewer : never))
    await ask('good', asker)
    for (let guess = 0; guess < maxInFlight; guess += 1) void ask(`${guess}`, asker)
    await expect(ask('another', asker)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await ask('good', asker)).toEqual(viewer)
  })
})

test('members can sign in from a network over the guess limit', async () => {
  const gateway = await startTestGateway({ TRUST_PROXY_HOPS: '1' })
  onTestFinished(() => gateway.stop())
  const session = randomUUID()
  const sessionHash = createHash('sha256').update(session).digest('base64url')
  gateway.auth.replyWith((received, response, request) => {
    if (received.url === verifyLink.path) response.setHeader('set-cookie', `sid=${session}; Path=/`)
    resolvedBy((hash) => (hash === sessionHash ? viewer : null))(received, response, request)
  })
  const from = { 'x-forwarded-for': newAddress() }
  const me = (sid: string) =>
    gateway.request({ path: readCurrentUser.path, headers: { ...from, cookie: `sid=${sid}` } })
  await repeat(guessLimit.calls, () => me(randomUUID()))
  expect((await me(randomUUID())).status).toBe(429)
  await gateway.request({
    method: 'POST',
    path: verifyLink.path,
    headers: { ...from, 'content-type': 'application/json' },
    body: JSON.stringify({ token: 'a mailed one' }),
  })
  expect((await me(session)).status).toBe(200)
  expect((await me(randomUUID())).status).toBe(429)
})

test('guesses from several /64 networks count for their /56 and /48', async () => {
  const ask = limitSessionGuesses(async () => null)
  const guess = (subnet: number) =>
    ask('hash', { ...asker, address: `2001:db8:0:${subnet.toString(16)}::1` })
  for (let count = 0; count < guessLimit.calls * 4; count += 1) await guess(count % 256)
  await expect(guess(0xff)).rejects.toMatchObject({ code: 'too_many_requests' })
  for (let count = 0; count < guessLimit.calls * 12; count += 1) await guess(0x100 + count)
  await expect(guess(0xffff)).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(await ask('hash', { ...asker, address: '2001:db8:1::1' })).toBeNull()
})

test('sessions of suspended accounts count as guesses, because each lookup calls auth', async () => {
  const ask = limitSessionGuesses(async () => {
    throw new AppError('account_suspended')
  })
  for (let call = 0; call < guessLimit.calls; call += 1) {
    await expect(ask('suspended', asker)).rejects.toMatchObject({ code: 'account_suspended' })
  }
  await expect(ask('suspended', asker)).rejects.toMatchObject({ code: 'too_many_requests' })
})

test("a member's calls to admin routes are limited, because each one calls auth", async () => {
  const member = people.member()
  const { calls } = limits.administration.member[0]
  const approve = () =>
    site.request({
      method: 'POST',
      path: approveSubmission.path.replace(':id', 'a1B2c3D4'),
      headers: { ...member.headers, 'content-type': 'application/json' },
      body: '{}',
    })
  const responses = await repeat(calls, approve)
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([403]))
  expect((await approve()).status).toBe(429)
})

describe('while auth is slow', () => {
  test('a network may have more lookups of valid sessions in flight than guesses', async () => {
    const responses = Promise.withResolvers<typeof viewer>()
    const ask = limitSessionGuesses(() => responses.promise)
    const reads = Array.from({ length: guessLimit.calls * 2 }, () => ask('hash', asker))
    responses.resolve(viewer)
    expect(await Promise.all(reads)).toEqual(reads.map(() => viewer))
  })

  test('lookups in flight are limited per network and do not block other networks', async () => {
    const responses = Promise.withResolvers<typeof viewer>()
    const ask = limitSessionGuesses(() => responses.promise)
    const reads = Array.from({ length: maxInFlight }, () => ask('hash', asker))
    await expect(ask('hash', asker)).rejects.toMatchObject({ code: 'unavailable' })
    const elsewhere = ask('hash', { ...asker, address: '192.0.2.2' })
    responses.resolve(viewer)
    expect(await Promise.all([...reads, elsewhere])).toHaveLength(maxInFlight + 1)
    expect(await ask('hash', asker)).toEqual(viewer)
  })

  test('the counts of lookups in flight return to zero', async () => {
    const responses = Promise.withResolvers<null>()
    const ask = limitSessionGuesses(() => responses.promise)
    const reads = Array.from({ length: guessLimit.calls }, () => ask('hash', asker))
    responses.resolve(null)
    await Promise.all(reads)
    await expect(ask('hash', asker)).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})
