import { randomUUID } from 'node:crypto'
import { postAlternative } from '@answerable/contracts/alternatives'
import { removeComment } from '@answerable/contracts/comment-decisions'
import { postComment } from '@answerable/contracts/comments'
import { readModerationLog } from '@answerable/contracts/moderation-log'
import { findNoticeLink } from '@answerable/contracts/notice-mails'
import {
  type AdminNotice,
  confirmNotice,
  declineNotice,
  objectToNotice,
  postNotice,
  readNotice,
  upholdNotice,
} from '@answerable/contracts/notices'
import { listQueue, type QueueEntry } from '@answerable/contracts/review-queue'
import type { RouteInput } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { verifyLink } from '@answerable/contracts/sign-in'
import { readSubmission } from '@answerable/contracts/submissions'
import { reportUpdate } from '@answerable/contracts/updates'
import { eraseOldNotices } from '@answerable/moderation/notices'
import { verifyCommand } from '@answerable/moderation/verify-command'
import { onlyRow } from '@answerable/service-kit/db'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
let judge: Viewer
let notifiers = 0

beforeAll(async () => {
  site = await startModerationSite()
})
beforeEach(async () => {
  await site.owner.auth.query('DELETE FROM users')
  admin = await addPerson(site, 'admin')
  judge = await addPerson(site, 'admin')
})
afterAll(() => site.stop())

type Body = RouteInput<typeof postNotice>['body']

const newNotice = (changed: Partial<Body> = {}): Body & { email: string } => {
  notifiers += 1
  return {
    what: ['http://localhost:8080/boycott/a1B2c3D4'],
    reasonCode: 'defamation',
    why: 'The claim in the second paragraph is false, and a court has said so.',
    who: 'Nora Notifier',
    email: `notifier-${notifiers}@example.org`,
    goodFaith: true,
    ...changed,
  } as Body & { email: string }
}

const send = (body: Body, headers: Record<string, string> = {}) =>
  site.moderation.call(
    postNotice,
    { body },
    { headers, clientAddress: `10.8.0.${notifiers % 250}` },
  )

/** The newest mail with this subject, and the token of its link. */
const mailTo = (email: string, subject: string) =>
  until(async () => {
    const { rows } = await site.owner.auth.query<{ body: string; link: string }>(
      'SELECT body, link FROM dev_mails WHERE recipient = $1 AND subject = $2 ORDER BY id DESC LIMIT 1',
      [email, subject],
    )
    const { body, link } = onlyRow(rows)
    return { body, token: new URL(link).hash.slice(1) }
  })

const receipt = 'We received your notice'
const outcome = 'The decision about your notice'

const queue = async (kind: 'all' | 'notices' = 'notices', page = '1', limit = '50') =>
  site.moderation.call(listQueue, { query: { kind, page, limit } }, { viewer: judge })
const waiting = async (): Promise<AdminNotice[]> =>
  (await queue()).body.flatMap((entry) => (entry.kind === 'notice' ? [entry.notice] : []))
const findWaiting = async (why: string): Promise<AdminNotice> => {
  const notice = (await waiting()).find((one) => one.why === why)
  if (notice === undefined) throw new Error('the notice is not in the queue')
  return notice
}
const decide = (
  route: typeof upholdNotice | typeof declineNotice,
  id: string,
  { viewer = admin, headers = {} }: { viewer?: Viewer; headers?: Record<string, string> } = {},
) =>
  site.moderation.call(
    route,
    { params: { id }, body: { reasonCode: 'no-violation', note: 'It is an opinion.' } },
    { viewer, headers },
  )
const read = (token: string) => site.moderation.call(readNotice, { params: { token } })

const idOf = (entry: QueueEntry): string =>
  (entry as unknown as Record<string, { id: string }>)[entry.kind]?.id ?? ''

/** A notice with a text of its own, its token and its entry in the queue. */
const received = async (changed: Partial<Body> = {}) => {
  const why = `The claim is false. Case ${randomUUID()}.`
  const body = newNotice({ why, ...changed })
  expect((await send(body)).status).toBe(202)
  const { token } = await mailTo(body.email, receipt)
  return { body, token, notice: await findWaiting(body.why) }
}

