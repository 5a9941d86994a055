import { applyAccountDecision } from '@answerable/contracts/accounts'
import { sessionsEnded, userLeft } from '@answerable/contracts/events'
import {
  changeUsername,
  deleteAccount,
  requestDeletionCode,
} from '@answerable/contracts/own-account'
import { type CurrentUser, verifyCode, verifyLink } from '@answerable/contracts/sign-in'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteExpired } from '../housekeeping.ts'
import { hashOf } from '../secrets.ts'
import {
  type AuthSite,
  askForMail,
  cookiesSet,
  newPerson,
  type Person,
  signInByLink,
  startAuth,
  withCookies,
  wrongCodes,
} from '../testing/auth-site.ts'

let site: AuthSite
const ended: string[] = []
let left: string[] = []
beforeAll(async () => {
  site = await startAuth({ ADMIN_EMAILS: 'chief@example.org' })
  await site.bus.subscribe(sessionsEnded, { everyInstanceOf: 'test' }, async ({ payload }) => {
    ended.push(...payload.sessionHashes)
  })
  await site.bus.subscribe(userLeft, { everyInstanceOf: 'test' }, async ({ payload }) => {
    left.push(payload.userId)
  })
})
beforeEach(() => site.owner.query('DELETE FROM budgets'))
afterAll(() => site.stop())

type Member = { person: Person; user: CurrentUser; cookies: Record<string, string> }

const join = async (person = newPerson()): Promise<Member> => ({
  person,
  ...(await signInByLink(site, person)),
})

const asMember = ({ user, cookies }: Member) => ({
  viewer: { id: user.id, username: user.username, role: 'member' } as const,
  headers: withCookies(cookies),
})

/** Requests a code and reads it in the mailbox. */
const askForCode = async (member: Member): Promise<string> => {
  const response = await site.call(requestDeletionCode, {}, asMember(member))
  expect(response.status).toBe(202)
  return until(async () => {
    const { rows } = await site.owner.query<{ code: string }>(
      `SELECT code FROM dev_mails WHERE recipient = $1 AND subject LIKE 'Delete%'
         AND NOT EXISTS (SELECT FROM mail_outbox JOIN flows ON flows.id = flow_id WHERE email = $1)
       ORDER BY id DESC LIMIT 1`,
      [member.person.email],
    )
    const [mail] = rows
    if (mail === undefined) throw new Error('no mail yet')
    return mail.code
  })
}

const leave = (member: Member, body: { username?: string; code: string }) =>
  site.call(deleteAccount, { body: { username: member.user.username, ...body } }, asMember(member))

const countOf = async (id: string) =>
  (await site.owner.query('SELECT FROM users WHERE id = $1', [id])).rowCount

