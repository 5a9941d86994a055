import { randomUUID } from 'node:crypto'
import { changePreferences, unsubscribe } from '@answerable/contracts/notification-preferences'
import type { NoticeKind } from '@answerable/contracts/notifications'
import { openPool, type Pool, transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { createLog } from '@answerable/service-kit/log'
import {
  newMember,
  startTestService,
  type TestService,
} from '@answerable/service-kit/testing/service'
import { withinOneDay } from '@answerable/service-kit/testing/within-one-day'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordOccurrence } from '../notices/record.ts'
import { notifications } from '../service.ts'
import { type FakeAuth, startFakeAuth } from '../testing/auth.ts'
import { type FakeCatalog, startFakeCatalog, submissionOf } from '../testing/catalog.ts'
import { prepareDigests } from './store.ts'

let catalog: FakeCatalog
let auth: FakeAuth
let service: TestService
let pool: Pool

beforeAll(async () => {
  ;[catalog, auth] = await Promise.all([startFakeCatalog(), startFakeAuth()])
  catalog.submissions.push(submissionOf('aaaaaaaa'), submissionOf('removed1', { approved: false }))
  service = await startTestService(notifications, { AUTH_URL: auth.url, CATALOG_URL: catalog.url })
  const log = createLog({ service: 'test', level: 'silent' })
  pool = openPool({ url: service.database.url, max: 4, name: 'test', log })
})
afterEach(async () => {
  for (const table of ['mail_requests', 'digests', 'mail_frequencies', 'recipients', 'notices']) {
    await pool.query(`DELETE FROM ${table}`)
  }
  auth.mails.length = 0
  auth.losesResponses = false
  auth.onBatch = () => undefined
})
afterAll(async () => {
  await pool.end()
  await service.stop()
  await Promise.all([catalog.stop(), auth.stop()])
})
// Digests are due at this hour.
beforeEach(() => withinOneDay({ begin: 8 }))

let occurrences = 0
const notify = (
  userId: string,
  kind: NoticeKind,
  given: Partial<Parameters<typeof recordOccurrence>[1]> = {},
) => {
  occurrences += 1
  const name = `test:${occurrences}`
  const occurrence = { name, submissionId: 'aaaaaaaa', to: [{ userId, kind }], ...given }
  return transaction(pool, (db) => recordOccurrence(db, occurrence))
}
const status = { outcome: 'locked' } as const

const makeDigestsDue = () => pool.query("UPDATE digests SET due_at = now() - interval '1 minute'")
const mailsOf = (userId: string) => auth.mails.filter(({ accountId }) => accountId === userId)

test('a decision is mailed at once, a change of status in the next weekly digest, each once', async () => {
  const { id } = newMember()
  await notify(id, 'decision', { outcome: 'removed', reasonCode: 'spam' })
  await notify(id, 'status', status)
  await expect.poll(() => mailsOf(id).length).toBe(1)
  expect(mailsOf(id)).toMatchObject([
    {
      template: 'notice',
      notices: [
        {
          kind: 'decision',
          outcome: 'removed',
          on: 'submission',
          subject: 'Target aaaaaaaa',
          path: '/boycott/aaaaaaaa',
          reason: 'Spam or advertising',
        },
      ],
      more: 0,
    },
  ])
  await makeDigestsDue()
  await expect.poll(() => mailsOf(id).length).toBe(2)
  expect(mailsOf(id)[1]).toMatchObject({ template: 'weekly', notices: [{ kind: 'status' }] })
  await makeDigestsDue()
  await notify(id, 'decision', { outcome: 'approved' })
  await expect.poll(() => mailsOf(id).length).toBe(3)
  expect(mailsOf(id)[2]?.template).toBe('notice')
})

test('a suggestion is mailed with its business, and a suspension without a submission', async () => {
  const { id } = newMember()
  catalog.businesses.push({ id: 'b0000001', slug: 'acme', name: 'Acme', mergedInto: null })
  const business = { submissionId: null, businessId: 'b0000001' }
  await notify(id, 'decision', { ...business, outcome: 'accepted' })
  await notify(id, 'decision', { submissionId: null, outcome: 'suspended', reasonCode: 'spam' })
  await expect.poll(() => mailsOf(id).length).toBe(2)
  expect(mailsOf(id).flatMap(({ notices }) => notices)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ on: 'suggestion', outcome: 'accepted', subject: 'Acme' }),
      expect.objectContaining({
        on: 'account',
        outcome: 'suspended',
        reason: 'Spam or advertising',
      }),
    ]),
  )
})