test('a notice gets a receipt without its text, waits in the queue, and ends with an outcome by mail', async () => {
  const { body, token, notice } = await received()
  const { body: mail } = await mailTo(body.email, receipt)
  for (const text of [body.why, 'Nora', 'a1B2c3D4']) expect(mail).not.toContain(text)
  expect(notice).toMatchObject({
    what: [{ kind: 'submission', id: 'a1B2c3D4', path: '/boycott/a1B2c3D4' }],
    who: 'Nora Notifier',
    mailbox: 'unconfirmed',
    state: 'open',
  })
  expect((await read(token)).body).toMatchObject({
    state: 'open',
    isConfirmed: false,
    decision: null,
  })
  await site.moderation.call(confirmNotice, { params: { token } })
  expect((await findWaiting(body.why)).mailbox).toBe('confirmed')

  const response = await decide(declineNotice, notice.id)
  expect(response.body.notice).toMatchObject({ state: 'declined', objection: null })
  const decided = await mailTo(body.email, outcome)
  expect(decided.body).toContain('Reason: No rule was broken.')
  expect(decided.body).toContain('It is an opinion.')
  expect(decided.body).toContain('object')
  expect((await read(decided.token)).body).toMatchObject({
    state: 'declined',
    decision: { reasonCode: 'no-violation', note: 'It is an opinion.' },
    mayObjectUntil: expect.any(String),
  })
  expect((await waiting()).map(({ id }) => id)).not.toContain(notice.id)
})

test('the log has the decision without anything of the notifier, and its chain is valid', async () => {
  const { body, notice } = await received()
  await decide(upholdNotice, notice.id)
  const log = await site.moderation.call(readModerationLog, {})
  expect(log.body[0]).toMatchObject({ kind: 'uphold-notice', category: null, onAppeal: false })
  const { rows } = await site.owner.moderation.query<{ text: string }>(
    'SELECT payload::text AS text FROM decision_log ORDER BY position DESC LIMIT 1',
  )
  for (const text of [body.why, body.email, 'Nora', 'a1B2c3D4']) {
    expect(onlyRow(rows).text).not.toContain(text)
  }
  expect(await verifyCommand({ DATABASE_URL: site.moderation.database.url })).toBe(0)
})

test('an unconfirmed mailbox gets the outcome without the note', async () => {
  const { body, notice } = await received()
  await decide(declineNotice, notice.id)
  const mail = await mailTo(body.email, outcome)
  expect(mail.body).toContain('Reason: No rule was broken.')
  expect(mail.body).not.toContain('It is an opinion.')
})

test('an objection, possible once, goes to another administrator, and its outcome is mailed', async () => {
  const { body, token, notice } = await received()
  const object = () =>
    site.moderation.call(objectToNotice, { params: { token }, body: { text: 'Read page 3.' } })
  expect(await object()).toMatchObject({ status: 409, body: { error: { code: 'notice_open' } } })
  await decide(declineNotice, notice.id)
  expect(await object()).toMatchObject({
    status: 201,
    body: { objection: { text: 'Read page 3.', state: 'open' }, mayObjectUntil: null },
  })
  expect(await object()).toMatchObject({
    status: 409,
    body: { error: { code: 'already_objected' } },
  })
  await mailTo(body.email, 'We received your objection')
  expect((await findWaiting(body.why)).objection).toMatchObject({ text: 'Read page 3.' })

  expect(await decide(upholdNotice, notice.id)).toMatchObject({
    status: 403,
    body: { error: { code: 'other_admin_needed' } },
  })
  await decide(upholdNotice, notice.id, { viewer: judge })
  await mailTo(body.email, 'The decision about your objection')
  expect((await read(token)).body).toMatchObject({
    state: 'declined',
    objection: { state: 'upheld', reasonCode: 'no-violation' },
  })
  expect(await decide(upholdNotice, notice.id, { viewer: judge })).toMatchObject({
    status: 409,
    body: { error: { code: 'decision_conflict' } },
  })
})

