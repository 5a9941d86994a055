import { randomUUID } from 'node:crypto'
import {
  type CommentChange,
  commentChanged,
  muteChanged,
  submissionPublished,
} from '@answerable/contracts/events'
import {
  type FollowKind,
  followThing,
  listFollows,
  unfollowThing,
} from '@answerable/contracts/follows'
import { listNotifications, readNotifications } from '@answerable/contracts/notifications'
import { searchKeyOf } from '@answerable/contracts/search-key'
import {
  newMember,
  startTestService,
  type TestService,
} from '@answerable/service-kit/testing/service'
import { untilAvailable } from '@answerable/service-kit/testing/until-available'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifications } from '../service.ts'
import { type FakeCatalog, startFakeCatalog, submissionOf } from '../testing/catalog.ts'
import { publish } from '../testing/events.ts'

let catalog: FakeCatalog
let service: TestService

const submissionId = 'aaaaaaaa'

beforeAll(async () => {
  catalog = await startFakeCatalog()
  catalog.submissions.push(submissionOf(submissionId))
  catalog.businesses.push({ id: 'bbbbbbbb', slug: 'acme', name: 'Acme', mergedInto: null })
  service = await startTestService(notifications, {
    AUTH_URL: 'http://127.0.0.1:9',
    CATALOG_URL: catalog.url,
  })
})
afterAll(async () => {
  await service.stop()
  await catalog.stop()
})

type Member = ReturnType<typeof newMember>

const noticesOf = async (viewer: Member) =>
  (await untilAvailable(() => service.call(listNotifications, {}, { viewer }))).body

const kindsOf = async (viewer: Member) => (await noticesOf(viewer)).map(({ kind }) => kind)

const follow = (viewer: Member, kind: FollowKind, key: string) =>
  untilAvailable(() => service.call(followThing, { params: { kind, key } }, { viewer }))

const comment = (author: Member, more: Partial<CommentChange> = {}): CommentChange => {
  const commentId = more.commentId ?? randomUUID()
  catalog.comments.push({
    id: commentId,
    submissionId,
    authorId: author.id,
    author: { username: author.username },
    excerpt: 'Indeed.',
  })
  return {
    commentId,
    submissionId,
    rootId: null,
    parentId: null,
    authorId: author.id,
    parentAuthorId: null,
    mentioned: [],
    state: 'shown',
    version: 1,
    cause: 'created',
    ...more,
  }
}

/** Delivers the event three times. */
const deliver = async (change: CommentChange): Promise<void> => {
  for (let time = 0; time < 3; time += 1) await publish(service.bus, commentChanged, change)
}

test('a reply, a mention and a new comment are one notice for each member, of the first kind that applies', async () => {
  const [author, parent, mentioned, follower] = [newMember(), newMember(), newMember(), newMember()]
  for (const member of [author, parent, mentioned, follower])
    await follow(member, 'submission', submissionId)
  const ids = [parent.id, mentioned.id, author.id, ...Array(20).fill(mentioned.id)]
  await deliver(comment(author, { parentAuthorId: parent.id, mentioned: ids }))
  await expect.poll(() => kindsOf(follower)).toEqual(['comment'])
  expect(await kindsOf(parent)).toEqual(['reply'])
  expect(await kindsOf(mentioned)).toEqual(['mention'])
  expect(await kindsOf(author)).toEqual([])
  expect(await noticesOf(parent)).toMatchObject([
    { comment: { excerpt: 'Indeed.', author: { username: author.username } }, unread: true },
  ])
})

test('an edit notifies only members whom it mentions for the first time, in any order of events', async () => {
  const [author, first, second] = [newMember(), newMember(), newMember()]
  const created = comment(author, { mentioned: [first.id] })
  await deliver({ ...created, version: 2, cause: 'edited', mentioned: [first.id, second.id] })
  await deliver(created)
  await deliver({ ...created, version: 3, cause: 'helpful' })
  expect(await kindsOf(first)).toEqual(['mention'])
  expect(await kindsOf(second)).toEqual(['mention'])
})

