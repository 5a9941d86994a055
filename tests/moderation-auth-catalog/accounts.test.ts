import { randomUUID } from 'node:crypto'
import {
  listAccounts,
  reinstateAccount,
  resetPasskeys,
  suspendAccount,
} from '@answerable/contracts/accounts'
import { postComment } from '@answerable/contracts/comments'
import { passkeysReset } from '@answerable/contracts/events'
import { flagSubmission } from '@answerable/contracts/flags'
import { readModerationLog } from '@answerable/contracts/moderation-log'
import type { Viewer } from '@answerable/contracts/sessions'
import { submitBoycott } from '@answerable/contracts/submissions'
import { castVote, withdrawVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addPerson,
  flag,
  type ModerationSite,
  newKey,
  propose,
  startModerationSite,
} from './site.ts'

let site: ModerationSite
let admin: Viewer

beforeAll(async () => {
  site = await startModerationSite()
  admin = await addPerson(site, 'admin')
})
afterAll(() => site.stop())

type Options = { viewer?: Viewer | null; headers?: Record<string, string>; note?: string }
const act =
  (route: typeof suspendAccount | typeof reinstateAccount | typeof resetPasskeys) =>
  (id: string, { viewer = admin, headers = {}, note }: Options = {}) =>
    site.moderation.call(
      route,
      { params: { id }, ...(note === undefined ? {} : { body: { reasonCode: 'hate', note } }) },
      { viewer, headers },
    )
const suspend = act(suspendAccount)
const reinstate = act(reinstateAccount)
const reset = act(resetPasskeys)