test('of two decisions at the same time one is applied; a repeat with the same key returns it', async () => {
  const { notice } = await received()
  const responses = await Promise.all([
    decide(upholdNotice, notice.id),
    decide(declineNotice, notice.id, { viewer: judge }),
  ])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  const { notice: second } = await received()
  const headers = newKey()
  const first = await decide(upholdNotice, second.id, { headers })
  expect((await decide(upholdNotice, second.id, { headers })).body).toEqual(first.body)
})

test('a notice about an administrator’s own content is declined by another one', async () => {
  const id = await propose(site, { author: admin })
  for (const what of [`/boycott/${id}`, `/people/${admin.username}`]) {
    const { notice } = await received({ what: [what] })
    expect((await decide(declineNotice, notice.id)).status).toBe(403)
    expect((await decide(declineNotice, notice.id, { viewer: judge })).status).toBe(200)
  }
})

test('a notice about an administrator’s own alternative, update or response is declined by another one, and by nobody while catalog is away', async () => {
  const id = await propose(site)
  const add = { params: { id }, body: { name: 'Water' } }
  const alternative = await site.catalog.call(postAlternative, add, { viewer: admin })
  const update = await site.catalog.call(
    reportUpdate,
    {
      params: { id },
      body: { date: '2026-01-02', text: 'New.', source: 'https://example.org/a' },
    },
    { viewer: admin },
  )
  const { rows } = await site.owner.catalog.query<{ id: string }>(
    `INSERT INTO responses (submission_id, business_id, domain, content, author_id)
     SELECT id, business_id, 'own.example', 'We disagree.', $2 FROM submissions WHERE id = $1
     RETURNING id`,
    [id, admin.id],
  )
  const fragments = [
    `alternative-${alternative.body.id}`,
    `update-${update.body.id}`,
    `response-${onlyRow(rows).id}`,
    'response',
  ]
  for (const fragment of fragments) {
    const { notice } = await received({ what: [`/boycott/${id}#${fragment}`] })
    expect((await decide(declineNotice, notice.id)).status, fragment).toBe(403)
    await site.roadToCatalog.cut()
    const whileAway = await decide(declineNotice, notice.id)
    await site.roadToCatalog.mend()
    expect(whileAway.status, fragment).toBe(503)
    expect((await findWaiting(notice.why)).state).toBe('open')
    expect((await decide(declineNotice, notice.id, { viewer: judge })).status).toBe(200)
  }
})

test('a notice about a business is declined by an administrator who does not speak for it', async () => {
  const id = await propose(site)
  const { business } = (await site.catalog.call(readSubmission, { params: { id } })).body
  const { notice } = await received({ what: [`/businesses/${business.slug}`] })
  await site.owner.moderation.query(
    `INSERT INTO representations (business_id, user_id, domain, verified, version)
     VALUES ($1, $2, 'own.example', true, 1)`,
    [business.id, admin.id],
  )
  expect((await decide(declineNotice, notice.id)).status).toBe(403)
  expect((await decide(declineNotice, notice.id, { viewer: judge })).status).toBe(200)
})

