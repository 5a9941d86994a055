import {
  approveAlternative,
  removeAlternative,
  reviewAlternative,
} from '@answerable/contracts/alternative-decisions'
import {
  flagAlternative,
  listAlternatives,
  postAlternative,
} from '@answerable/contracts/alternatives'
import { decisionApplied, flagsClosed } from '@answerable/contracts/events'
import { readModerationLog } from '@answerable/contracts/moderation-log'
import { listQueue } from '@answerable/contracts/review-queue'
import type { Viewer } from '@answerable/contracts/sessions'
import { verifyLog } from '@answerable/moderation/log/verify'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const add = async (submissionId: string, viewer: Viewer = newMember()) =>
  (
    await site.catalog.call(
      postAlternative,
      { params: { id: submissionId }, body: { name: 'Water', link: 'https://example.org/' } },
      { viewer },
    )
  ).body.id
const report = (id: string, viewer: Viewer = newMember()) =>
  site.catalog.call(
    flagAlternative,
    { params: { id }, body: { reasonCode: 'spam', reason: 'A shop.' } },
    { viewer },
  )
const decide = (
  route: typeof removeAlternative | typeof approveAlternative,
  id: string,
  body: { expectedVersion?: number } = {},
  headers: Record<string, string> = {},
) =>
  site.moderation.call(
    route,
    { params: { id }, body: { reasonCode: 'spam', note: 'It sells this.', ...body } },
    { viewer: admin, headers },
  )
const shown = async (id: string) =>
  (await site.catalog.call(listAlternatives, { params: { id } })).body.map((one) => one.id)
const queue = async (kind: 'all' | 'alternatives') =>
  (await site.moderation.call(listQueue, { query: { kind } }, { viewer: admin })).body
test('a flagged alternative waits in the queue, is removed on the record, and can be approved again', async () => {
  const submissionId = await propose(site)
  const author = newMember()
  const id = await add(submissionId, author)
  const reporter = newMember()
  expect((await report(id, reporter)).status).toBe(201)
  expect((await report(id, reporter)).status).toBe(409)
  await flag(site, submissionId, 2)
  const [entry] = await queue('alternatives')
  expect(entry).toMatchObject({
    kind: 'alternative',
    alternative: {
      id,
      flagCount: 1,
      flags: [
        { reasonCode: 'spam', reason: 'A shop.', flaggedText: 'Water\nhttps://example.org/' },
      ],
    },
  })
  expect((await queue('all')).map(({ kind }) => kind)).toEqual(['submission', 'alternative'])

  const headers = newKey()
  const first = await decide(removeAlternative, id, {}, headers)
  expect(first.body.alternative).toMatchObject({ state: 'removed' })
  expect((await decide(removeAlternative, id, {}, headers)).body).toEqual(first.body)
  expect(await shown(submissionId)).toEqual([])
  expect(await queue('alternatives')).toEqual([])
  const log = await site.moderation.call(readModerationLog, {})
  expect(log.body[0]).toMatchObject({ kind: 'remove-alternative', reasonCode: 'spam' })

  const { version } = first.body.alternative
  expect((await decide(approveAlternative, id, { expectedVersion: version - 1 })).status).toBe(409)
  expect((await decide(approveAlternative, id, { expectedVersion: version })).status).toBe(200)
  expect(await shown(submissionId)).toEqual([id])
  const review = await site.moderation.call(
    reviewAlternative,
    { params: { id } },
    { viewer: admin },
  )
  expect(review.body).toMatchObject({
    flagCount: 0,
    decisions: [
      { kind: 'approve-alternative' },
      { kind: 'remove-alternative', note: 'It sells this.' },
    ],
  })
  expect(await verifyLog(site.owner.moderation)).toMatchObject({ kind: 'whole' })
})

test('the author and the reporters of an alternative are told by events', async () => {
  const author = newMember()
  const id = await add(await propose(site), author)
  const reporter = newMember()
  await report(id, reporter)
  const published: unknown[] = []
  const everyInstanceOf = 'test'
  await site.moderation.bus.subscribe(decisionApplied, { everyInstanceOf }, async ({ payload }) => {
    published.push(payload)
  })
  await site.catalog.bus.subscribe(flagsClosed, { everyInstanceOf }, async ({ payload }) => {
    published.push(payload)
  })
  const { body } = await decide(removeAlternative, id)
  await expect
    .poll(() => published)
    .toContainEqual(
      expect.objectContaining({
        decisionId: body.decisionId,
        kind: 'remove-alternative',
        concernedId: author.id,
        subject: expect.objectContaining({ kind: 'alternative', id }),
      }),
    )
  await expect
    .poll(() => published)
    .toContainEqual(
      expect.objectContaining({
        decisionId: body.decisionId,
        outcome: 'removed',
        reporterIds: [reporter.id],
      }),
    )
})