/** Every row of the schema that contains this text. */
const rowsWith = async (text: string): Promise<string[]> => {
  const { rows } = await site.owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'auth' AND table_type = 'BASE TABLE'`,
  )
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const result = await site.owner.query(
        `SELECT FROM ${name} AS kept WHERE strpos(lower(kept::text), lower($1)) > 0`,
        [text],
      )
      return result.rowCount === 0 ? [] : [name]
    }),
  )
  return found.flat()
}

test('an account is deleted by its username and a code, and its sessions end everywhere', async () => {
  const member = await join()
  const response = await leave(member, { code: await askForCode(member) })
  expect(response.status).toBe(204)
  expect(cookiesSet(response)).toMatchObject({ sid: '', device: '', 'session-hint': '' })
  expect(await countOf(member.user.id)).toBe(0)
  await expect.poll(() => ended).toContain(hashOf(member.cookies.sid ?? ''))
  await expect.poll(() => left).toContain(member.user.id)
})

/** Decides as a temporary administrator. */
const reinstate = async (accountId: string): Promise<void> => {
  const adminId = crypto.randomUUID()
  await site.owner.query(
    `INSERT INTO users (id, email, username, is_admin) VALUES ($1, 'chief@example.org', 'chief', true)`,
    [adminId],
  )
  const body = { decisionId: crypto.randomUUID(), accountId, adminId, kind: 'reinstate' } as const
  const response = await site.call(applyAccountDecision, { body }, { issuer: 'moderation' })
  expect(response.status).toBe(200)
  await site.owner.query('DELETE FROM users WHERE id = $1', [adminId])
}

test('the address and the name are erased from every table, and a new sign-in creates a new account', async () => {
  const member = await join()
  await reinstate(member.user.id)
  await site.owner.query(
    `INSERT INTO dead_letters (event_id, subject, audience, payload, attempts, error, first_died_at,
       last_died_at) VALUES ('a', 'auth.user-changed', 'catalog', $1, 8, 'Error: no', now(), now())`,
    [JSON.stringify({ user: { id: member.user.id, username: member.user.username } })],
  )
  const tables = await rowsWith(member.user.username)
  expect(tables).toEqual(expect.arrayContaining(['applied_decisions', 'dead_letters']))
  await leave(member, { code: await askForCode(member) })
  await expect.poll(() => rowsWith('sessionHashes')).toEqual([])
  expect(await rowsWith(member.person.email)).toEqual([])
  expect(await rowsWith(member.user.username)).toEqual([])
  await site.owner.query('DELETE FROM budgets')
  const again = await join({ ...newPerson(), email: member.person.email })
  expect(again.user.id).not.toBe(member.user.id)
  const other = await join()
  const body = { username: member.user.username }
  expect(await site.call(changeUsername, { body }, asMember(other))).toMatchObject({ status: 409 })
})

test('a wrong name or a wrong code deletes nothing, and five wrong codes exhaust the mail', async () => {
  const member = await join()
  const code = await askForCode(member)
  const name = await leave(member, { code, username: 'somebody-else' })
  expect(name).toMatchObject({ status: 400, body: { error: { code: 'username_mismatch' } } })
  for (const wrong of wrongCodes(code, 5)) {
    expect(await leave(member, { code: wrong })).toMatchObject({
      body: { error: { code: 'invalid_code' } },
    })
  }
  expect(await leave(member, { code })).toMatchObject({
    body: { error: { code: 'code_exhausted' } },
  })
  expect(await countOf(member.user.id)).toBe(1)
})

test('guesses at the deletion code with a stolen session do not use up sign-in attempts', async () => {
  const member = await join()
  let compared = 0
  for (let round = 0; round < 3; round += 1) {
    await site.owner.query("DELETE FROM budgets WHERE starts_with(key, 'mails about deletion')")
    const code = await askForCode(member)
    for (const wrong of wrongCodes(code, 5)) {
      const { body } = await leave(member, { code: wrong })
      if ((body as unknown as { error: { code: string } }).error.code === 'invalid_code') {
        compared += 1
      }
    }
  }
  expect(compared).toBe(10)
  await site.owner.query("DELETE FROM budgets WHERE starts_with(key, 'mails')")
  const { email } = member.person
  const { code, cookies } = await askForMail(site, { ...newPerson(), email })
  const headers = withCookies(cookies)
  expect((await site.call(verifyCode, { body: { email, code } }, { headers })).status).toBe(200)
})

test('a sign-in code deletes nothing, and a deletion code signs nobody in', async () => {
  const member = await join()
  await site.owner.query('DELETE FROM budgets')
  const signIn = await askForMail(site, { ...newPerson(), email: member.person.email })
  const withFlow = { ...member, cookies: { ...signIn.cookies, ...member.cookies } }
  expect((await leave(withFlow, { code: signIn.code })).status).toBe(400)
  const code = await askForCode(member)
  const { email } = member.person
  for (const flow of ['', `deletion ${hashOf(member.cookies.sid ?? '')}`]) {
    const headers = flow === '' ? {} : { cookie: `flow=${encodeURIComponent(flow)}` }
    expect((await site.call(verifyCode, { body: { email, code } }, { headers })).status).toBe(400)
  }
  expect((await leave(member, { code })).status).toBe(204)
})

test('a code is valid only in the session that requested it, and only the newest one', async () => {
  const member = await join()
  const first = await askForCode(member)
  await site.owner.query('DELETE FROM budgets')
  const second = await askForCode(member)
  const elsewhere = { ...member, cookies: { sid: 'another-session' } }
  expect((await leave(elsewhere, { code: second })).status).toBe(400)
  if (first !== second) expect((await leave(member, { code: first })).status).toBe(400)
  expect((await leave(member, { code: second })).status).toBe(204)
})

test('mails with deletion codes are limited', async () => {
  const member = await join()
  await askForCode(member)
  const again = await site.call(requestDeletionCode, {}, asMember(member))
  expect(again.status).toBe(429)
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(30)
})

test('the last administrator cannot delete their account until there is another one', async () => {
  const chief = await join({ ...newPerson(), email: 'chief@example.org' })
  expect(await site.call(requestDeletionCode, {}, asMember(chief))).toMatchObject({
    status: 409,
    body: { error: { code: 'last_admin', message: expect.stringContaining('only administrator') } },
  })
  const heir = await join()
  await site.owner.query('UPDATE users SET is_admin = true WHERE id = $1', [heir.user.id])
  expect((await leave(chief, { code: await askForCode(chief) })).status).toBe(204)
})

test('deleting an account does not end a suspension: a new account of the mailbox is suspended until reinstated', async () => {
  const member = await join()
  await site.owner.query('UPDATE users SET suspended_at = now() WHERE id = $1', [member.user.id])
  expect((await leave(member, { code: await askForCode(member) })).status).toBe(204)
  expect(await rowsWith(member.person.email)).toEqual([])
  await site.owner.query('DELETE FROM budgets')
  // An address with a tag has the same mailbox.
  const email = member.person.email.replace('@', '+again@')
  const again = await join({ ...newPerson(), email })
  const suspendedAt = async (id: string) =>
    (await site.owner.query('SELECT suspended_at FROM users WHERE id = $1', [id])).rows[0]
      ?.suspended_at
  expect(await suspendedAt(again.user.id)).toBeInstanceOf(Date)
  await reinstate(again.user.id)
  await site.owner.query('DELETE FROM budgets')
  const { token } = await askForMail(site, { ...newPerson(), email })
  await site.call(verifyLink, { body: { token } })
  expect(await suspendedAt(again.user.id)).toBeNull()
})

test('the deletion event is repeated at growing intervals for 30 days', async () => {
  const member = await join()
  await leave(member, { code: await askForCode(member) })
  await expect.poll(() => left).toContain(member.user.id)
  const timesPublished = () => left.filter((id) => id === member.user.id).length
  const letPass = (column: string, interval: string) =>
    site.owner.query(
      `UPDATE deleted_accounts SET ${column} = ${column} - $2::interval WHERE user_id = $1`,
      [member.user.id, interval],
    )
  await deleteExpired(site.owner)
  await expect.poll(timesPublished).toBe(1)
  await letPass('republish_at', '10 minutes')
  await deleteExpired(site.owner)
  await expect.poll(timesPublished).toBe(2)
  await letPass('deleted_at', '31 days')
  await deleteExpired(site.owner)
  const { rowCount } = await site.owner.query('SELECT FROM deleted_accounts WHERE user_id = $1', [
    member.user.id,
  ])
  expect(rowCount).toBe(0)
  left = []
})
