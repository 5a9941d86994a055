import { randomUUID } from 'node:crypto'
import {
  type Account,
  applyAccountDecision,
  countAccounts,
  readAccount,
  searchAccounts,
} from '@answerable/contracts/accounts'
import { type EventPayload, sessionsEnded, userChanged } from '@answerable/contracts/events'
import type { Route, RouteInput } from '@answerable/contracts/route'
import { resolveSession } from '@answerable/contracts/sessions'
import { verifyLink } from '@answerable/contracts/sign-in'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashOf } from '../secrets.ts'
import {
  type AuthSite,
  askForMail,
  cookiesSet,
  newPerson,
  type Person,
  sessionsOf,
  signInByLink,
  startAuth,
} from '../testing/auth-site.ts'

let site: AuthSite
const changes: EventPayload<typeof userChanged>[] = []
const ended: string[] = []

beforeAll(async () => {
  site = await startAuth()
  await site.bus.subscribe(userChanged, { everyInstanceOf: 'test' }, async ({ payload }) => {
    changes.push(payload)
  })
  await site.bus.subscribe(sessionsEnded, { everyInstanceOf: 'test' }, async ({ payload }) => {
    ended.push(...payload.sessionHashes)
  })
})
beforeEach(async () => {
  await site.owner.query('DELETE FROM users')
})
afterAll(() => site.stop())

const ask = async <R extends Route>(route: R, input: RouteInput<R>) =>
  site.call(route, input, { issuer: 'moderation' })

type Decision = RouteInput<typeof applyAccountDecision>['body']
const decide = (decision: Omit<Decision, 'decisionId'> & { decisionId?: string }) =>
  ask(applyAccountDecision, { body: { decisionId: randomUUID(), ...decision } })

const addUser = async (
  username: string,
  { isAdmin = false, isSuspended = false, voter = randomUUID() } = {},
): Promise<string> => {
  const { rows } = await site.owner.query<{ id: string }>(
    `INSERT INTO users (email, username, is_admin, suspended_at, voter_id)
     VALUES ($1, $2, $3, CASE WHEN $4 THEN now() END, $5) RETURNING id`,
    [`${username}@example.org`, username, isAdmin, isSuspended, voter],
  )
  return rows[0]?.id ?? ''
}