const addPasskey = (userId: string) =>
  site.owner.auth.query(
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name)
     VALUES ($1, $2, '', 0, '{}', 'Laptop')`,
    [userId, userId],
  )

const writes = async (viewer: Viewer) => {
  const params = { id: await propose(site) }
  const proposal = { targetName: 'A', location: 'B', reasons: 'C' }
  return Promise.all([
    site.catalog.call(submitBoycott, { body: proposal }, { viewer }),
    site.catalog.call(postComment, { params, body: { content: 'x' } }, { viewer }),
    site.catalog.call(flagSubmission, { params, body: { reason: 'x' } }, { viewer }),
    site.catalog.call(castVote, { params, body: { value: 1 } }, { viewer }),
    site.catalog.call(withdrawVote, { params }, { viewer }),
  ])
}

describe('a suspension', () => {
  test('refuses every write as soon as its response arrives, even with an older service token', async () => {
    const member = await addPerson(site)
    const response = await suspend(member.id)
    expect(response.body.account).toMatchObject({ id: member.id, suspended: true })
    for (const refused of await writes(member)) {
      expect(refused).toMatchObject({
        status: 403,
        body: {
          error: {
            code: 'account_suspended',
            message: 'Your account is suspended. You can read but not post.',
          },
        },
      })
    }
    expect((await reinstate(member.id)).body.account.suspended).toBe(false)
    const statuses = (await writes(member)).map(({ status }) => status)
    expect(statuses).toEqual([201, 201, 201, 200, 200])
  })

  test('refuses every write of all accounts of the mailbox as soon as its response arrives', async () => {
    const [member, alias] = [await addPerson(site), await addPerson(site)]
    await site.owner.auth.query('UPDATE users SET voter_id = $2 WHERE id = ANY ($1)', [
      [member.id, alias.id],
      randomUUID(),
    ])
    await suspend(member.id)
    const statuses = async () => (await writes(alias)).map(({ status }) => status)
    expect(await statuses()).toEqual([403, 403, 403, 403, 403])
    await reinstate(alias.id)
    expect((await writes(member)).map(({ status }) => status)).toEqual([201, 201, 201, 200, 200])
  })

  test('is logged like every decision, and the public log does not name the account', async () => {
    const member = await addPerson(site)
    const { decisionId } = (await suspend(member.id, { note: 'Threatens people.' })).body
    const { rows } = await site.owner.moderation.query(
      'SELECT payload FROM decision_log WHERE decision_id = $1',
      [decisionId],
    )
    expect(rows[0]?.payload).toMatchObject({
      kind: 'suspend',
      moderatorId: admin.id,
      subject: { kind: 'account', id: member.id },
      reasonCode: 'hate',
      before: { suspended: false },
      after: { suspended: true },
    })
    const log = await site.moderation.call(readModerationLog, {})
    expect(log.body[0]).toMatchObject({ decisionId, kind: 'suspend', category: null })
    expect(log.text).not.toContain(member.id)
    expect(log.text).not.toContain(member.username)
    await reinstate(member.id)
    expect((await site.moderation.call(readModerationLog, {})).body[0]?.kind).toBe('reinstate')
  })

  test('of oneself or of the last administrator is refused: 409', async () => {
    expect(await suspend(admin.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'own_account' } },
    })
    const former = await addPerson(site, 'admin')
    await suspend(former.id)
    expect(await suspend(admin.id, { viewer: former })).toMatchObject({
      status: 409,
      body: { error: { code: 'last_admin' } },
    })
    const log = await site.moderation.call(readModerationLog, {})
    expect(log.body.filter(({ kind }) => kind === 'suspend')).not.toHaveLength(0)
    expect(
      (
        await site.moderation.call(
          listAccounts,
          { query: { role: 'admin', state: 'active' } },
          {
            viewer: admin,
          },
        )
      ).body.map(({ id }) => id),
    ).toEqual([admin.id])
  })

  test('that is repeated under one Idempotency-Key is applied once', async () => {
    const member = await addPerson(site)
    const headers = newKey()
    const first = await suspend(member.id, { headers })
    await reinstate(member.id)
    expect((await suspend(member.id, { headers })).body).toEqual(first.body)
    const [refused] = await writes(member)
    expect(refused?.status).toBe(201)
    expect((await reinstate(member.id, { headers })).status).toBe(422)
  })

  test('that was refused stays refused under its Idempotency-Key, and is not logged', async () => {
    const headers = newKey()
    const viewer = await addPerson(site, 'admin')
    await suspend(viewer.id)
    expect((await suspend(admin.id, { viewer, headers })).status).toBe(409)
    const other = await addPerson(site, 'admin')
    expect(await suspend(admin.id, { viewer, headers })).toMatchObject({
      status: 409,
      body: { error: { code: 'last_admin' } },
    })
    await suspend(other.id)
    const log = await site.moderation.call(readModerationLog, {})
    expect(log.body.map(({ decisionId }) => decisionId)).not.toContain(headers['idempotency-key'])
  })

  test('that auth could not apply is stored, and applied when it is back', async () => {
    const member = await addPerson(site)
    await site.roadToAuth.cut()
    expect((await suspend(member.id)).status).toBe(503)
    await site.roadToAuth.mend()
    await until(async () => {
      const { rows } = await site.owner.auth.query(
        'SELECT suspended_at IS NOT NULL AS suspended FROM users WHERE id = $1',
        [member.id],
      )
      expect(rows).toEqual([{ suspended: true }])
    })
  })

  test('of a missing account is 404; visitors and members may not suspend', async () => {
    for (const call of [suspend, reinstate]) {
      expect(await call(randomUUID())).toMatchObject({
        status: 404,
        body: { error: { code: 'account_not_found' } },
      })
      expect((await call('x')).status).toBe(400)
      expect((await call(randomUUID(), { viewer: newMember() })).status).toBe(403)
      expect((await call(randomUUID(), { viewer: null })).status).toBe(401)
    }
  })
})

describe('the list of accounts', () => {
  const list = async (query: Record<string, string>) => {
    const response = await site.moderation.call(listAccounts, { query }, { viewer: admin })
    return { ...response, total: Number(response.headers.get('x-total-count')) }
  }

  test('shows name, role, creation date, state and activity of each account, and no email address', async () => {
    const member = await addPerson(site)
    const id = await propose(site, { author: member })
    await flag(site, id)
    const params = { id }
    await site.catalog.call(castVote, { params, body: { value: 1 } }, { viewer: member })
    await site.catalog.call(postComment, { params, body: { content: 'x' } }, { viewer: member })
    const { body, total, text } = await list({ search: member.username })
    expect(body).toEqual([
      {
        id: member.id,
        username: member.username,
        role: 'member',
        suspended: false,
        joinedAt: expect.any(String),
        submissionCount: 1,
        commentCount: 1,
        voteCount: 1,
        flagCount: 0,
      },
    ])
    expect(total).toBe(1)
    expect(text).not.toContain('example.org')
  })

  test('has filters by role and state, and pages', async () => {
    const suspended = await addPerson(site)
    await suspend(suspended.id)
    const found = await list({ state: 'suspended', role: 'member', limit: '1' })
    expect(found.body).toMatchObject([{ id: suspended.id, suspended: true }])
    expect(found.headers.get('link')).toContain(
      '</api/admin/users?page=1&limit=1&role=member&state=suspended>; rel="first"',
    )
    expect((await list({ role: 'admin' })).body.every(({ role }) => role === 'admin')).toBe(true)
    const pages = [await list({ limit: '2' }), await list({ limit: '2', page: '2' })]
    const ids = pages.flatMap(({ body }) => body.map(({ id }) => id))
    expect(new Set(ids).size).toBe(4)
  })

  test('refuses unknown parameters: 400, members: 403, visitors: 401', async () => {
    const send = (query: string, viewer: Viewer | null) =>
      site.moderation.send({ method: 'GET', path: `/api/admin/users${query}` }, { viewer })
    for (const query of ['?role=owner', '?state=x', '?limit=51', '?page=0', '?x=1']) {
      expect((await send(query, admin)).status).toBe(400)
    }
    expect((await send('', newMember())).status).toBe(403)
    expect((await send('', null)).status).toBe(401)
  })
})

describe('a reset of passkeys', () => {
  test('is logged like every decision, and the public log does not name the account', async () => {
    const other = await addPerson(site, 'admin')
    expect((await reset(other.id)).body).toMatchObject({ error: { code: 'no_passkey' } })
    await addPasskey(admin.id)
    await addPasskey(other.id)
    const key = newKey()
    const { body } = await reset(other.id, { headers: key })
    expect(body.account).toMatchObject({ id: other.id, role: 'admin', suspended: false })
    expect((await reset(other.id, { headers: key })).body).toEqual(body)
    const log = await site.moderation.call(readModerationLog, {})
    expect(log.body.filter(({ decisionId }) => decisionId === body.decisionId)).toEqual([
      expect.objectContaining({ kind: 'reset-passkeys', moderator: 'administrator' }),
    ])
    expect(log.text).not.toContain(other.id)
    const { rows } = await site.owner.auth.query('SELECT FROM passkeys WHERE user_id = $1', [
      other.id,
    ])
    expect(rows).toEqual([])
  })

  test('by the operator is logged once, as the operator’s', async () => {
    const other = await addPerson(site, 'admin')
    const decisionId = randomUUID()
    const account = {
      id: other.id,
      username: other.username,
      role: 'admin',
      suspended: false,
      joinedAt: new Date().toISOString(),
    }
    const state = {
      user: { id: other.id, username: other.username, role: 'admin' },
      version: 1,
      suspended: false,
    }
    await site.owner.auth.query(
      'INSERT INTO applied_decisions (decision_id, user_id, response) VALUES ($1, $2, $3)',
      [decisionId, other.id, { before: account, after: account, state }],
    )
    const publish = () =>
      site.moderation.bus.publish({
        id: randomUUID(),
        subject: passkeysReset.subject,
        payload: { decisionId, userId: other.id },
        requestId: null,
      })
    await publish()
    await publish()
    const log = await site.moderation.call(readModerationLog, {})
    expect(log.body.filter((entry) => entry.decisionId === decisionId)).toEqual([
      expect.objectContaining({
        kind: 'reset-passkeys',
        moderator: 'operator',
        category: null,
        reasonCode: null,
      }),
    ])
    expect(log.text).not.toContain(other.username)
  })
})
