import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { DecisionKind, ReasonCode } from '@answerable/contracts/decisions'
import { flagSubmission } from '@answerable/contracts/flags'
import { applyMerge, applyUnmerge } from '@answerable/contracts/merges'
import type { PublicDecision } from '@answerable/contracts/moderation-log'
import { shareDecisions } from '@answerable/contracts/shared-decisions'
import { minShownCount, readTransparency, shareCounts } from '@answerable/contracts/transparency'
import { castVote, withdrawVote } from '@answerable/contracts/votes'
import { transaction } from '@answerable/service-kit/db'
import { newMember } from '@answerable/service-kit/testing/service'
import { withinOneDay } from '@answerable/service-kit/testing/within-one-day'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countDays, decide, propose, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog
let position = 0

beforeEach(async () => {
  await withinOneDay()
  service = await startCatalog()
  position = 0
})
afterEach(() => service.stop())

const read = async (query: { month?: string } = {}) =>
  (await service.call(readTransparency, { query })).body
const thisMonth = () => new Date().toISOString().slice(0, 7)
const monthNow = async () => (await read({ month: thisMonth() }))[0]

type Given = {
  kind: DecisionKind
  at?: string
  reason?: ReasonCode
  votes?: number
  decisionId?: string
}
const entryOf = ({ kind, at, reason, votes, decisionId }: Given): PublicDecision => {
  position += 1
  return {
    ...{ position, decisionId: decisionId ?? randomUUID(), kind, boostValue: null },
    ...{ voteCount: votes ?? null, participationCount: null, category: null },
    ...{ reasonCode: reason ?? null, moderator: 'administrator', onAppeal: false },
    decidedAt: at ?? new Date().toISOString(),
    ...{ payloadHash: 'a'.repeat(64), hash: `${position}`.padStart(64, '0') },
  }
}
const share = async (decisions: PublicDecision[]) => {
  const { status } = await service.call(
    shareDecisions,
    { body: { decisions } },
    { issuer: 'moderation' },
  )
  expect(status).toBe(200)
}
const count = () => countDays(service.db)
const flag = async (id: string) => {
  const body = { reason: 'Not true.' }
  const { status } = await service.call(
    flagSubmission,
    { params: { id }, body },
    { viewer: newMember() },
  )
  expect(status).toBe(201)
}

/** Flags a submission, and approves it this many hours later. */
const decideAfter = async (hours: number, kind: DecisionKind = 'approve') => {
  const { id } = await propose(service)
  await flag(id)
  await flag(id)
  const decisionId = randomUUID()
  const { status } = await decide(service, id, { decisionId, action: { kind: 'approve' } })
  expect(status).toBe(200)
  await service.db.query(
    `UPDATE first_flags SET at = now() - interval '1 hour' * $2 WHERE decision_id = $1`,
    [decisionId, hours + 0.5],
  )
  await share([entryOf({ kind, decisionId })])
}

test('an empty site has no months', async () => {
  expect(await read()).toEqual([])
  expect(await read({ month: '2026-01' })).toEqual([])
})

test('decisions count once each, by kind and reason, in the UTC month in which they were made', async () => {
  const decisions = [
    entryOf({ kind: 'remove', reason: 'spam', at: '2026-01-31T23:59:59.999Z' }),
    entryOf({ kind: 'remove', reason: 'spam', at: '2026-02-01T00:00:00.000Z' }),
    entryOf({ kind: 'remove', reason: 'spam', at: '2026-02-03T00:00:00.000Z' }),
    entryOf({ kind: 'remove', reason: 'hate', at: '2026-02-28T23:59:59.999Z' }),
    entryOf({ kind: 'approve', at: '2026-02-04T00:00:00.000Z' }),
    entryOf({ kind: 'void-votes', votes: 7, at: '2026-02-05T00:00:00.000Z' }),
    entryOf({ kind: 'void-account-votes', votes: 5, at: '2026-02-06T00:00:00.000Z' }),
    entryOf({ kind: 'release-votes', votes: 4, at: '2026-02-07T00:00:00.000Z' }),
    entryOf({ kind: 'release-votes', votes: 0, at: '2026-02-08T00:00:00.000Z' }),
  ]
  await share(decisions.slice(0, 4))
  await share(decisions)
  await share(decisions)
  const [february, january, ...others] = await read()
  expect(others).toEqual([])
  expect(january).toEqual({
    ...{ month: '2026-01', flags: null, medianHours: null, mediansByKind: [] },
    decisions: [{ kind: 'remove', reasonCode: 'spam', count: 1 }],
    appeals: { received: 0, upheld: 0, overturned: 0 },
    votes: { held: null, released: 0, voided: 0 },
    ...{ notices: [], responses: 0 },
  })
  expect(february).toMatchObject({
    month: '2026-02',
    decisions: [
      { kind: 'approve', reasonCode: null, count: 1 },
      { kind: 'release-votes', reasonCode: null, count: 2 },
      { kind: 'remove', reasonCode: 'hate', count: 1 },
      { kind: 'remove', reasonCode: 'spam', count: 2 },
      { kind: 'void-account-votes', reasonCode: null, count: 1 },
      { kind: 'void-votes', reasonCode: null, count: 1 },
    ],
    votes: { released: 4, voided: 12 },
  })
  expect(await read({ month: '2026-01' })).toEqual([january])
  const path = '/api/transparency?month=2026-13'
  expect(await service.send({ method: 'GET', path })).toMatchObject({ status: 400 })
})

