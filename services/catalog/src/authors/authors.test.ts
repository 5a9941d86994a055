import { randomUUID } from 'node:crypto'
import { listComments, postComment } from '@answerable/contracts/comments'
import { userChanged } from '@answerable/contracts/events'
import { flagSubmission } from '@answerable/contracts/flags'
import { countActivity, writeAuthorState } from '@answerable/contracts/review-internal'
import type { Viewer } from '@answerable/contracts/sessions'
import { readSubmission, submitBoycott } from '@answerable/contracts/submissions'
import { castVote, withdrawVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proposal, propose, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const tell = (user: Viewer, state: { version: number; suspended?: boolean }) =>
  service.bus.publish({
    id: randomUUID(),
    subject: userChanged.subject,
    payload: { user, suspended: false, ...state },
    requestId: null,
  })
const authorOf = async (id: string) =>
  (await service.call(readSubmission, { params: { id } })).body.author?.username

test('a new name shows on everything that its owner wrote', async () => {
  const author = newMember()
  const { id } = await propose(service, { author })
  await service.call(postComment, { params: { id }, body: { content: 'x' } }, { viewer: author })
  await tell({ ...author, username: 'renamed' }, { version: 2 })
  expect(await authorOf(id)).toBe('renamed')
  const comments = await service.call(listComments, { params: { id } })
  expect(comments.body[0]?.author).toEqual({ username: 'renamed' })
})

test('an older or repeated event and an older passport do not bring an old name back', async () => {
  const author = newMember()
  const { id } = await propose(service, { author })
  await tell({ ...author, username: 'third' }, { version: 3 })
  await tell({ ...author, username: 'second' }, { version: 2 })
  await tell({ ...author, username: 'another third' }, { version: 3 })
  await propose(service, { author })
  expect(await authorOf(id)).toBe('third')
})

test('a service token updates the name until the first event about the account', async () => {
  const author = newMember()
  const { id } = await propose(service, { author })
  await propose(service, { author: { ...author, username: 'newer' } })
  expect(await authorOf(id)).toBe('newer')
})

test('a suspended account can write nothing: 403, also in the midst of others', async () => {
  const { id } = await propose(service)
  const viewer = newMember()
  await service.call(castVote, { params: { id }, body: { value: 1 } }, { viewer })
  await tell(viewer, { version: 2, suspended: true })
  const params = { id }
  const others = Array.from({ length: 5 }, () =>
    service.call(castVote, { params, body: { value: 1 } }, { viewer: newMember() }),
  )
  const refused = await Promise.all([
    service.call(submitBoycott, { body: proposal }, { viewer }),
    service.call(postComment, { params, body: { content: 'x' } }, { viewer }),
    service.call(flagSubmission, { params, body: { reason: 'x' } }, { viewer }),
    service.call(castVote, { params, body: { value: -1 } }, { viewer }),
  ])
  refused.push(await service.call(withdrawVote, { params }, { viewer }))
  for (const response of refused) {
    expect(response).toMatchObject({ status: 403, body: { error: { code: 'account_suspended' } } })
  }
  expect((await Promise.all(others)).map((response) => response.status)).toEqual(Array(5).fill(200))
  const read = await service.call(readSubmission, { params }, { viewer })
  expect(read.body).toMatchObject({ score: 6, userVote: 1, commentCount: 0, flagged: false })
  await tell(viewer, { version: 3, suspended: false })
  const back = await service.call(castVote, { params, body: { value: -1 } }, { viewer })
  expect(back.body).toMatchObject({ score: 4 })
})

test('the activity of authors is counted, in the order of the request', async () => {
  const [busy, idle] = [newMember(), newMember()]
  const { id } = await propose(service, { author: busy })
  const params = { id }
  await service.call(castVote, { params, body: { value: 1 } }, { viewer: busy })
  await service.call(flagSubmission, { params, body: { reason: 'x' } }, { viewer: busy })
  for (const content of ['One.', 'Two.']) {
    await service.call(postComment, { params, body: { content } }, { viewer: busy })
  }
  const { body } = await service.call(
    countActivity,
    { body: { authorIds: [idle.id, busy.id] } },
    { issuer: 'moderation' },
  )
  expect(body).toEqual([
    { submissionCount: 0, commentCount: 0, voteCount: 0, flagCount: 0 },
    { submissionCount: 1, commentCount: 2, voteCount: 1, flagCount: 1 },
  ])
})

test('a suspension is in effect when the response arrives, and an older event does not undo it', async () => {
  const viewer = newMember()
  const write = (version: number, suspended: boolean) =>
    service.call(
      writeAuthorState,
      { body: { user: viewer, version, suspended } },
      { issuer: 'moderation' },
    )
  expect((await write(5, true)).status).toBe(204)
  const submit = () => service.call(submitBoycott, { body: proposal }, { viewer })
  expect((await submit()).status).toBe(403)
  await write(4, false)
  expect((await submit()).status).toBe(403)
  await tell(viewer, { version: 6 })
  expect((await submit()).status).toBe(201)
})
