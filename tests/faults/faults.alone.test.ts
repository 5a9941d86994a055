import { afterAll, beforeAll, expect, test } from 'vitest'
import { killUnderLoad } from './kills.ts'
import { type RollingResult, replaceUnderLoad } from './rolling.ts'
import { type Group, millisecondsUntilBack, type Sample } from './samples.ts'
import type { PartName } from './site.ts'
import { openStage, quickMilliseconds, type Stage } from './stage.ts'
import { verify } from './verify.ts'

/** `npm run tool -- test-faults` has bars of 5 and 10 s. Here, other tests may still load the machine. */
const timeoutMilliseconds = 300_000

let stage: Stage
let acknowledged = 0

beforeAll(async () => {
  stage = await openStage({ rate: 40, isLinked: false, mayHalveLoad: true, isPatient: true })
})
afterAll(() => stage.close())

const parts = ['auth', 'catalog', 'realtime', 'gateway', 'nats', 'redis', 'postgres'] as const

test.each<PartName>(parts)(
  'kill -9 of %s under load: nothing acknowledged is lost, nothing done twice, and the site comes back',
  async (part) => {
    const result = await killUnderLoad(stage, part)
    expect(result.findings).toMatchObject({ lost: [], double: [], drift: [] })
    const leastWrites = 20 / 2 ** stage.halvings()
    expect(result.findings.acknowledged - acknowledged).toBeGreaterThan(leastWrites)
    acknowledged = result.findings.acknowledged
    expect(result.backAfterMilliseconds).toBeLessThan(timeoutMilliseconds)
    expect(result.pageAfterMilliseconds).toBeLessThan(timeoutMilliseconds)
    expect(result.failures, 'every call gets a response or loses its connection').not.toMatch(
      /timeout/,
    )
  },
)

const servedByOthers: readonly Group[] = ['members', 'diagnostics', 'live']

/**
 * Whether calls that catalog does not serve succeeded but were slow: the machine has too little capacity for this load
 * and the start of a program. Gateways refuse calls then.
 */
const wasOverloaded = ({ samples }: RollingResult): boolean =>
  samples.some(
    ({ group, isGood, startedAt, endedAt }) =>
      isGood && servedByOthers.includes(group) && endedAt - startedAt > quickMilliseconds,
  )

test.skipIf(process.platform !== 'linux')(
  'replacing every catalog under load fails no call, cuts no page off and ends each with exit code 0',
  async () => {
    const replace = async (): Promise<RollingResult> => {
      const result = await replaceUnderLoad(stage, 'catalog')
      const { samples, endings, cutPages, findings } = result
      expect(samples.length).toBeGreaterThan(20)
      expect(cutPages).toBe(0)
      expect(endings.map(({ code }) => code)).toEqual([0, 0])
      for (const { milliseconds } of endings) expect(milliseconds).toBeLessThan(timeoutMilliseconds)
      expect(findings).toMatchObject({ lost: [], double: [], drift: [] })
      return result
    }
    let result = await replace()
    while (result.failures !== '' && wasOverloaded(result)) {
      stage.halveLoad()
      result = await replace()
    }
    expect(result.failures, result.causes.join('\n')).toBe('')
  },
)

test('after all responses, every acknowledged write is present exactly once', async () => {
  await stage.load.stop()
  expect(await verify(stage.db, stage.load.ledger)).toMatchObject({
    lost: [],
    double: [],
    drift: [],
  })
})

const sample = (startedAt: number, isGood: boolean): Sample => ({
  group: 'writes',
  startedAt,
  endedAt: startedAt + 1,
  isGood,
  outcome: '',
})

test('a site has recovered once 99 % of the calls of every second succeed', () => {
  const calls = Array.from({ length: 600 }, (_, index) =>
    sample(index * 10, index >= 150 || index % 2 === 0),
  )
  const until = 6_000
  expect(millisecondsUntilBack(calls, { from: 0, until })).toBe(1_500)
  expect(millisecondsUntilBack(calls.slice(150), { from: 1_500, until })).toBe(0)
  const relapse = Array.from({ length: 20 }, (_, index) => sample(4_005 + index * 10, false))
  expect(millisecondsUntilBack([...calls, ...relapse], { from: 0, until })).toBe(4_200)
})

test('a site has not recovered while rare calls fail, even if there are seconds without calls', () => {
  const failed = [0, 1_000, 2_000].map((startedAt) => sample(startedAt, false))
  expect(millisecondsUntilBack(failed, { from: 0, until: 6_000 })).toBe(6_000)
  const calls = [...failed, sample(4_500, true)]
  expect(millisecondsUntilBack(calls, { from: 0, until: 6_000 })).toBe(3_600)
})

test('detects a lost, a duplicated and a miscounted write', async () => {
  const { db, load } = stage
  const vote = [...load.ledger.votes.values()].find(({ acknowledged }) => acknowledged !== null)
  const [comment] = load.ledger.comments.keys()
  await db.query('DELETE FROM catalog.votes WHERE user_id = $1 AND submission_id = $2', [
    vote?.memberId,
    vote?.submissionId,
  ])
  await db.query(
    `INSERT INTO catalog.comments (id, submission_id, author_id, content)
     SELECT gen_random_uuid(), submission_id, author_id, content FROM catalog.comments
     WHERE content = $1`,
    [comment],
  )
  const { lost, double, drift } = await verify(db, load.ledger)
  expect(lost).toEqual([`Vote ${vote?.memberId} ${vote?.submissionId} is null`])
  expect(double).toEqual([`${comment} ×2`])
  expect(drift.length).toBeGreaterThan(0)
})