test('flags are counted once a day, when ten members have added to them', async () => {
  const { id } = await propose(service)
  for (let number = 1; number < minShownCount; number += 1) await flag(id)
  await count()
  expect(await read()).toEqual([])
  await flag(id)
  expect(await read()).toEqual([])
  await count()
  expect((await monthNow())?.flags).toBe(10)
  for (let number = 1; number < 10; number += 1) await flag(id)
  await count()
  expect((await monthNow())?.flags).toBe(10)
  await flag(id)
  await flag(id)
  await count()
  expect((await monthNow())?.flags).toBe(21)
})

test('held votes of ten members are shown, and a merge does not count them again', async () => {
  const [older, newer] = [await propose(service), await propose(service)]
  const hold = async (accounts: number) => {
    // Accounts of one mailbox: the first vote counts, the others are held.
    const first = newMember()
    for (let number = 0; number <= accounts; number += 1) {
      const viewer = number === 0 ? first : { ...newMember(), voter: first.voter }
      const vote = { params: { id: newer.id }, body: { value: 1 as const } }
      await service.call(castVote, vote, { viewer })
    }
  }
  await hold(9)
  await count()
  expect(await read()).toEqual([])
  await hold(3)
  await count()
  expect((await monthNow())?.votes.held).toBe(12)
  const merge = { decisionId: randomUUID(), submissionId: newer.id, into: older.id }
  const issuer = { issuer: 'moderation' } as const
  expect((await service.call(applyMerge, { body: merge }, issuer)).status).toBe(200)
  const unmerge = { decisionId: randomUUID(), submissionId: newer.id }
  expect((await service.call(applyUnmerge, { body: unmerge }, issuer)).status).toBe(200)
  await count()
  const { rows } = await service.db.query(
    `SELECT published::integer FROM guarded_figures WHERE figure = 'held'`,
  )
  expect(rows).toEqual([{ published: 12 }])
  const left = await service.db.query('SELECT FROM uncounted_events')
  expect(left.rowCount).toBe(0)
})

test('a member alone changes no number of held votes, however often and on whatever they vote', async () => {
  const submissions = await Promise.all(Array.from({ length: 11 }, () => propose(service)))
  const first = newMember()
  const other = { ...newMember(), voter: first.voter }
  for (const { id } of submissions)
    for (const viewer of [first, other])
      await service.call(castVote, { params: { id }, body: { value: 1 as const } }, { viewer })
  const again = { params: { id: submissions[0]?.id ?? '' } }
  for (let time = 0; time < 11; time += 1) {
    await service.call(withdrawVote, again, { viewer: other })
    await service.call(castVote, { ...again, body: { value: 1 } }, { viewer: other })
  }
  const { rows } = await service.db.query<{ events: number; accounts: number }>(
    `SELECT count(*)::integer AS events, count(DISTINCT account)::integer AS accounts
     FROM uncounted_events WHERE figure = 'held'`,
  )
  expect(rows).toEqual([{ events: 22, accounts: 1 }])
  await count()
  expect(await read()).toEqual([])
})

