import { randomBytes, randomUUID } from 'node:crypto'
import { type EventPayload, userChanged } from '@answerable/contracts/events'
import { resolveSession } from '@answerable/contracts/sessions'
import { createLog } from '@answerable/service-kit/log'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOf } from '../secrets.ts'
import { type AuthSite, newPerson, signInByLink, startAuth } from '../testing/auth-site.ts'
import { mailboxOf, voterIdOf, voterRulesOf } from './mailboxes.ts'
import { republishAccounts } from './republish.ts'
import { updateVoters } from './voters.ts'

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

/** Skips the wait between mails to a mailbox. */
const signIn = async (email: string) => {
  await site.owner.query('DELETE FROM budgets')
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
  ['Proton’s domains', 'ada@proton.me', 'ada@pm.me'],
  ['Proton’s older domains', 'ada@protonmail.com', 'ada+1@protonmail.ch'],
  ['Proton’s dots, hyphens and underscores', 'a.da-love_lace@proton.me', 'adalovelace@pm.me'],
  ['Apple’s domains', 'ada@icloud.com', 'ada@me.com'],
  ['Apple’s oldest domain', 'ada@icloud.com', 'ada+1@mac.com'],
  ['Yandex’s domains', 'ada@yandex.ru', 'ada@ya.ru'],
  ['Yandex’s foreign domains', 'ada@yandex.com', 'ada@yandex.com.tr'],
  ['Yandex’s dots and hyphens', 'ada.love-lace@yandex.by', 'ada-love.lace+1@yandex.kz'],
  ['Yahoo’s disposable addresses', 'ada@yahoo.com', 'ada-shopping-2@yahoo.com'],
  ['Yahoo’s foreign domains', 'ada@yahoo.co.uk', 'ada-1@yahoo.co.uk'],
  ['Fastmail’s subdomains', 'ada@fastmail.com', 'anything+1@ada.fastmail.com'],
  ['Fastmail’s other domains', 'ada@sent.com', 'ada+1@sent.com'],
  ['Outlook’s tags', 'ada@outlook.com', 'ada+1@outlook.com'],
  ['letters of another width in a domain', 'ada@example.org', 'ada@ｅｘａｍｐｌｅ．ｏｒｇ'],
  ['invisible characters in a domain', 'ada@example.org', 'ada@exam\u00adple.org'],
  ['ideographic full stops', 'ada@gmail.com', 'a.da@gmail。com'],
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
  ['names of nothing but dots', '.@gmail.com', '..@gmail.com'],
  ['Yahoo’s countries', 'ada@yahoo.com', 'ada@yahoo.fr'],
  ['hyphens at Yahoo! Japan', 'ada-a@yahoo.co.jp', 'ada-b@yahoo.co.jp'],
  ['dots and hyphens at Apple and Microsoft', 'a.da@icloud.com', 'ada@icloud.com'],
  ['users of Fastmail', 'x@ada.fastmail.com', 'x@bea.fastmail.com'],
  ['Microsoft’s domains', 'ada@outlook.com', 'ada@hotmail.com'],
  ['domains that only look like Yandex’s', 'ada@yandex.ru', 'ada@yandex.pp.ua'],
  ['top-level domains where anyone could be Yandex', 'ada@yandex.ru', 'ada@yandex.xyz'],
])('%s make another mailbox', (_what, one, other) => {
  expect(mailboxOf(other)).not.toBe(mailboxOf(one))
})

test('a voter id is a UUID that does not reveal the mailbox without the key', () => {
  expect(voterIdOf(key, 'ada@example.org')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(voterIdOf(randomBytes(32), 'ada@example.org')).not.toBe(voterIdOf(key, 'ada@example.org'))
})

test('a session contains its account’s creation time, and accounts of one mailbox are one voter', async () => {
  const one = await signIn('bea@example.org')
  const other = await signIn('bea+other@example.org')
  expect(other.user.id).not.toBe(one.user.id)
  expect(other.viewer?.voter?.id).toBe(one.viewer?.voter?.id)
  const joinedAt = Date.parse(one.viewer?.voter?.joinedAt ?? '')
  expect(Math.abs(Date.now() - joinedAt)).toBeLessThan(60_000)
})

/** Recomputes voter ids as at a start, and waits for the end. */
const updateAll = async () => {
  const update = updateVoters({
    config: { CODE_KEY: key },
    pool: site.owner,
    log: createLog({ service: 'test', level: 'silent' }),
  })
  await until(async () => {
    const { rowCount } = await site.owner.query(
      'SELECT FROM users WHERE voter_rules IS DISTINCT FROM $1',
      [voterRulesOf(key)],
    )
    expect(rowCount).toBe(0)
  })
  await update.stop()
}

test('accounts from earlier rules get the voter id of their mailbox; it is published, and replay repeats that', async () => {
  const { user } = await signIn('cleo@proton.me')
  const voterId = voterIdOf(key, 'cleo@proton.me')
  const earlier = randomUUID()
  await site.owner.query(
    "UPDATE users SET voter_id = $2, voter_rules = '1-earlier' WHERE id = $1",
    [user.id, earlier],
  )
  changes.length = 0
  await updateAll()
  // The sign-in's own event may follow, as version 1.
  await expect
    .poll(() => changes.filter(({ version }) => version > 1))
    .toEqual([
      expect.objectContaining({
        user: expect.objectContaining({ id: user.id }),
        version: 2,
        voterId,
      }),
    ])

  changes.length = 0
  expect(await republishAccounts({ DATABASE_URL: site.database.url })).toBe(0)
  await expect
    .poll(() => changes.find((change) => change.voterId === voterId))
    .toMatchObject({ user: { id: user.id }, version: 2, suspended: false })
})

test('accounts that turn out to share a suspended mailbox are suspended, except administrators', async () => {
  const names = ['dora@pm.me', 'dora@proton.me', 'd.ora@protonmail.com'] as const
  const [suspended, member, admin] = [
    await signIn(names[0]),
    await signIn(names[1]),
    await signIn(names[2]),
  ]
  await site.owner.query(
    `UPDATE users SET voter_id = gen_random_uuid(), voter_rules = NULL, is_admin = id = $2,
       suspended_at = CASE WHEN id = $1 THEN now() END WHERE email = ANY ($3)`,
    [suspended.user.id, admin.user.id, names],
  )
  await updateAll()
  const { rows } = await site.owner.query<{ id: string }>(
    'SELECT id FROM users WHERE email = ANY ($1) AND suspended_at IS NOT NULL',
    [names],
  )
  expect(rows.map(({ id }) => id).toSorted()).toEqual(
    [suspended.user.id, member.user.id].toSorted(),
  )
})
