import { randomUUID } from 'node:crypto'
import { readBusiness } from '@answerable/contracts/businesses'
import { listOutcomes, readImpact } from '@answerable/contracts/impact'
import { applyMerge, applyUnmerge } from '@answerable/contracts/merges'
import { readSubmission } from '@answerable/contracts/submissions'
import { readBusinessTimeline, readTimeline } from '@answerable/contracts/timeline'
import { applyUpdateDecision } from '@answerable/contracts/update-decisions'
import { reportUpdate, type UpdateStatus } from '@answerable/contracts/updates'
import { transaction } from '@answerable/service-kit/db'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockPublicSubmission } from '../submissions/store.ts'
import { findDrift, propose, remove, startCatalog, type TestCatalog } from '../testing/fixtures.ts'
import { markResponded, unmarkResponded } from '../updates/mark-responded.ts'
import { setStatus } from '../updates/set-status.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const figures = async (query = {}) => (await service.call(readImpact, { query })).body
const activate = (id: string, at: string) =>
  transaction(service.db, async (db) =>
    setStatus(db, await lockPublicSubmission(db, id), {
      ...{ status: 'active', requestId: null, at: new Date(at) },
    }),
  )
const respond = (id: string, at: string) =>
  transaction(service.db, async (db) =>
    setStatus(db, await lockPublicSubmission(db, id), {
      ...{ status: 'responded', requestId: null, at: new Date(at) },
    }),
  )
const decideUpdate = async (updateId: string, action: 'confirm' | 'withdraw') => {
  const body = { decisionId: randomUUID(), updateId, action, note: null }
  await service.call(applyUpdateDecision, { body }, { issuer: 'moderation' })
}
const confirm = async (id: string, status: UpdateStatus): Promise<string> => {
  const body = { date: '2026-02-03', text: 'It gave in.', source: 'https://example.org/', status }
  const { body: update } = await service.call(
    reportUpdate,
    { params: { id }, body },
    { viewer: newMember() },
  )
  await decideUpdate(update.id, 'confirm')
  return update.id
}

test('an empty site has figures, too', async () => {
  expect(await figures()).toEqual({
    ...{ active: 0, met: 0, partlyMet: 0, asked: 0, responded: 0, medianDays: null, months: [] },
  })
})

test('figures count by month, the median is that of all responses, and removals count no longer', async () => {
  const made = await Promise.all(
    Array.from({ length: 5 }, (_, at) => propose(service, { targetName: `Target ${at}` })),
  )
  const [one = '', two = '', three = '', four = '', removed = ''] = made.map(({ id }) => id)
  for (const id of [one, two, three, removed]) await activate(id, '2026-01-31T23:00:00Z')
  await respond(one, '2026-02-02T23:00:00Z')
  await respond(two, '2026-02-10T23:00:00Z')
  await respond(removed, '2026-03-31T23:00:00Z')
  expect(await figures()).toMatchObject({ asked: 4, responded: 3, medianDays: 10, active: 1 })
  await remove(service, removed)
  await confirm(two, 'met')
  await confirm(four, 'partly-met')
  const found = await figures()
  expect(found).toMatchObject({
    ...{ active: 1, met: 1, partlyMet: 1, asked: 3, responded: 2, medianDays: 2 },
  })
  expect(found.months.slice(0, 2)).toEqual([
    { month: '2026-01', active: 3, responded: 0, met: 0, partlyMet: 0, ended: 0 },
    { month: '2026-02', active: 0, responded: 2, met: 0, partlyMet: 0, ended: 0 },
  ])
  expect((await figures({ month: '2026-02' })).months).toEqual([found.months[1]])
  // A response after the outcome counts, but the outcome stays.
  await transaction(service.db, async (db) =>
    markResponded(db, await lockPublicSubmission(db, four), { requestId: null }),
  )
  expect(await figures()).toMatchObject({ partlyMet: 1, asked: 4, responded: 3 })
  await transaction(service.db, async (db) =>
    unmarkResponded(db, await lockPublicSubmission(db, four), {
      requestId: null,
      former: 'active',
    }),
  )
  expect(await figures()).toMatchObject({ partlyMet: 1, responded: 2 })
  expect(await findDrift(service.db, [])).toEqual([])
})

test('the figures come from counters: no row of a boycott is read for them', async () => {
  const read = await figures()
  await transaction(service.db, async (db) => {
    await db.query(`LOCK TABLE submissions, impact_records, occurrences, updates, responses, votes,
      participations IN ACCESS EXCLUSIVE MODE`)
    expect(await figures()).toEqual(read)
  })
  expect(read.months).not.toEqual([])
})

test('the demands that were met come with the update that says so, and leave with their boycott', async () => {
  const { id } = await propose(service, { targetName: 'Metro Line', demand: 'Seats for all.' })
  await confirm(id, 'met')
  const list = await service.call(listOutcomes, {})
  expect(list.body[0]).toMatchObject({
    submission: { id, demand: 'Seats for all.', status: 'met', business: { name: 'Metro Line' } },
    ...{ date: '2026-02-03', text: 'It gave in.', source: 'https://example.org/' },
  })
  const total = Number(list.headers.get('x-total-count'))
  expect(list.body).toHaveLength(total)
  await remove(service, id)
  const after = await service.call(listOutcomes, {})
  expect(after.body.map(({ submission }) => submission.id)).not.toContain(id)
  expect(after.headers.get('x-total-count')).toBe(String(total - 1))
})

