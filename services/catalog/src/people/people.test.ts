import { randomUUID } from 'node:crypto'
import { postComment } from '@answerable/contracts/comments'
import { type EventPayload, muteChanged, userChanged } from '@answerable/contracts/events'
import { listMutes, muteMember, unmuteMember } from '@answerable/contracts/mutes'
import { exportContributions } from '@answerable/contracts/own-data'
import {
  listCommentsOfPerson,
  listSubmissionsOfPerson,
  readPerson,
} from '@answerable/contracts/people'
import type { Viewer } from '@answerable/contracts/sessions'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseAuthor } from '../authors/erase-author.ts'
import { propose, remove, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog
const changes: EventPayload<typeof muteChanged>[] = []

beforeAll(async () => {
  service = await startCatalog()
  await service.bus.subscribe(muteChanged, { everyInstanceOf: 'test' }, async ({ payload }) => {
    changes.push(payload)
  })
})
afterAll(() => service.stop())

const comment = async (id: string, viewer: Viewer, content = 'A word.') =>
  (await service.call(postComment, { params: { id }, body: { content } }, { viewer })).body
const publish = (
  user: Viewer,
  state: { version: number; suspended?: boolean; joinedAt?: string },
) =>
  service.bus.publish({
    id: randomUUID(),
    subject: userChanged.subject,
    payload: { user: { ...user, voter: undefined }, suspended: false, ...state },
    requestId: null,
  })
const profile = (username: string) => service.call(readPerson, { params: { username } })
const mute = (route: typeof muteMember | typeof unmuteMember, username: string, viewer: Viewer) =>
  service.call(route, { params: { username } }, { viewer })
const mutesOf = async (viewer: Viewer) =>
  (await service.call(listMutes, {}, { viewer })).body.map(({ username }) => username)

test('a profile has what is public of a member, newest first, in any case of the name', async () => {
  const member = newMember()
  const older = await propose(service, { author: member })
  const newer = await propose(service, { author: member })
  const removed = await propose(service, { author: member })
  const [first, second] = [await comment(older.id, member), await comment(newer.id, member, 'B.')]
  await comment(removed.id, member)
  await remove(service, removed.id)
  const params = { username: member.username.toUpperCase() }
  expect((await profile(params.username)).body).toEqual({
    username: member.username,
    memberSince: member.voter.joinedAt,
    submissionCount: 2,
    commentCount: 2,
  })
  const submissions = await service.call(listSubmissionsOfPerson, { params })
  expect(submissions.body.map(({ id }) => id)).toEqual([newer.id, older.id])
  expect(submissions.headers.get('x-total-count')).toBe('2')
  const comments = await service.call(listCommentsOfPerson, { params, query: { limit: '1' } })
  expect(comments.body).toEqual([
    {
      id: second.id,
      submission: { id: newer.id, targetName: newer.targetName },
      content: 'B.',
      createdAt: second.createdAt,
      editedAt: null,
    },
  ])
  expect(comments.headers.get('link')).toContain('page=2')
  const next = await service.call(listCommentsOfPerson, {
    params,
    query: { limit: '1', page: '2' },
  })
  expect(next.body.map(({ id }) => id)).toEqual([first.id])
})

test('a profile keeps what a suspension is not to reveal; a deleted member has none', async () => {
  const member = newMember()
  const { voter: _, ...user } = member
  await publish(user, { version: 1, joinedAt: '2026-02-03T04:05:06.000Z' })
  const before = (await profile(member.username)).body
  expect(before).toMatchObject({ memberSince: '2026-02-03T04:05:06.000Z', commentCount: 0 })
  await publish(user, { version: 2, suspended: true })
  expect((await profile(member.username)).body).toEqual(before)
  await eraseAuthor(service.db, { userId: member.id, requestId: null })
  expect(await profile(member.username)).toMatchObject({
    status: 404,
    body: { error: { code: 'person_not_found' } },
  })
  expect((await profile('nobody-at-all')).status).toBe(404)
})

test('muting is published once, listed, exported, and ends with either account', async () => {
  const [viewer, one, two] = [newMember(), newMember(), newMember()]
  for (const author of [viewer, one, two]) await propose(service, { author })
  const responses = await Promise.all([
    mute(muteMember, one.username, viewer),
    mute(muteMember, one.username, viewer),
  ])
  expect(responses.map(({ status }) => status)).toEqual([204, 204])
  await mute(muteMember, two.username, viewer)
  await mute(unmuteMember, two.username, viewer)
  await mute(unmuteMember, two.username, viewer)
  expect(await mutesOf(viewer)).toEqual([one.username])
  await until(() => expect(changes).toHaveLength(3))
  const versions = changes.map(({ version }) => version)
  expect(changes.map(({ version: _, ...change }) => change)).toEqual([
    { userId: viewer.id, mutedId: one.id, muted: true },
    { userId: viewer.id, mutedId: two.id, muted: true },
    { userId: viewer.id, mutedId: two.id, muted: false },
  ])
  expect(versions).toEqual(versions.toSorted((left, right) => left - right))
  const exported = await service.call(exportContributions, { query: { kind: 'mutes' } }, { viewer })
  expect(exported.body.mutes).toMatchObject([{ username: one.username }])
  expect((await mute(muteMember, viewer.username, viewer)).status).toBe(400)
  expect((await mute(muteMember, 'nobody-at-all', viewer)).status).toBe(404)
  await eraseAuthor(service.db, { userId: one.id, requestId: null })
  expect(await mutesOf(viewer)).toEqual([])
})

test('a member mutes at most 500 others', async () => {
  const viewer = newMember()
  const other = newMember()
  for (const author of [viewer, other]) await propose(service, { author })
  await service.db.query(
    `WITH others AS (
       INSERT INTO authors (id, username) SELECT gen_random_uuid(), 'other-' || n
       FROM generate_series(1, 500) AS n RETURNING id
     )
     INSERT INTO mutes (user_id, muted_id) SELECT $1, id FROM others`,
    [viewer.id],
  )
  expect((await mute(muteMember, other.username, viewer)).body).toMatchObject({
    error: { code: 'too_many_mutes' },
  })
  expect((await mute(muteMember, 'other-7', viewer)).status).toBe(204)
})