test('an upheld notice names what was removed; without a removal it needs a note that says why', async () => {
  const id = await propose(site)
  const comment = await site.catalog.call(
    postComment,
    { params: { id }, body: { content: 'A false claim.' } },
    { viewer: newMember() },
  )
  const [kept, removed] = [`/boycott/${id}`, `/boycott/${id}#comment-${comment.body.id}`]
  const { body, token, notice } = await received({ what: [kept, removed] })
  expect(notice.what.map(({ removal }) => removal)).toEqual([null, null])
  const uphold = (note?: string) =>
    site.moderation.call(
      upholdNotice,
      { params: { id: notice.id }, body: { reasonCode: 'illegal', ...(note && { note }) } },
      { viewer: admin },
    )
  expect(await uphold()).toMatchObject({
    status: 400,
    body: { error: { fields: { note: expect.stringContaining('None of the content') } } },
  })
  const removal = await site.moderation.call(
    removeComment,
    { params: { id: comment.body.id } },
    { viewer: admin },
  )
  expect((await findWaiting(body.why)).what).toMatchObject([
    { path: kept, removal: null },
    { path: removed, removal: { decisionId: removal.body.decisionId } },
  ])
  expect((await uphold()).status).toBe(200)
  expect((await read(token)).body).toMatchObject({ state: 'upheld', removed: [removed] })
  expect((await mailTo(body.email, outcome)).body).toContain('Some of the content was removed.')
  const { rows } = await site.owner.moderation.query<{ after: unknown }>(
    `SELECT payload -> 'after' AS after FROM decision_log ORDER BY position DESC LIMIT 1`,
  )
  expect(onlyRow(rows).after).toMatchObject({
    state: 'upheld',
    removals: [removal.body.decisionId],
  })
})

test('an upheld notice about content that stays says so by mail', async () => {
  const { body, token, notice } = await received()
  await site.moderation.call(confirmNotice, { params: { token } })
  await decide(upholdNotice, notice.id)
  const mail = await mailTo(body.email, outcome)
  expect(mail.body).toContain('The content was not removed.')
  expect(mail.body).toContain('It is an opinion.')
  expect((await read(token)).body.removed).toEqual([])
})

test('a link opens nothing but its notice, and no other link opens a notice', async () => {
  const { token } = await received()
  const guesses = [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'x'.repeat(43)]
  for (const guess of guesses) {
    expect(await read(guess)).toMatchObject({
      status: 404,
      body: { error: { code: 'notice_not_found' } },
    })
    expect((await site.moderation.call(confirmNotice, { params: { token: guess } })).status).toBe(
      404,
    )
  }
  expect((await site.auth.call(verifyLink, { body: { token } })).status).toBe(400)
  // Reading it any number of times, as scanners do, changes nothing.
  const before = (await read(token)).body
  await Promise.all([read(token), read(token), read(token)])
  expect((await read(token)).body).toEqual(before)
  expect(before.isConfirmed).toBe(false)
  const call = { body: { token } }
  expect((await site.auth.call(findNoticeLink, call)).status).toBe(401)
  const { rows } = await site.owner.auth.query(
    `SELECT FROM notice_links WHERE hash = $1 UNION ALL SELECT FROM notice_mails WHERE content::text LIKE '%' || $1 || '%'`,
    [token],
  )
  expect(rows).toEqual([])
})

test('the budgets of a mailbox and of a network bound the mails', async () => {
  const { email } = newNotice()
  const statuses: number[] = []
  for (let sent = 0; sent < 4; sent += 1) statuses.push((await send(newNotice({ email }))).status)
  // Each notice comes from another network.
  statuses.push((await send(newNotice({ email }))).status)
  const refusedText = `The claim is false. Case ${randomUUID()}.`
  statuses.push((await send(newNotice({ email, why: refusedText }))).status)
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
  const waitingOnes = (await waiting()).filter(({ why }) => why === refusedText)
  expect(waitingOnes).toEqual([])
  const fromOne: number[] = []
  for (let sent = 0; sent < 11; sent += 1) {
    const { status } = await site.moderation.call(
      postNotice,
      { body: newNotice() },
      { clientAddress: '10.9.9.9' },
    )
    fromOne.push(status)
  }
  expect(fromOne.filter((status) => status === 202)).toHaveLength(10)
  expect(fromOne.at(-1)).toBe(429)
})

test('a repeat with the same key is one notice, with another text a conflict', async () => {
  const body = newNotice({ why: `The claim is false. Case ${randomUUID()}.` })
  const headers = newKey()
  const responses = [await send(body, headers), await send(body, headers)]
  expect(responses.map(({ status }) => status)).toEqual([202, 202])
  expect((await waiting()).filter(({ why }) => why === body.why)).toHaveLength(1)
  expect((await send(newNotice(), headers)).status).toBe(422)
})

