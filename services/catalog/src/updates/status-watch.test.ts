import { postComment } from '@answerable/contracts/comments'
import { readSubmission } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  findDrift,
  propose,
  recordChanges,
  remove,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'
import { reachedMilestone } from './rules.ts'
import { restoreMilestones } from './status-jobs.ts'
import { openStatusWatch } from './status-watch.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const watch = (environment: { score?: number; participants?: number } = {}) =>
  openStatusWatch({
    pool: service.db,
    log: { warn: (details: unknown) => expect.fail(JSON.stringify(details)) } as never,
    onCommit: () => {},
    thresholds: { score: 10, participants: 5, ...environment },
  })
const vote = (id: string) =>
  service.call(castVote, { params: { id }, body: { value: 1 } }, { viewer: newMember() })
const statusOf = async (id: string) =>
  (await service.call(readSubmission, { params: { id } })).body.status
const set = (id: string, changes: string) =>
  service.db.query(`UPDATE submissions SET ${changes}, version = version + 1 WHERE id = $1`, [id])
/** Without the requests to respond, which come with the status. */
const occurrencesOf = async (id: string) =>
  (
    await service.db.query<{ kind: string; details: object }>(
      `SELECT kind, details FROM occurrences
       WHERE submission_id = $1 AND kind <> 'response-requested' ORDER BY at, id`,
      [id],
    )
  ).rows
/** Moves everything that is known about the last activity into the past. */
const age = (id: string, days: number) =>
  service.db.query(
    `UPDATE status_checks SET changed_at = changed_at - $2 * interval '1 day', due_at = now()
     WHERE submission_id = $1`,
    [id, days],
  )
const run = async () => {
  const job = watch()
  await job.run()
  await job.stop()
}

test('a proposal becomes active with the vote that reaches the score, once however many arrive together', async () => {
  const { id } = await propose(service)
  await set(id, 'participant_count = 5')
  await Promise.all(Array.from({ length: 9 }, () => vote(id)))
  expect(await statusOf(id)).toBe('proposed')
  await Promise.all(Array.from({ length: 12 }, () => vote(id)))
  await until(async () => (await statusOf(id)) === 'active')
  const entries = await until(async () => {
    const found = await occurrencesOf(id)
    return found.length === 2 && found
  })
  expect(entries).toEqual(
    expect.arrayContaining([
      { kind: 'status', details: { status: 'active', previous: 'proposed' } },
      { kind: 'milestone', details: { measure: 'score', value: 10 } },
    ]),
  )
  expect(await findDrift(service.db, [])).toEqual([])
})

test('open pages fetch the timeline once for a milestone, however many votes there are', async () => {
  const changes = await recordChanges(service)
  const { id } = await propose(service)
  const ofTimeline = () =>
    changes.filter(({ submissionId, sections }) => submissionId === id && sections !== undefined)
  for (let count = 0; count < 9; count += 1) await vote(id)
  await Promise.all(Array.from({ length: 12 }, () => vote(id)))
  await until(() => expect(ofTimeline()).toHaveLength(1))
  expect(ofTimeline()).toMatchObject([{ cause: 'numbers', sections: ['timeline'] }])
  // Another instance has seen the same votes.
  const other = watch()
  const row = { id, approved: true, status: 'proposed', score: 10, participant_count: 0 } as const
  other.check([row], new Map([[id, 1]]))
  await other.stop()
  const { version } = (await vote(id)).body
  await until(() => expect(changes.map((change) => change.version)).toContain(version))
  expect(ofTimeline()).toHaveLength(1)
})

test('too few participants, too low a score or a removal leave a proposal as it is', async () => {
  const [few, low, removed] = await Promise.all([
    propose(service),
    propose(service, { targetName: 'Low' }),
    propose(service, { targetName: 'Removed' }),
  ])
  await set(few.id, 'participant_count = 4, score = 50')
  await set(low.id, 'participant_count = 50, score = 9')
  await set(removed.id, 'participant_count = 50, score = 50')
  await remove(service, removed.id)
  await run()
  const { rows } = await service.db.query('SELECT status FROM submissions WHERE id = ANY ($1)', [
    [few.id, low.id, removed.id],
  ])
  expect(rows).toEqual(Array(3).fill({ status: 'proposed' }))
})

test('two jobs at once activate what a crash has left, each proposal once', async () => {
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, at) => propose(service, { targetName: `Left ${at}` })),
  )
  for (const { id } of made) await set(id, 'participant_count = 5, score = 10')
  await Promise.all([run(), run()])
  // A job skips what the other one has locked, so the last rows may belong to either.
  for (const { id } of made) {
    expect(await statusOf(id)).toBe('active')
    expect(await occurrencesOf(id)).toEqual(
      expect.arrayContaining([
        { kind: 'status', details: { status: 'active', previous: 'proposed' } },
        { kind: 'milestone', details: { measure: 'score', value: 10 } },
      ]),
    )
    expect(await occurrencesOf(id)).toHaveLength(2)
  }
})

