import { randomUUID } from 'node:crypto'
import {
  decisionApplied,
  type EventPayload,
  flagsClosed,
  muteChanged,
  submissionChanged,
  unreadChanged,
  userLeft,
} from '@answerable/contracts/events'
import { followThing, listFollows } from '@answerable/contracts/follows'
import {
  changePreferences,
  defaultFrequencies,
} from '@answerable/contracts/notification-preferences'
import {
  countUnread,
  listNotifications,
  type NoticesToRead,
  readNotifications,
  type UnreadNumber,
} from '@answerable/contracts/notifications'
import { exportNotifications } from '@answerable/contracts/own-data'
import { openPool, type Pool, transaction } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import {
  newMember,
  startTestService,
  type TestService,
} from '@answerable/service-kit/testing/service'
import { untilAvailable } from '@answerable/service-kit/testing/until-available'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteOldNotices } from '../housekeeping.ts'
import { notifications } from '../service.ts'
import { type FakeCatalog, startFakeCatalog, submissionOf } from '../testing/catalog.ts'
import { publish } from '../testing/events.ts'
import { recordOccurrence } from './record.ts'

let catalog: FakeCatalog
let service: TestService
let pool: Pool
const published: UnreadNumber[] = []

beforeAll(async () => {
  catalog = await startFakeCatalog()
  service = await startTestService(notifications, {
    AUTH_URL: 'http://127.0.0.1:9',
    CATALOG_URL: catalog.url,
  })
  await service.bus.subscribe(unreadChanged, { group: 'test' }, async ({ payload }) => {
    published.push(...payload.members)
  })
  const log = createLog({ service: 'test', level: 'silent' })
  pool = openPool({ url: service.database.url, max: 2, name: 'test', log })
})
afterAll(async () => {
  await pool.end()
  await service.stop()
  await catalog.stop()
})

type Member = ReturnType<typeof newMember>

let submissions = 0
const newSubmission = (authorId: string | null = null): string => {
  submissions += 1
  const id = `s${String(submissions).padStart(7, '0')}`
  catalog.submissions.push(submissionOf(id, { authorId }))
  return id
}

const listOf = async (viewer: Member, query = {}) => {
  const { body, headers } = await untilAvailable(() =>
    service.call(listNotifications, { query }, { viewer }),
  )
  return { notices: body, unread: Number(headers.get('x-unread-count')), headers }
}

const follow = (viewer: Member, key: string) =>
  untilAvailable(() =>
    service.call(followThing, { params: { kind: 'submission', key } }, { viewer }),
  )

const notify = (...members: Member[]): Promise<number> =>
  transaction(pool, (db) =>
    recordOccurrence(db, {
      name: `test:${randomUUID()}`,
      to: members.map(({ id }) => ({ userId: id, kind: 'mention' })),
    }),
  )

const removalOf = (submissionId: string, concernedId: string | null) => ({
  decisionId: randomUUID(),
  kind: 'remove' as const,
  subject: { kind: 'submission' as const, id: submissionId, submissionId },
  concernedId,
  reasonCode: 'spam' as const,
  appeal: null,
})

test('a removal notifies the author with its reason and the followers of the new status, each once', async () => {
  const [author, follower, stranger] = [newMember(), newMember(), newMember()]
  const id = newSubmission(author.id)
  await follow(author, id)
  await follow(follower, id)
  const removal = removalOf(id, author.id)
  for (let time = 0; time < 3; time += 1) await publish(service.bus, decisionApplied, removal)
  await expect.poll(async () => (await listOf(follower)).notices).toHaveLength(1)
  catalog.submissions.splice(0, catalog.submissions.length, submissionOf(id, { approved: false }))
  expect(await listOf(author)).toMatchObject({
    unread: 1,
    notices: [
      {
        kind: 'decision',
        outcome: 'removed',
        reasonCode: 'spam',
        submission: { targetName: `Target ${id}` },
      },
    ],
  })
  expect(await listOf(follower)).toMatchObject({
    unread: 1,
    notices: [
      {
        kind: 'status',
        outcome: 'removed',
        submission: null,
        submissionId: id,
        follow: { kind: 'submission', key: id },
      },
    ],
  })
  expect((await listOf(stranger)).notices).toEqual([])
})