test('a digest lists 20 notices and counts the others; notices that were read are left out', async () => {
  const { id } = newMember()
  for (let at = 0; at < 23; at += 1) await notify(id, 'status', status)
  await pool.query(
    `UPDATE notices SET read = true WHERE occurrence_id = (SELECT max(occurrence_id) FROM notices)`,
  )
  await makeDigestsDue()
  await expect.poll(() => mailsOf(id).length).toBe(1)
  expect(mailsOf(id)[0]).toMatchObject({ template: 'weekly', more: 2 })
  expect(mailsOf(id)[0]?.notices).toHaveLength(20)
})

test('new comments on one submission are one entry, and nothing hidden is mailed', async () => {
  const viewer = newMember()
  const frequencies = { comment: 'daily', reply: 'daily' } as const
  await service.call(changePreferences, { body: { frequencies } }, { viewer })
  const comment = (id: string, excerpt: string) => {
    const entry = { id, submissionId: 'aaaaaaaa', authorId: null, excerpt }
    catalog.comments.push({ ...entry, author: { username: 'anna' } })
    return { commentId: id }
  }
  const [one, two, removed] = [randomUUID(), randomUUID(), randomUUID()]
  await notify(viewer.id, 'comment', comment(one, 'One'))
  await notify(viewer.id, 'comment', comment(two, 'Two'))
  await notify(viewer.id, 'reply', comment(removed, ''))
  await notify(viewer.id, 'comment', { submissionId: 'removed1', commentId: one })
  await makeDigestsDue()
  await expect.poll(() => mailsOf(viewer.id).length).toBe(1)
  expect(mailsOf(viewer.id)).toMatchObject([
    { template: 'daily', notices: [{ kind: 'comment', count: 2, path: '/boycott/aaaaaaaa' }] },
  ])
})

test('who flagged a submission learns by mail that it was removed, without its name', async () => {
  const { id } = newMember()
  await notify(id, 'flag', { submissionId: 'removed1', outcome: 'removed' })
  await expect.poll(() => mailsOf(id).length).toBe(1)
  expect(mailsOf(id)[0]?.notices).toEqual([
    { kind: 'flag', outcome: 'removed', on: 'submission', subject: null, path: '/moderation-log' },
  ])
})

test('after a failure of catalog or auth, or a lost response, each mail is requested again with its key', async () => {
  const ids = Array.from({ length: 8 }, () => newMember().id)
  let failures = 2
  auth.onBatch = () => {
    if (failures-- > 0) throw new Error('away')
  }
  auth.losesResponses = true
  const earlier = auth.repetitions()
  for (const id of ids) await notify(id, 'decision', { outcome: 'removed' })
  const deadline = async () => {
    await pool.query('UPDATE mail_requests SET not_before = now()')
    return auth.repetitions() - earlier
  }
  await expect.poll(deadline).toBeGreaterThan(0)
  auth.losesResponses = false
  const left = async () => {
    await pool.query('UPDATE mail_requests SET not_before = now()')
    return (await pool.query('SELECT FROM mail_requests')).rowCount
  }
  await expect.poll(left).toBe(0)
  expect(auth.mails.map(({ accountId }) => accountId).sort()).toEqual(ids.sort())
})

test('several instances prepare each digest once, while notices arrive and preferences change', async () => {
  const viewers = Array.from({ length: 120 }, () => newMember())
  for (const { id } of viewers) await notify(id, 'status', status)
  await makeDigestsDue()
  const instances = Array.from({ length: 4 }, async () => {
    while ((await prepareDigests(pool)) > 0);
  })
  const arrivals = viewers.map(({ id }) => notify(id, 'status', status))
  const changes = viewers.slice(0, 40).map((viewer) => {
    const body = { frequencies: { status: 'daily' }, timeZone: 'Asia/Tokyo' } as const
    return service.call(changePreferences, { body }, { viewer })
  })
  await Promise.all([...instances, ...arrivals, ...changes])
  // The notices that came too late are in the next digest: none is lost, none is mailed twice.
  await makeDigestsDue()
  const mailed = async () => (await pool.query('SELECT FROM notices WHERE mailed')).rowCount
  await expect.poll(mailed).toBe(240)
  await expect.poll(async () => (await pool.query('SELECT FROM mail_requests')).rowCount).toBe(0)
  const counted = auth.mails.reduce((sum, { notices, more }) => sum + notices.length + more, 0)
  expect(counted).toBe(240)
  expect(new Set(auth.mails.map(({ key }) => key)).size).toBe(auth.mails.length)
})