describe('a suspension', () => {
  test('ends every session, is published, and blocks sessions until it is lifted', async () => {
    const adminId = await addUser('chief', { isAdmin: true })
    const person = newPerson()
    const { user, cookies } = await signInByLink(site, person)
    const hash = hashOf(cookies.sid ?? '')
    const viewer = { id: user.id, username: user.username, role: 'member' } as const
    const response = await decide({ kind: 'suspend', accountId: user.id, adminId })
    expect(response.body.before).toMatchObject({ id: user.id, role: 'member', suspended: false })
    expect(response.body.after).toEqual({ ...response.body.before, suspended: true })
    expect(response.body.state).toEqual({
      user: viewer,
      joinedAt: expect.stringMatching(/^2/),
      version: 2,
      suspended: true,
      voterId: expect.any(String),
    })
    expect((await site.call(resolveSession, { body: { sessionHash: hash } })).body.viewer).toBe(
      null,
    )
    expect(await sessionsOf(site, person.email)).toBe(0)
    await expect.poll(() => ended).toContain(hash)
    await expect.poll(() => changes).toContainEqual(response.body.state)

    await site.owner.query('DELETE FROM budgets')
    const { token } = await askForMail(site, { ...newPerson(), email: person.email })
    const signedIn = await site.call(verifyLink, { body: { token } })
    const sessionHash = hashOf(cookiesSet(signedIn).sid ?? '')
    const holder = async () =>
      (await site.call(resolveSession, { body: { sessionHash } })).body.viewer
    expect(await holder()).toBeNull()
    const back = await decide({ kind: 'reinstate', accountId: user.id, adminId })
    expect(back.body).toMatchObject({
      before: { suspended: true },
      after: { suspended: false },
      state: { version: 3, suspended: false },
    })
    expect(await holder()).toMatchObject(viewer)
  })

  test('applies to every account of the mailbox, existing and new; so does the reinstatement', async () => {
    const adminId = await addUser('chief', { isAdmin: true })
    const person = newPerson()
    const inMailbox = (tag: string) => ({
      ...newPerson(),
      email: person.email.replace('@', `+${tag}@`),
    })
    const signIn = async (person: Person) => {
      await site.owner.query('DELETE FROM budgets')
      return signInByLink(site, person)
    }
    const isOpen = async ({ cookies }: Awaited<ReturnType<typeof signIn>>) => {
      const body = { sessionHash: hashOf(cookies.sid ?? '') }
      return (await site.call(resolveSession, { body })).body.viewer !== null
    }
    const named = await signIn(person)
    const alias = await signIn(inMailbox('alias'))
    const stranger = await signIn(newPerson())
    const { body } = await decide({ kind: 'suspend', accountId: named.user.id, adminId })
    expect(body.others).toMatchObject([{ user: { id: alias.user.id }, suspended: true }])
    expect(await Promise.all([named, alias, stranger].map(isOpen))).toEqual([false, false, true])
    const later = await signIn(inMailbox('later'))
    expect(await isOpen(later)).toBe(false)
    await expect
      .poll(() => changes.filter(({ suspended }) => suspended).map(({ user }) => user.id))
      .toEqual(expect.arrayContaining([named.user.id, alias.user.id, later.user.id]))

    await decide({ kind: 'reinstate', accountId: alias.user.id, adminId })
    const { rowCount } = await site.owner.query(
      'SELECT FROM users WHERE suspended_at IS NOT NULL UNION ALL SELECT FROM suspended_mailboxes',
    )
    expect(rowCount).toBe(0)
    expect(await isOpen(await signIn(inMailbox('last')))).toBe(true)
  })

  test('of the administrator’s own mailbox, or of all administrators, is refused: 409', async () => {
    const voter = randomUUID()
    const adminId = await addUser('chief', { isAdmin: true, voter })
    const alias = await addUser('alias', { voter })
    const former = await addUser('former', { isAdmin: true, isSuspended: true })
    expect(await decide({ kind: 'suspend', accountId: alias, adminId })).toMatchObject({
      status: 409,
      body: { error: { code: 'own_account' } },
    })
    const last = await decide({ kind: 'suspend', accountId: alias, adminId: former })
    expect(last).toMatchObject({ status: 409, body: { error: { code: 'last_admin' } } })
  })

  test('is applied once, even if its decision is repeated', async () => {
    const [adminId, accountId] = [await addUser('chief', { isAdmin: true }), await addUser('one')]
    const decision = { kind: 'suspend', accountId, adminId, decisionId: randomUUID() } as const
    const responses = await Promise.all([1, 2, 3].map(() => decide(decision)))
    await decide({ kind: 'reinstate', accountId, adminId })
    responses.push(await decide(decision))
    for (const { body } of responses) expect(body).toEqual(responses[0]?.body)
    expect((await ask(readAccount, { params: { id: accountId } })).body.suspended).toBe(false)
    const other = await decide({ ...decision, accountId: adminId, adminId: accountId })
    expect(other.status).toBe(404)
  })

  test('of a suspended account changes nothing', async () => {
    const [adminId, accountId] = [await addUser('chief', { isAdmin: true }), await addUser('one')]
    const first = await decide({ kind: 'suspend', accountId, adminId })
    const second = await decide({ kind: 'suspend', accountId, adminId })
    expect(second.body.before).toEqual(first.body.after)
    expect(second.body.state).toEqual(first.body.state)
  })

  test('of oneself or of the last administrator is refused: 409', async () => {
    const adminId = await addUser('chief', { isAdmin: true })
    const former = await addUser('former', { isAdmin: true, isSuspended: true })
    expect(await decide({ kind: 'suspend', accountId: adminId, adminId })).toMatchObject({
      status: 409,
      body: { error: { code: 'own_account' } },
    })
    const last = await decide({ kind: 'suspend', accountId: adminId, adminId: former })
    expect(last).toMatchObject({ status: 409, body: { error: { code: 'last_admin' } } })
    expect((await ask(readAccount, { params: { id: adminId } })).body.suspended).toBe(false)
  })

  test('or a reinstatement by an administrator who is suspended by then is refused: 403', async () => {
    const chief = await addUser('chief', { isAdmin: true })
    const adminId = await addUser('former', { isAdmin: true })
    const accountId = await addUser('one')
    await decide({ kind: 'suspend', accountId: adminId, adminId: chief })
    // Their calls passed the gateway before the suspension, and reach auth after it.
    for (const late of [
      { kind: 'suspend', accountId },
      { kind: 'reinstate', accountId: adminId },
    ] as const) {
      expect(await decide({ ...late, adminId })).toMatchObject({
        status: 403,
        body: { error: { code: 'forbidden' } },
      })
    }
    const { body } = await ask(readAccount, { params: { id: adminId } })
    expect(body.suspended).toBe(true)
  })

  test('of two administrators by each other at the same time leaves one active', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await addUser(`one-${round}`, { isAdmin: true })
      const other = await addUser(`other-${round}`, { isAdmin: true })
      const responses = await Promise.all([
        decide({ kind: 'suspend', accountId: one, adminId: other }),
        decide({ kind: 'suspend', accountId: other, adminId: one }),
      ])
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await ask(countAccounts, {})).body.activeAdmins).toBe(1)
      await site.owner.query('DELETE FROM users')
    }
  })

  test('of a missing account is 404, and only moderation may suspend', async () => {
    const adminId = await addUser('chief', { isAdmin: true })
    const decision = { kind: 'suspend', accountId: randomUUID(), adminId } as const
    expect(await decide(decision)).toMatchObject({
      status: 404,
      body: { error: { code: 'account_not_found' } },
    })
    const body = JSON.stringify({ ...decision, decisionId: randomUUID() })
    const viewer = { id: adminId, username: 'chief', role: 'admin' } as const
    const path = '/internal/accounts/decisions'
    expect((await site.send({ method: 'POST', path, body }, { viewer })).status).toBe(401)
  })
})