test('the author of a removed comment does not learn the name of a submission that was removed, too', async () => {
  const author = newMember()
  const submissionId = newSubmission(newMember().id)
  const subject = { kind: 'comment' as const, id: randomUUID(), submissionId }
  const removal = {
    ...removalOf(submissionId, author.id),
    kind: 'remove-comment' as const,
    subject,
  }
  await publish(service.bus, decisionApplied, removal)
  const [shown] = (await listOf(author)).notices
  expect(shown).toMatchObject({ kind: 'decision', submission: { id: submissionId } })
  Object.assign(catalog.submissions.at(-1) ?? {}, { approved: false })
  const [hidden] = (await listOf(author)).notices
  expect(hidden).toMatchObject({ kind: 'decision', submissionId, submission: null })
})

test('an approval is reported only after a removal, and a settled appeal as its outcome', async () => {
  const author = newMember()
  const id = newSubmission(author.id)
  const approval = () => ({
    ...removalOf(id, author.id),
    kind: 'approve' as const,
    reasonCode: null,
  })
  await publish(service.bus, decisionApplied, approval())
  expect((await listOf(author)).notices).toEqual([])
  await publish(service.bus, decisionApplied, removalOf(id, author.id))
  await publish(service.bus, decisionApplied, approval())
  await publish(service.bus, decisionApplied, { ...approval(), appeal: 'overturned' })
  expect((await listOf(author)).notices).toMatchObject([
    { kind: 'appeal', outcome: 'overturned' },
    { kind: 'decision', outcome: 'approved' },
    { kind: 'decision', outcome: 'removed' },
  ])
})

test('a merge notifies the followers, who then follow the submission that remains', async () => {
  const follower = newMember()
  const [id, into] = [newSubmission(), newSubmission()]
  await follow(follower, id)
  const merged = catalog.submissions.find((one) => one.id === id)
  Object.assign(merged ?? {}, { approved: false, mergedInto: into })
  await publish(service.bus, decisionApplied, { ...removalOf(id, null), kind: 'merge' })
  await expect.poll(async () => (await listOf(follower)).notices).toHaveLength(1)
  const [notice] = (await listOf(follower)).notices
  expect(notice).toMatchObject({ kind: 'status', outcome: 'merged', submission: { id: into } })
  const query = { kind: 'submission' as const, key: into }
  const { body } = await untilAvailable(() =>
    service.call(listFollows, { query }, { viewer: follower }),
  )
  expect(body).toHaveLength(1)
})

test('outcomes of suggestions and decisions about an account reach the member, and about votes nobody', async () => {
  const [member, follower] = [newMember(), newMember()]
  const [from, into] = ['b0000001', 'b0000002']
  for (const id of [from, into])
    catalog.businesses.push({ id, slug: id, name: `Business ${id}`, mergedInto: null })
  const decide = (given: Partial<EventPayload<typeof decisionApplied>>) =>
    publish(service.bus, decisionApplied, {
      ...removalOf(newSubmission(), member.id),
      decisionId: randomUUID(),
      ...given,
    })
  const params = { kind: 'business' as const, key: from }
  await untilAvailable(() => service.call(followThing, { params }, { viewer: follower }))
  const merged = catalog.businesses.find(({ id }) => id === from)
  Object.assign(merged ?? {}, { mergedInto: into })
  await decide({ kind: 'accept-suggestion', subject: { kind: 'business', id: from } })
  await decide({ kind: 'decline-suggestion', subject: { kind: 'business', id: into } })
  await decide({ kind: 'suspend', subject: { kind: 'account', id: member.id } })
  for (const kind of ['rename', 'super-boost', 'unmerge'] as const) await decide({ kind })
  for (const kind of ['release-votes', 'void-votes'] as const) await decide({ kind })
  await decide({ kind: 'void-account-votes', subject: { kind: 'account', id: member.id } })
  const { notices } = await listOf(member)
  expect(notices.map(({ kind, outcome }) => `${kind} ${outcome}`).toReversed()).toEqual(
    ['accepted', 'declined', 'suspended', 'renamed', 'boosted', 'unmerged'].map(
      (outcome) => `decision ${outcome}`,
    ),
  )
  expect(notices.at(-1)).toMatchObject({ submissionId: null, business: { slug: from } })
  // The followers of the merged business follow the other one.
  const query = { kind: 'business' as const, key: into }
  const followed = () => service.call(listFollows, { query }, { viewer: follower })
  await expect.poll(async () => (await followed()).body).toHaveLength(1)
})

