import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAddress, openSessions, repeat } from '../testing/callers.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'
import { guessLimit, limitGuesses, mostUnderWay } from './guesses.ts'

let site: TestGateway
let people: ReturnType<typeof openSessions>

beforeAll(async () => {
  site = await startTestGateway({ TRUST_PROXY_HOPS: '1' })
  people = openSessions(site)
  site.moderation.replyWith(json(200, {}))
})
afterAll(() => site.stop())

const questions = () => site.auth.received.filter(({ url }) => url === '/internal/sessions/resolve')
const guessFrom = (address: string) =>
  site.ask({
    method: 'DELETE',
    path: '/api/boycotts/a1B2c3D4/vote',
    headers: { cookie: `sid=${randomUUID()}`, 'x-forwarded-for': address },
  })

test('made-up sessions cost auth so many questions a minute for each network, and then none', async () => {
  const address = newAddress()
  site.auth.received.length = 0
  const answers = await repeat(guessLimit.calls, () => guessFrom(address))
  expect(answers.every(({ status }) => status === 401)).toBe(true)
  expect(questions()).toHaveLength(guessLimit.calls)
  const refused = await guessFrom(address)
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(questions()).toHaveLength(guessLimit.calls)
  expect((await guessFrom(newAddress())).status).toBe(401)
})

test('reading goes on for a network that has guessed too much, as a visitor', async () => {
  const address = newAddress()
  await repeat(guessLimit.calls, () => guessFrom(address))
  const headers = { cookie: `sid=${randomUUID()}`, 'x-forwarded-for': address }
  expect((await site.ask({ path: '/api/boycotts', headers })).status).toBe(200)
})

test('sessions that somebody has cost their network nothing, however many they are', async () => {
  const address = newAddress()
  const ask = () =>
    site.ask({ path: '/api/admin/stats', headers: people.member(address, 'admin').headers })
  const answers = await repeat(guessLimit.calls + 50, ask)
  expect(answers.every(({ status }) => status === 200)).toBe(true)
})

describe('while auth is slow', () => {
  const viewer = { id: randomUUID(), username: 'someone', role: 'member' } as const
  const asker = { requestId: 'request-1', address: '192.0.2.1' }

  test('a network may wait for more sessions that somebody has than it may guess', async () => {
    const answers = Promise.withResolvers<typeof viewer>()
    const ask = limitGuesses(() => answers.promise)
    const asked = Array.from({ length: guessLimit.calls * 2 }, () => ask('hash', asker))
    answers.resolve(viewer)
    expect(await Promise.all(asked)).toEqual(asked.map(() => viewer))
  })

  test('so many questions of a network wait at once, and no other network waits for them', async () => {
    const answers = Promise.withResolvers<typeof viewer>()
    const ask = limitGuesses(() => answers.promise)
    const asked = Array.from({ length: mostUnderWay }, () => ask('hash', asker))
    await expect(ask('hash', asker)).rejects.toMatchObject({ code: 'unavailable' })
    const elsewhere = ask('hash', { ...asker, address: '192.0.2.2' })
    answers.resolve(viewer)
    expect(await Promise.all([...asked, elsewhere])).toHaveLength(mostUnderWay + 1)
    expect(await ask('hash', asker)).toEqual(viewer)
  })

  test('guesses that were all answered together leave none', async () => {
    const answers = Promise.withResolvers<null>()
    const ask = limitGuesses(() => answers.promise)
    const asked = Array.from({ length: guessLimit.calls }, () => ask('hash', asker))
    answers.resolve(null)
    await Promise.all(asked)
    await expect(ask('hash', asker)).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})