test('the median is that of the hours from the first flag, and needs ten decisions', async () => {
  for (const hours of [1, 2, 2, 3, 30, 40, 50, 60, 70]) await decideAfter(hours)
  expect(await monthNow()).toMatchObject({ medianHours: null, mediansByKind: [] })
  await decideAfter(90, 'remove')
  expect(await monthNow()).toMatchObject({ medianHours: 30, mediansByKind: [] })
  await decideAfter(0)
  const month = await monthNow()
  expect(month).toMatchObject({ medianHours: 30, mediansByKind: [{ kind: 'approve', hours: 3 }] })
  // A merge closes flags without deciding about them, and a decision without flags has no time.
  await decideAfter(500, 'merge')
  await share([entryOf({ kind: 'approve' })])
  expect(await monthNow()).toMatchObject({
    medianHours: 30,
    mediansByKind: [{ kind: 'approve', hours: 3 }],
  })
})

test('the numbers of appeals and notices are those of moderation, and an older number changes nothing', async () => {
  const send = (counts: object[]) =>
    service.call(shareCounts, { body: { counts } as never }, { issuer: 'moderation' })
  const appeals = { month: '2026-03-01', figure: 'appeals', reasonCode: '' }
  const notices = { month: '2026-03-01', figure: 'notices', reasonCode: 'threats' }
  const counts = [
    { ...appeals, outcome: 'received', count: 3 },
    { ...appeals, outcome: 'overturned', count: 2 },
    { ...notices, outcome: 'objection-upheld', count: 1 },
  ]
  await send(counts)
  await send(counts)
  await send([{ ...appeals, outcome: 'received', count: 2 }])
  expect(await read()).toMatchObject([
    {
      month: '2026-03',
      appeals: { received: 3, upheld: 0, overturned: 2 },
      notices: [{ reasonCode: 'threats', outcome: 'objection-upheld', count: 1 }],
    },
  ])
})

const insertResponse = async () => {
  const { id, business } = await propose(service, { targetName: `Target ${randomUUID()}` })
  await service.db.query(
    `INSERT INTO responses (submission_id, business_id, domain, content)
     VALUES ($1, $2, 'example.org', 'We have changed it.')`,
    [id, business.id],
  )
}

test('a response counts once, however often it is changed', async () => {
  await insertResponse()
  await service.db.query(`UPDATE responses SET content = 'Other.', version = version + 1`)
  expect((await monthNow())?.responses).toBe(1)
})

test('reading the figures needs no row of a flag, vote, response or decision', async () => {
  await share([entryOf({ kind: 'remove', reason: 'spam' })])
  const figures = await read()
  expect(figures).not.toEqual([])
  await transaction(service.db, async (db) => {
    await db.query(`LOCK TABLE flags, comment_flags, holds, votes, responses, public_decisions,
      decision_hours, uncounted_events IN ACCESS EXCLUSIVE MODE`)
    expect(await read()).toEqual(figures)
  })
})

test('the migration gives an existing site the figures of the past', async () => {
  for (let number = 0; number < 10; number += 1) await decideAfter(0)
  await share([
    entryOf({ kind: 'remove', reason: 'spam', at: '2026-01-31T23:59:59.999Z' }),
    entryOf({ kind: 'release-votes', votes: 11, at: '2026-02-01T00:00:00.000Z' }),
  ])
  await insertResponse()
  await count()
  const before = await read()
  expect(before[0]).toMatchObject({ month: thisMonth(), flags: 20, medianHours: 0, responses: 1 })
  const owner = new pg.Client({ connectionString: service.database.ownerUrl })
  await owner.connect()
  try {
    await owner.query('SET search_path TO catalog, public')
    await owner.query(`DROP FUNCTION month_of, note_event, count_decisions, count_new_decisions, count_response,
      note_flag, note_first_flags, note_held_vote CASCADE`)
    await owner.query(`DROP TABLE transparency_figures, guarded_figures, uncounted_events, first_flags,
      decision_hours`)
    const file = new URL('../../migrations/0054_transparency.sql', import.meta.url)
    await owner.query(await readFile(file, 'utf8'))
  } finally {
    await owner.end()
  }
  // Released votes were held, though nothing else is left of them.
  const expected = before.map((month) =>
    month.month === '2026-02' ? { ...month, votes: { ...month.votes, held: 11 } } : month,
  )
  expect(await read()).toEqual(expected)
})