test('a comment notifies at most 10 members whom it mentions, however often it is edited, and the author of its parent', async () => {
  const [author, parent] = [newMember(), newMember()]
  for (const parentAuthorId of [parent.id, null]) {
    const members = Array.from({ length: 15 }, newMember)
    const mentioned = members.map(({ id }) => id)
    const created = comment(author, { parentAuthorId, mentioned: mentioned.slice(0, 8) })
    await deliver(created)
    const edited = mentioned.slice(5)
    await deliver({ ...created, version: 2, cause: 'edited', mentioned: edited })
    const notified: Member[] = []
    for (const member of members) if ((await kindsOf(member)).length > 0) notified.push(member)
    expect(notified).toEqual(members.slice(0, 10))
  }
  expect(await kindsOf(parent)).toEqual(['reply'])
})

test('writing a comment follows the submission, but not again after it was unfollowed', async () => {
  const author = newMember()
  const followed = async () =>
    (await untilAvailable(() => service.call(listFollows, {}, { viewer: author }))).body.map(
      ({ key }) => key,
    )
  await deliver(comment(author))
  expect(await followed()).toEqual([submissionId])
  await service.call(
    unfollowThing,
    { params: { kind: 'submission', key: submissionId } },
    { viewer: author },
  )
  await deliver(comment(author))
  expect(await followed()).toEqual([])
})

test('a new submission reaches the followers of its businesses, country, category and matching searches once', async () => {
  const author = newMember()
  const keys = {
    business: 'bbbbbbbb',
    country: 'FR',
    category: 'brand',
    search: searchKeyOf({ q: 'acme' }),
  } as const
  const followers = Object.entries(keys).map(([kind, key]) => ({
    kind: kind as FollowKind,
    key,
    member: newMember(),
  }))
  const [everything, elsewhere] = [newMember(), newMember()]
  for (const { kind, key, member } of followers) {
    await follow(member, kind, key)
    await follow(everything, kind, key)
  }
  await follow(elsewhere, 'country', 'DE')
  await follow(elsewhere, 'search', searchKeyOf({ q: 'other' }))
  catalog.finds = ({ q }) => q === 'acme'
  // Not that of the comments above, whose followers may still be being notified.
  const submissionId = 'cccccccc'
  catalog.submissions.push(submissionOf(submissionId))
  const publication = {
    submissionId,
    authorId: author.id,
    businessIds: ['bbbbbbbb'],
    country: 'FR',
    category: 'brand' as const,
    version: 1,
    cause: 'created' as const,
  }
  for (let time = 0; time < 3; time += 1)
    await publish(service.bus, submissionPublished, publication)
  await publish(service.bus, submissionPublished, { ...publication, cause: 'edited', version: 2 })
  for (const { kind, key, member } of followers)
    await expect
      .poll(() => noticesOf(member))
      .toMatchObject([{ kind: 'publication', submissionId, follow: { kind, key } }])
  expect(await kindsOf(everything)).toEqual(['publication'])
  expect(await kindsOf(elsewhere)).toEqual([])
  expect(await kindsOf(author)).toEqual([])
})

test('a mute applies to unread notices, also when its event is delivered at the same time or later', async () => {
  const author = newMember()
  const muters = Array.from({ length: 30 }, () => newMember())
  const mute = ({ id }: Member) =>
    publish(service.bus, muteChanged, { userId: id, mutedId: author.id, muted: true, version: 1 })
  const reply = ({ id }: Member) =>
    publish(service.bus, commentChanged, comment(author, { parentAuthorId: id }))
  await Promise.all(muters.map(reply))
  await Promise.all(muters.flatMap((muter) => [reply(muter), mute(muter), reply(muter)]))
  for (const viewer of muters) {
    const { body, headers } = await untilAvailable(() =>
      service.call(listNotifications, {}, { viewer }),
    )
    expect([body, headers.get('x-unread-count')]).toEqual([[], '0'])
  }
})

test('a mute keeps read notifications and those that other members caused', async () => {
  const [viewer, author, other] = [newMember(), newMember(), newMember()]
  await deliver(comment(author, { parentAuthorId: viewer.id }))
  const [read] = await noticesOf(viewer)
  const body = { upTo: read?.id ?? 0 }
  await service.call(readNotifications, { body }, { viewer })
  await deliver(comment(author, { mentioned: [viewer.id] }))
  await deliver(comment(other, { parentAuthorId: viewer.id }))
  const mute = { userId: viewer.id, mutedId: author.id, muted: true, version: 1 }
  await publish(service.bus, muteChanged, mute)
  const kept = (await noticesOf(viewer)).map(({ comment: of, unread }) => [
    of?.author?.username,
    unread,
  ])
  expect(kept).toEqual([
    [other.username, true],
    [author.username, false],
  ])
})
