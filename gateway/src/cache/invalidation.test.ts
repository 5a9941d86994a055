import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CommentChange,
  commentChanged,
  type EventDefinition,
  type SubmissionChange,
  submissionChanged,
  userChanged,
} from '@answerable/contracts/events'
import { stopClockOfTest, stopTimersOfTest } from '@answerable/service-kit/testing/still-clock'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { rowsOf, shared } from '../testing/cached.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'

const sites: TestGateway[] = []
let site: TestGateway
const [one, other] = ['a1B2c3D4', 'e5F6g7H8']
const feed = '/api/boycotts'
const otherPage = `${feed}?page=2`

const replyByPath = () =>
  site.catalog.replyWith((received, response, request) => {
    const isOther = received.url.includes('page=2') || received.url.includes(other)
    shared(rowsOf(isOther ? other : one))(received, response, request)
  })

beforeEach(async () => {
  site = await startTestGateway()
  sites.push(site)
  replyByPath()
})
afterAll(() => Promise.all(sites.map((each) => each.stop())))

const publish = (event: EventDefinition, payload: unknown): Promise<void> =>
  site.bus.publish({ id: randomUUID(), subject: event.subject, payload, requestId: null })

const change = (overrides: Partial<SubmissionChange>): Promise<void> =>
  publish(submissionChanged, {
    changes: [
      {
        submissionId: one,
        version: 2,
        score: 1,
        commentCount: 1,
        approved: true,
        cause: 'decision',
        ...overrides,
      },
    ],
  })

const read = async (...paths: string[]) =>
  Promise.all(paths.map(async (path) => (await site.request({ path })).status))

/** The addresses that are fetched again although they could still be fresh. */
const askedAgain = async (paths: string[], event: () => Promise<void>): Promise<string[]> => {
  await read(...paths)
  await event()
  const before = site.catalog.received.length
  await read(...paths)
  return site.catalog.received.slice(before).map(({ url }) => url.replace(/(?<=\?page=\d).*/, ''))
}

const item = `${feed}/${one}`
const comments = `${item}/comments?page=1`
const everything = [`${feed}?page=1`, otherPage, item, comments, `${feed}/${other}`]

test('new numbers expire the submission, not its comments and the feed', async () => {
  const again = await askedAgain(everything, () => change({ cause: 'numbers' }))
  expect(again).toEqual([item])
})

test('new numbers with sections also expire these sections, with all their pages', async () => {
  const alternatives = `${item}/alternatives?page=1`
  const timeline = `${item}/timeline?page=2`
  const sections = [alternatives, timeline, `${item}/response`]
  const event = () => change({ cause: 'numbers', sections: ['alternatives', 'timeline'] })
  const again = await askedAgain([...everything, ...sections], event)
  expect(again.toSorted()).toEqual([item, alternatives, timeline].toSorted())
})

const [commentId, rootId] = [randomUUID(), randomUUID()]
const changeComment = (overrides: Partial<CommentChange>): Promise<void> =>
  publish(commentChanged, {
    commentId,
    submissionId: one,
    rootId,
    parentId: rootId,
    authorId: null,
    parentAuthorId: null,
    mentioned: [],
    state: 'shown',
    version: 2,
    cause: 'created',
    ...overrides,
  } satisfies CommentChange)

test('a comment expires every page of the comments and of its thread; a mark expires nothing', async () => {
  const pages = [
    ...[1, 2, 3].map((page) => `${item}/comments?page=${page}`),
    `/api/comments/${commentId}?sort=newest`,
    `/api/comments/${rootId}/replies?page=1`,
    `/api/comments/${rootId}?sort=newest`,
  ]
  const others = [`/api/comments/${randomUUID()}/replies?page=1`, item]
  const all = [...pages, ...others]
  expect(await askedAgain(all, () => changeComment({ cause: 'helpful' }))).toEqual([])
  const again = await askedAgain(all, () => changeComment({ cause: 'edited' }))
  expect(again.toSorted()).toEqual(pages.toSorted())
})

test('a response that lacks a comment is not sent while the service is slow, only while it fails', async () => {
  const path = `${item}/comments?page=1`
  const read = () => site.request({ path })
  site.catalog.replyWith(shared([]))
  expect((await read()).body).toEqual([])
  await changeComment({})
  const slow = Promise.withResolvers<void>()
  site.catalog.replyWith((received, response, request) => {
    void slow.promise.then(() => shared(rowsOf(one))(received, response, request))
  })
  const waiting = read()
  // After 300 ms other stale responses are sent.
  await pause(500)
  slow.resolve()
  expect((await waiting).body).toEqual(rowsOf(one))
  await changeComment({ version: 3 })
  site.catalog.replyWith(json(503, {}))
  expect((await read()).body).toEqual(rowsOf(one))
})