test('name and address are required, except for images of child abuse; foreign addresses are refused', async () => {
  const { who: _, ...nameless } = newNotice()
  expect((await send(nameless)).body).toMatchObject({
    error: { fields: { who: expect.any(String) } },
  })
  const { email: __, ...anonymous } = nameless
  expect((await send({ ...anonymous, reasonCode: 'child-abuse' })).status).toBe(202)
  for (const what of [
    'https://elsewhere.example/boycott/a1B2c3D4',
    '/about',
    'nonsense',
    '/boycott/short',
  ]) {
    expect((await send(newNotice({ what: [what] }))).body, what).toMatchObject({
      error: { fields: { 'what.0': expect.any(String) } },
    })
  }
  const goodFaith = false as unknown as true
  expect((await send(newNotice({ goodFaith }))).status).toBe(400)
  expect(
    (await send(newNotice({ what: Array.from({ length: 11 }, () => '/boycott/a1B2c3D4') }))).status,
  ).toBe(400)
})

test('while auth is away nothing is stored, and the mails of decisions wait', async () => {
  const { body, notice } = await received()
  await site.roadToAuth.cut()
  const lost = newNotice({ why: `The claim is false. Case ${randomUUID()}.` })
  expect((await send(lost)).status).toBe(503)
  await site.roadToAuth.mend()
  expect((await waiting()).some(({ why }) => why === lost.why)).toBe(false)
  expect((await decide(declineNotice, notice.id)).status).toBe(200)
  await mailTo(body.email, outcome)
})

test('notices come first in the queue, and its pages continue with flagged content', async () => {
  await site.owner.moderation.query('DELETE FROM notice_mail_requests')
  await site.owner.moderation.query('DELETE FROM notices')
  const first = await received()
  const second = await received()
  const flagged = [await propose(site), await propose(site), await propose(site)]
  for (const id of flagged) await flag(site, id)
  const all = (await queue('all')).body
  const ids = all.map(idOf)
  expect(ids.slice(0, 2)).toEqual([first.notice.id, second.notice.id])
  expect(ids.slice(2)).toEqual(expect.arrayContaining(flagged))
  const paged: string[] = []
  for (const page of ['1', '2']) {
    for (const entry of (await queue('all', page, '3')).body) {
      paged.push(idOf(entry))
    }
  }
  expect(paged).toEqual(ids.slice(0, 6))
})

test('half a year after the decision texts, names and addresses are erased, and the counts stay', async () => {
  const { body, token, notice } = await received()
  await decide(declineNotice, notice.id)
  await mailTo(body.email, outcome)
  await site.owner.moderation.query(
    "UPDATE notices SET decided_at = now() - interval '7 months' WHERE id = $1",
    [notice.id],
  )
  await eraseOldNotices(site.owner.moderation)
  const { rows } = await site.owner.moderation.query(
    'SELECT explanation, notifier_name, content, erased_at IS NOT NULL AS erased FROM notices WHERE id = $1',
    [notice.id],
  )
  expect(rows).toEqual([{ explanation: '', notifier_name: null, content: [], erased: true }])
  const counts = await site.owner.moderation.query<{ outcome: string }>(
    "SELECT outcome FROM notice_counts WHERE reason = 'defamation'",
  )
  expect(counts.rows.map((row) => row.outcome)).toEqual(
    expect.arrayContaining(['received', 'declined', 'upheld', 'objected', 'objection-upheld']),
  )
  const mailbox = () =>
    site.owner.auth.query<{ months: number }>(
      `SELECT round(extract(epoch FROM delete_after - now()) / 2629800) AS months
       FROM notice_mailboxes WHERE notice_id = $1`,
      [notice.id],
    )
  expect(onlyRow((await mailbox()).rows).months).toBe('6')
  expect(
    await site.moderation.call(objectToNotice, { params: { token }, body: { text: 'Late.' } }),
  ).toMatchObject({ status: 409, body: { error: { code: 'objection_too_late' } } })
})
