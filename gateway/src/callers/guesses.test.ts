import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAddress, openSessions, repeat } from '../testing/callers.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'
import { guessLimit } from './guesses.ts'

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