test('every reporter learns the outcome of their flag once, also over several events', async () => {
  const reporters = [newMember(), newMember(), newMember()]
  const submissionId = newSubmission()
  const closing = {
    subject: { kind: 'submission' as const, id: submissionId, submissionId },
    outcome: 'removed' as const,
    decisionId: randomUUID(),
  }
  const ids = reporters.map(({ id }) => id)
  await publish(service.bus, flagsClosed, { ...closing, reporterIds: ids.slice(0, 2) })
  await publish(service.bus, flagsClosed, { ...closing, reporterIds: ids.slice(1) })
  for (const reporter of reporters)
    expect((await listOf(reporter)).notices).toMatchObject([{ kind: 'flag', outcome: 'removed' }])
})

test('a milestone is reported once, however the score moves, and other votes ask catalog nothing', async () => {
  const author = newMember()
  const submissionId = newSubmission(author.id)
  const score = (value: number, commentCount = 0) =>
    publish(service.bus, submissionChanged, {
      changes: [
        {
          submissionId,
          version: value + 1_000,
          score: value,
          commentCount,
          approved: true,
          cause: 'numbers',
        },
      ],
    })
  for (const value of [1, 9, 9]) await score(value)
  expect(catalog.calls(submissionId)).toBe(0)
  const asksCatalog = async (value: number, commentCount = 0) => {
    const before = catalog.calls(submissionId)
    await score(value, commentCount)
    // More than one call when catalog did not respond in time.
    return catalog.calls(submissionId) > before
  }
  expect(await asksCatalog(10)).toBe(true)
  for (const value of [9, 10, 11, 99]) expect(await asksCatalog(value), `${value}`).toBe(false)
  expect(await asksCatalog(104)).toBe(true)
  for (const value of [98, 100]) expect(await asksCatalog(value), `${value}`).toBe(false)
  expect(await asksCatalog(98, 10)).toBe(true)
  expect((await listOf(author)).notices.map(({ milestone }) => milestone)).toEqual([
    { kind: 'comments', value: 10 },
    { kind: 'score', value: 100 },
    { kind: 'score', value: 10 },
  ])
})

test('an event with several states of a submission reports every milestone once', async () => {
  const author = newMember()
  const submissionId = newSubmission(author.id)
  await publish(service.bus, submissionChanged, {
    changes: [9, 12, 99, 105, 12].map((score, index) => ({
      ...{ submissionId, version: index, score, commentCount: 0 },
      ...{ approved: true, cause: 'numbers' as const },
    })),
  })
  expect(catalog.calls(submissionId)).toBe(1)
  expect((await listOf(author)).notices.map(({ milestone }) => milestone?.value)).toEqual([100, 10])
})

test('unread numbers follow the notices, and every change is published with a higher version', async () => {
  const [viewer, other] = [newMember(), newMember()]
  const ids: number[] = []
  for (let count = 0; count < 4; count += 1) ids.push(await notify(viewer, other))
  const read = (body: NoticesToRead) => service.call(readNotifications, { body }, { viewer })
  const upTo = ids[3] ?? 0
  await read({ upTo, only: [upTo, ids[1] ?? 0] })
  expect((await listOf(viewer)).notices.map(({ unread }) => unread)).toEqual([
    false,
    true,
    false,
    true,
  ])
  await read({ upTo: ids[1] ?? 0 })
  await read({ upTo: ids[1] ?? 0 })
  expect((await listOf(viewer)).unread).toBe(1)
  expect((await listOf(other)).unread).toBe(4)
  const { body } = await service.call(
    countUnread,
    { body: { userIds: [viewer.id, other.id, newMember().id] } },
    { issuer: 'realtime' },
  )
  expect(body.members.map(({ unread }) => unread)).toEqual([1, 4, 0])
  const numbers = () => published.filter(({ userId }) => userId === viewer.id)
  await expect.poll(() => numbers().map(({ unread }) => unread)).toEqual([1, 2, 3, 4, 2, 1])
  expect(numbers().map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6])
})

