import { randomBytes } from 'node:crypto'
import { type EventPayload, userChanged } from '@answerable/contracts/events'
import { resolveSession } from '@answerable/contracts/sessions'
import { createLog } from '@answerable/service-kit/log'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hashOf } from '../secrets.ts'
import { type AuthSite, newPerson, signInByLink, startAuth } from '../testing/auth-site.ts'
import { mailboxOf, voterIdOf } from './mailboxes.ts'
import { tellOfAccounts } from './tell-again.ts'
import { tellVoters } from './voters.ts'

const key = randomBytes(32)
let site: AuthSite
const changes: EventPayload<typeof userChanged>[] = []
beforeAll(async () => {
  site = await startAuth({ CODE_KEY: key.toString('base64url') })
  await site.bus.subscribe(userChanged, { everyInstanceOf: 'test' }, async ({ payload }) => {
    changes.push(payload)
  })
})
afterAll(() => site.stop())

/** Two accounts may not sign in within a minute of each other from one place. */
const signIn = async (email: string) => {
  const { user, cookies } = await signInByLink(site, { ...newPerson(), email })
  const body = { sessionHash: hashOf(cookies.sid ?? '') }
  return { user, viewer: (await site.call(resolveSession, { body })).body.viewer }
}

test.each([
  ['tags', 'ada@example.org', 'ada+1@example.org'],
  ['several tags', 'ada@example.org', 'ada+1+2@example.org'],
  ['case', 'ada@example.org', 'Ada+X@EXAMPLE.org'],
  ['the dot of the root', 'ada@example.org', 'ada@example.org.'],
  ['Google’s dots', 'adalovelace@gmail.com', 'a.da.love.lace@gmail.com'],
  ['Google’s other name', 'adalovelace@gmail.com', 'ada.lovelace+news@googlemail.com'],
  ['two ways to write a domain', 'ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['letters of another width', 'ada@example.org', 'ａｄａ@example.org'],
])('%s make no other mailbox', (_what, one, other) => {
  expect(mailboxOf(other)).toBe(mailboxOf(one))
  expect(voterIdOf(key, other)).toBe(voterIdOf(key, one))
})

test.each([
  ['dots elsewhere', 'a.da@example.org', 'ada@example.org'],
  ['domains', 'ada@example.org', 'ada@example.com'],
  ['subdomains', 'ada@example.org', 'ada@mail.example.org'],
  ['names that only begin with a plus', '+ada@example.org', '+bea@example.org'],
])('%s make another mailbox', (_what, one, other) => {
  expect(mailboxOf(other)).not.toBe(mailboxOf(one))
})

test('a voter id is a UUID of which nobody without the key can tell the mailbox', () => {
  expect(voterIdOf(key, 'ada@example.org')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(voterIdOf(randomBytes(32), 'ada@example.org')).not.toBe(voterIdOf(key, 'ada@example.org'))
})

test('a session says since when its account exists, and accounts of one mailbox are one voter', async () => {
  const one = await signIn('bea@example.org')
  const other = await signIn('bea+other@example.org')
  expect(other.user.id).not.toBe(one.user.id)
  expect(other.viewer?.voter?.id).toBe(one.viewer?.voter?.id)
  const joinedAt = Date.parse(one.viewer?.voter?.joinedAt ?? '')
  expect(Math.abs(Date.now() - joinedAt)).toBeLessThan(60_000)
})

test('of accounts made before anybody asked it is told whose voting right they use, and told again', async () => {
  const { user } = await signIn('cleo@example.org')
  const telling = tellVoters({
    config: { CODE_KEY: key },
    pool: site.owner,
    log: createLog({ service: 'test', level: 'silent' }),
  })
  const voterId = voterIdOf(key, 'cleo@example.org')
  await vi.waitFor(async () => {
    const { rows } = await site.owner.query('SELECT voter_id FROM users WHERE id = $1', [user.id])
    expect(rows).toEqual([{ voter_id: voterId }])
  })
  await telling.stop()
  await expect
    .poll(() => changes.find((change) => change.voterId === voterId), { timeout: 5_000 })
    .toMatchObject({ user: { id: user.id }, version: 2, suspended: false })

  changes.length = 0
  expect(await tellOfAccounts({ DATABASE_URL: site.database.url })).toBe(0)
  await expect
    .poll(() => changes.find((change) => change.voterId === voterId), { timeout: 5_000 })
    .toMatchObject({ user: { id: user.id }, version: 2, suspended: false })
})