test('the text of a removed comment is never sent, not even as a stale response', async () => {
  site.catalog.replyWith(shared([{ id: commentId, content: 'Against the rules.' }]))
  await read(comments, otherPage)
  site.catalog.replyWith(shared([{ number: 1, content: 'Against the rules.' }]))
  const versions = [commentId, commentId.toUpperCase()].map(
    (id) => `/api/comments/${id}/versions?page=1`,
  )
  await read(...versions)
  await changeComment({ cause: 'removed', state: 'removed' })
  site.catalog.replyWith(json(503, { error: {} }))
  expect(await read(comments, otherPage, ...versions)).toEqual([503, 503, 503, 503])
})

test('a decision, a new submission and a new username expire everything', async () => {
  const user = { id: randomUUID(), username: 'renamed', role: 'member' }
  for (const event of [
    () => change({ cause: 'decision' }),
    () => change({ cause: 'created' }),
    () => publish(userChanged, { user, version: 2, suspended: false }),
  ]) {
    expect((await askedAgain(everything, event)).toSorted()).toEqual(everything.toSorted())
  }
})

test('a removed submission is never sent, not even as a stale response', async () => {
  await read(...everything)
  await change({ approved: false })
  site.catalog.replyWith(json(503, { error: {} }))
  expect(await read(...everything)).toEqual([503, 200, 503, 503, 200])
})

test('replies, former texts and businesses, whose responses have no id of the submission, are not sent after a removal either', async () => {
  site.catalog.replyWith(shared([{ content: 'About what was removed.' }]))
  const paths = [
    `/api/comments/${rootId}/replies?page=1`,
    `/api/comments/${commentId}/versions?page=1`,
    '/api/businesses?page=1',
    '/api/businesses/acme',
    '/api/search?q=acme&type=businesses',
    '/api/suggestions?q=acme',
  ]
  await read(...paths, otherPage)
  await change({ approved: false })
  site.catalog.replyWith(json(503, { error: {} }))
  expect(await read(...paths, otherPage)).toEqual([503, 503, 503, 503, 503, 503, 200])
})

test('a call in flight during a change is repeated for all waiting requests', async () => {
  const held = Promise.withResolvers<void>()
  site.catalog.replyWith((received, response, request) => {
    void held.promise.then(() => shared(rowsOf(one))(received, response, request))
  })
  const waiting = [site.request({ path: feed }), site.request({ path: feed })]
  await until(() => expect(site.catalog.received).toHaveLength(1))
  await change({ approved: false })
  site.catalog.replyWith(shared([]))
  held.resolve()
  for (const response of await Promise.all(waiting)) expect(response.body).toEqual([])
  expect((await site.request({ path: feed })).body).toEqual([])
  expect(site.catalog.received).toHaveLength(2)
})

test('endless changes do not block readers, and outdated responses are not cached', async () => {
  stopClockOfTest()
  site.catalog.replyWith((received, response, request) => {
    void change({}).then(() => shared(rowsOf(one))(received, response, request))
  })
  expect(await read(feed)).toEqual([200])
  expect(site.catalog.received).toHaveLength(3)
  replyByPath()
  expect(await read(feed)).toEqual([200])
  expect(site.catalog.received).toHaveLength(4)
})

/** Later than a repetition may begin. Two such delays fit within the time limit of a call. */
const slowMilliseconds = 1_600

test('a slow call is not repeated for a change, so that no request takes six seconds', async () => {
  stopTimersOfTest()
  site.catalog.replyWith((received, response, request) => {
    vi.advanceTimersByTime(slowMilliseconds)
    void change({}).then(() => shared(rowsOf(one))(received, response, request))
  })
  expect(await read(feed)).toEqual([200])
  expect(site.catalog.received).toHaveLength(1)
})

test('a submission that is removed during a slow call is not sent to waiting requests', async () => {
  stopTimersOfTest()
  site.catalog.replyWith((received, response, request) => {
    vi.advanceTimersByTime(slowMilliseconds)
    const removal = change({ approved: false })
    void removal.then(() => shared(rowsOf(one))(received, response, request))
  })
  expect(await read(feed, item)).toEqual([503, 503])
})