test('pages of notices have totals and links', async () => {
  const viewer = newMember()
  for (let count = 0; count < 5; count += 1) await notify(viewer)
  const { notices, headers } = await listOf(viewer, { limit: '2', page: '2' })
  expect(notices).toHaveLength(2)
  expect(headers.get('x-total-count')).toBe('5')
  expect(headers.get('link')).toContain('page=3')
})

test('the export has everything that the member follows and every notice, in parts, and nothing of others', async () => {
  const [viewer, other] = [newMember(), newMember()]
  await follow(viewer, newSubmission())
  await notify(viewer, other)
  await notify(other)
  await pool.query(
    `WITH made AS (
       INSERT INTO occurrences (name) SELECT 'many:' || number FROM generate_series(1, 500) AS number
       RETURNING id)
     INSERT INTO notices (user_id, occurrence_id, kind) SELECT $1, id, 'mention' FROM made`,
    [viewer.id],
  )
  const first = await service.call(exportNotifications, {}, { viewer })
  expect(first.body).toMatchObject({
    followsAutomatically: true,
    followsWhenJoining: true,
    emails: { frequencies: defaultFrequencies, timeZone: null },
    next: expect.any(String),
  })
  expect([first.body.follows.length, first.body.notices.length]).toEqual([1, 500])
  const after = first.body.next ?? ''
  const second = await service.call(exportNotifications, { query: { after } }, { viewer })
  expect(second.body).toMatchObject({ follows: [], notices: [{ kind: 'mention' }], next: null })
})

test('a deleted account leaves nothing behind', async () => {
  const viewer = newMember()
  await follow(viewer, newSubmission())
  await notify(viewer)
  await transaction(pool, (db) =>
    recordOccurrence(db, { name: `test:${randomUUID()}`, actorId: viewer.id }),
  )
  const body = { frequencies: { reply: 'never' }, timeZone: 'Asia/Tokyo' } as const
  await service.call(changePreferences, { body }, { viewer })
  const mute = { userId: viewer.id, mutedId: newMember().id, muted: true, version: 1 }
  await publish(service.bus, muteChanged, mute)
  await publish(service.bus, muteChanged, { ...mute, userId: mute.mutedId, mutedId: viewer.id })
  await pool.query(
    `INSERT INTO mail_requests (user_id, template, occurrence_ids, not_before)
     VALUES ($1, 'notice', '{1}', 'infinity')`,
    [viewer.id],
  )
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = current_schema() AND column_name IN ('user_id', 'muted_id', 'actor_id')`,
  )
  const traces = async () => {
    const counts = columns.map(async ({ table, column }) => {
      const found = await pool.query(`SELECT FROM ${table} WHERE ${column} = $1`, [viewer.id])
      return found.rowCount === 0 ? [] : `${table}.${column}`
    })
    return (await Promise.all(counts)).flat()
  }
  expect(await traces()).toHaveLength(columns.length)
  await publish(service.bus, userLeft, { userId: viewer.id })
  expect(await traces()).toEqual([])
})

test('old notices are deleted in parts, and no longer count as unread', async () => {
  const viewer = newMember()
  const old = await notify(viewer)
  await notify(viewer)
  await pool.query(
    `UPDATE occurrences SET created_at = now() - interval '181 days' WHERE id = $1`,
    [old],
  )
  expect(await deleteOldNotices(pool, 1)).toBe(true)
  expect(await deleteOldNotices(pool, 1)).toBe(false)
  expect(await listOf(viewer)).toMatchObject({ unread: 1, notices: [{ unread: true }] })
})