test('the job adds the milestones that a crash has lost, once, and none to a removed boycott', async () => {
  const [lost, known, hidden] = [
    await propose(service),
    await propose(service),
    await propose(service),
  ]
  await set(lost.id, "score = 120, participant_count = 50, status = 'ended'")
  await set(hidden.id, 'score = 10')
  await remove(service, hidden.id)
  await set(known.id, 'score = 9')
  await vote(known.id)
  const milestonesOf = async (id: string) =>
    (await occurrencesOf(id))
      .filter(({ kind }) => kind === 'milestone')
      .map(({ details }) => details)
  await until(async () => (await milestonesOf(known.id)).length === 1)
  await Promise.all([run(), run()])
  expect(await milestonesOf(lost.id)).toEqual(
    expect.arrayContaining([
      ...[10, 50, 100].map((value) => ({ measure: 'score', value })),
      ...[10, 50].map((value) => ({ measure: 'participants', value })),
    ]),
  )
  expect(await milestonesOf(lost.id)).toHaveLength(5)
  expect(await milestonesOf(known.id)).toHaveLength(1)
  expect(await milestonesOf(hidden.id)).toEqual([])
})

test('lost milestones are found page by page', async () => {
  const last = await propose(service)
  await set(last.id, "score = 10, status = 'ended'")
  await service.db.query(
    `INSERT INTO submissions (id, target_name, location, category, reasons, score, status, business_id)
     SELECT lpad(to_hex(number), 8, '0'), target_name, location, category, reasons, 10, 'ended', business_id
     FROM submissions CROSS JOIN generate_series(1, 5000) AS number WHERE id = $1`,
    [last.id],
  )
  const first = await restoreMilestones(service.db, null)
  expect(first).not.toBe(null)
  expect(await restoreMilestones(service.db, first)).toBe(null)
  const { rows } = await service.db.query(
    `SELECT count(*) AS missing FROM submissions WHERE approved AND score >= 10 AND NOT EXISTS (
       SELECT FROM occurrences WHERE submission_id = submissions.id AND key = 'score:10')`,
  )
  expect(rows).toEqual([{ missing: 0 }])
})

test('milestones of the time before timelines have the time of the vote that reached them', async () => {
  const { id } = await propose(service)
  for (let count = 0; count < 11; count += 1) await vote(id)
  const dated = async () =>
    (
      await service.db.query<{ key: string; at: Date }>(
        `SELECT key, at FROM occurrences WHERE submission_id = $1 AND kind = 'milestone'`,
        [id],
      )
    ).rows
  await until(async () => (await dated()).length === 1)
  await service.db.query(
    `WITH numbered AS (
       SELECT user_id, row_number() OVER (ORDER BY created_at) AS number FROM votes WHERE submission_id = $1
     )
     UPDATE votes SET created_at = timestamptz '2026-01-01' + number * interval '1 day'
     FROM numbered WHERE votes.user_id = numbered.user_id AND submission_id = $1`,
    [id],
  )
  await service.db.query('DELETE FROM occurrences WHERE submission_id = $1', [id])
  await service.db.query(`SELECT add_past_milestones('{10,50}')`)
  expect(await dated()).toEqual([{ key: 'score:10', at: new Date('2026-01-11T00:00:00Z') }])
})

test('180 days without anything new make an active boycott stale; a vote and a comment bring it back', async () => {
  const { id } = await propose(service)
  // Without a milestone: its entry comes some time after the vote, and is something new.
  await set(id, 'participant_count = 5, score = 20')
  await run()
  await age(id, 179)
  await run()
  expect(await statusOf(id)).toBe('active')
  await vote(id)
  await age(id, 2)
  await run()
  expect(await statusOf(id)).toBe('active')
  const fallAsleep = async () => {
    await age(id, 181)
    await run()
    expect(await statusOf(id)).toBe('stale')
  }
  await fallAsleep()
  await vote(id)
  await until(async () => (await statusOf(id)) === 'active')
  await fallAsleep()
  const params = { id }
  await service.call(postComment, { params, body: { content: 'New.' } }, { viewer: newMember() })
  await until(async () => (await statusOf(id)) === 'active')
  await fallAsleep()
  // What no call has seen, the job sees.
  await set(id, 'comment_count = comment_count')
  await age(id, 0)
  await run()
  expect(await statusOf(id)).toBe('active')
  expect(await findDrift(service.db, [])).toEqual([])
})

test.each([
  [10, 1, 10],
  [11, 1, 10],
  [12, 1, null],
  [12, 2, 10],
  [9, 5, null],
  [505, 500, 500],
  [-10, 3, null],
])('a score of %i after %i votes has reached %s', (score, votes, milestone) => {
  expect(reachedMilestone(score, votes)).toBe(milestone)
})