test('never means never, and the link of a mail ends what the mail was about, and nothing else', async () => {
  const viewer = newMember()
  await notify(viewer.id, 'decision', { outcome: 'removed' })
  await notify(viewer.id, 'status', status)
  await makeDigestsDue()
  await expect.poll(() => mailsOf(viewer.id).length).toBe(2)
  const tokenOf = (template: string) =>
    mailsOf(viewer.id).find((mail) => mail.template === template)?.unsubscribeToken ?? ''
  const stop = (token: string) => service.call(unsubscribe, { query: { token } })

  const own = tokenOf('weekly')
  const { length } = Buffer.from(own, 'base64url')
  /** The token with another byte at this place. The last character alone has bits that do not count. */
  const changedAt = (place: number): string => {
    const bytes = Buffer.from(own, 'base64url')
    bytes[place] = (bytes[place] ?? 0) ^ 1
    return bytes.toString('base64url')
  }
  const scopeAt = 16
  const forgeries = [0, scopeAt, length - 1].map(changedAt)
  for (const token of [...forgeries, 'x'.repeat(55), `${own}AAAA`]) {
    expect((await stop(token)).status).toBe(400)
  }
  const { body } = await stop(tokenOf('notice'))
  expect(body).toEqual({ stopped: 'decision' })
  const kinds = async () => {
    const { rows } = await pool.query<{ kind: string }>(
      "SELECT kind FROM mail_frequencies WHERE frequency = 'never' ORDER BY kind",
    )
    return rows.map(({ kind }) => kind)
  }
  expect(await kinds()).toEqual(['decision'])
  expect((await stop(own)).body).toEqual({ stopped: 'weekly' })
  expect((await stop(own)).body).toEqual({ stopped: 'weekly' })
  // 'flag', 'appeal' and 'request' are mailed at once.
  expect(await kinds()).toEqual([
    'comment',
    'decision',
    'mention',
    'milestone',
    'publication',
    'reply',
    'response',
    'status',
  ])
  await notify(viewer.id, 'decision', { outcome: 'approved' })
  await notify(viewer.id, 'status', status)
  await makeDigestsDue()
  await notify(viewer.id, 'flag', { outcome: 'approved' })
  await expect.poll(() => mailsOf(viewer.id).length).toBe(3)
  expect(mailsOf(viewer.id)[2]?.notices).toMatchObject([{ kind: 'flag' }])
})

test('a mail that waits while auth is away is not sent after its member has stopped mails of its kind', async () => {
  const [viewer, other] = [newMember(), newMember()]
  const attempted = new Set<string>()
  auth.onBatch = (mails) => {
    for (const { key } of mails) attempted.add(key)
    throw new Error('not today')
  }
  for (const { id } of [viewer, other]) {
    await notify(id, 'flag', { outcome: 'approved' })
    await notify(id, 'status', status)
  }
  await makeDigestsDue()
  const waiting = async () => (await pool.query('SELECT FROM mail_requests')).rowCount
  // Each waits for its lease then, so that none is between reading the preferences and calling auth.
  await expect.poll(() => attempted.size).toBe(4)
  const frequencies = { flag: 'never', status: 'never' } as const
  await service.call(changePreferences, { body: { frequencies } }, { viewer })
  auth.onBatch = () => undefined
  await pool.query('UPDATE mail_requests SET not_before = now()')
  await expect.poll(waiting).toBe(0)
  expect(mailsOf(other.id)).toHaveLength(2)
  expect(mailsOf(viewer.id)).toEqual([])
})

test('a mail that auth does not accept holds up no other', async () => {
  const [poisoned, other] = [newMember().id, newMember().id]
  auth.onBatch = (mails) => {
    if (mails.some(({ accountId }) => accountId === poisoned)) throw new AppError('invalid_request')
  }
  await transaction(pool, (db) =>
    recordOccurrence(db, {
      name: 'test:poison',
      submissionId: 'aaaaaaaa',
      outcome: 'removed',
      to: [
        { userId: poisoned, kind: 'decision' },
        { userId: other, kind: 'decision' },
      ],
    }),
  )
  await expect.poll(async () => (await pool.query('SELECT FROM mail_requests')).rowCount).toBe(0)
  expect(auth.mails.map(({ accountId }) => accountId)).toEqual([other])
})