describe('accounts', () => {
  const find = async (query: NonNullable<RouteInput<typeof searchAccounts>['query']>) => {
    const { body } = await ask(searchAccounts, { query })
    return { total: body.total, names: body.accounts.map(({ username }) => username) }
  }

  test('are found by words of the name, a whole email address or an id, newest first', async () => {
    const id = await addUser('brave-otter-4821')
    await addUser('quick-otter-1001')
    await addUser('quick-heron-4821')
    expect(await find({})).toEqual({
      total: 3,
      names: ['quick-heron-4821', 'quick-otter-1001', 'brave-otter-4821'],
    })
    expect(await find({ search: 'OTT' })).toEqual({
      total: 2,
      names: ['quick-otter-1001', 'brave-otter-4821'],
    })
    expect((await find({ search: 'quick otter' })).names).toEqual(['quick-otter-1001'])
    expect((await find({ search: 'Brave-Otter-4821@example.org' })).names).toEqual([
      'brave-otter-4821',
    ])
    expect((await find({ search: id })).names).toEqual(['brave-otter-4821'])
    for (const search of ['example.org', 'tter', '@', 'brave-otter-4821@example']) {
      expect((await find({ search })).names, search).toEqual([])
    }
  })

  test('are filtered by role and state, with exact totals, page by page', async () => {
    await addUser('member-one')
    await addUser('member-two', { isSuspended: true })
    await addUser('admin-one', { isAdmin: true })
    await addUser('admin-two', { isAdmin: true, isSuspended: true })
    const expected = [
      [{ role: 'member' }, ['member-two', 'member-one']],
      [{ role: 'admin' }, ['admin-two', 'admin-one']],
      [{ state: 'suspended' }, ['admin-two', 'member-two']],
      [{ state: 'active' }, ['admin-one', 'member-one']],
      [{ role: 'member', state: 'active' }, ['member-one']],
      [{ role: 'admin', state: 'suspended' }, ['admin-two']],
      [{ search: 'one', role: 'member', state: 'active' }, ['member-one']],
    ] as const
    for (const [query, names] of expected) {
      expect(await find(query)).toEqual({ total: names.length, names })
      const pages = [
        await find({ ...query, limit: '1' }),
        await find({ ...query, limit: '1', page: '2' }),
      ]
      expect(pages.flatMap((page) => page.names)).toEqual(names.slice(0, 2))
    }
    expect((await ask(countAccounts, {})).body).toEqual({ accounts: 4, activeAdmins: 1 })
    await site.owner.query(`DELETE FROM users WHERE username = 'member-one'`)
    expect((await ask(countAccounts, {})).body).toEqual({ accounts: 3, activeAdmins: 1 })
  })

  test('are listed without email addresses', async () => {
    const id = await addUser('brave-otter-4821')
    const { body } = await ask(readAccount, { params: { id } })
    expect(body).toEqual({
      id,
      username: 'brave-otter-4821',
      role: 'member',
      suspended: false,
      joinedAt: expect.any(String),
    } satisfies Account)
    const missing = await ask(readAccount, { params: { id: randomUUID() } })
    expect(missing).toMatchObject({ status: 404, body: { error: { code: 'account_not_found' } } })
  })
})