const decide = async (
  route: typeof applyMerge | typeof applyUnmerge,
  submissionId: string,
  into?: string,
) => {
  const body = { decisionId: randomUUID(), submissionId, ...(into === undefined ? {} : { into }) }
  const { status } = await service.call(route, { body }, { issuer: 'moderation' })
  expect(status).toBe(200)
}
const outcomesOf = async (...ids: string[]) =>
  (await service.call(listOutcomes, {})).body.filter(({ submission }) =>
    ids.includes(submission.id),
  )
const statusOf = async (id: string) =>
  (await service.call(readSubmission, { params: { id } })).body.status
const statusesIn = async (id: string) => {
  const { body } = await service.call(readTimeline, { params: { id }, query: {} })
  return body.flatMap((entry) => (entry.kind === 'status' ? [entry.status] : []))
}
const older = (more: object = {}) => propose(service, { targetName: 'Tram Line', ...more })

test('the outcome of a merged boycott is counted once and listed with the remaining one, until the merge is undone', async () => {
  const into = (await older()).id
  const from = (await older({ demand: 'Seats for all.' })).id
  await activate(from, '2026-01-05T00:00:00Z')
  await confirm(from, 'met')
  const before = { figures: await figures(), list: await outcomesOf(from, into) }
  await decide(applyMerge, from, into)
  expect(await statusOf(into)).toBe('met')
  const { met, months } = await figures()
  expect(met).toBe(before.figures.met)
  expect(months.map((month) => month.met)).toEqual(before.figures.months.map((month) => month.met))
  const [listed] = before.list
  const submission = { ...listed?.submission, id: into, demand: 'Seats for all.' }
  expect(await outcomesOf(from, into)).toEqual([{ ...listed, submission }])
  expect(await statusesIn(into)).toEqual(['met', 'active'])

  await decide(applyUnmerge, from)
  expect(await Promise.all([statusOf(into), statusOf(from)])).toEqual(['proposed', 'met'])
  expect(await figures()).toEqual(before.figures)
  expect(await outcomesOf(from, into)).toEqual(before.list)
  expect(await statusesIn(into)).toEqual([])
  expect(await findDrift(service.db, [])).toEqual([])
})

test('of the outcomes of merged boycotts, the one confirmed last counts', async () => {
  const into = (await older()).id
  const from = (await older()).id
  await confirm(into, 'partly-met')
  await confirm(from, 'met')
  const before = await figures()
  await decide(applyMerge, from, into)
  expect(await statusOf(into)).toBe('met')
  expect(await figures()).toMatchObject({ met: before.met, partlyMet: before.partlyMet - 1 })
  await decide(applyUnmerge, from)
  expect(await figures()).toEqual(before)
  expect(await outcomesOf(from, into)).toHaveLength(2)
  expect(await findDrift(service.db, [])).toEqual([])
})

test('an update that is withdrawn after a merge counts for none of the boycotts, also when the merge is undone', async () => {
  const into = (await older()).id
  const middle = (await older()).id
  const from = (await older()).id
  await activate(into, '2026-01-06T00:00:00Z')
  await respond(from, '2026-01-07T00:00:00Z')
  const updateId = await confirm(from, 'met')
  await decide(applyMerge, from, middle)
  await decide(applyMerge, middle, into)
  expect(await statusOf(into)).toBe('met')
  await decideUpdate(updateId, 'withdraw')
  expect(await statusOf(into)).toBe('active')
  await decide(applyUnmerge, middle)
  await decide(applyUnmerge, from)
  expect(await Promise.all([into, middle, from].map(statusOf))).toEqual([
    ...['active', 'proposed', 'responded'],
  ])
  expect(await outcomesOf(into, middle, from)).toEqual([])
  expect(await findDrift(service.db, [])).toEqual([])
})

test('an outcome that is confirmed after a merge stays with the remaining boycott', async () => {
  const into = (await older()).id
  const from = (await older()).id
  await confirm(from, 'partly-met')
  await decide(applyMerge, from, into)
  const updateId = await confirm(into, 'met')
  await decide(applyUnmerge, from)
  expect(await Promise.all([statusOf(into), statusOf(from)])).toEqual(['met', 'partly-met'])
  await decideUpdate(updateId, 'withdraw')
  expect(await statusOf(into)).toBe('proposed')
  expect(await findDrift(service.db, [])).toEqual([])
})

test('a business has its boycotts by status, and what happened to all of them', async () => {
  const [one, two] = await Promise.all([
    propose(service, { targetName: 'Two Boycotts Inc.' }),
    propose(service, { targetName: 'Two Boycotts' }),
  ])
  await confirm(one.id, 'ended')
  await activate(two.id, '2026-05-05T00:00:00Z')
  const { body } = await service.call(readBusiness, { params: { slug: one.business.slug } })
  expect(body.statuses).toEqual({ ended: 1, active: 1 })
  const timeline = await service.call(readBusinessTimeline, { params: { id: one.business.id } })
  expect(timeline.body.map(({ submission, entry }) => [submission.id, entry.kind])).toEqual([
    [one.id, 'status'],
    [one.id, 'update'],
    [two.id, 'response-requested'],
    [two.id, 'status'],
  ])
  expect(timeline.headers.get('x-total-count')).toBe('4')
  const unknown = await service.call(readBusinessTimeline, { params: { id: 'none0000' } })
  expect(unknown.status).toBe(404)
})
