import { readSubmission } from '@answerable/contracts/submissions'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDrift, propose, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const voterCount = 10_000
const inFlight = 100

test('10,000 voters, each vote sent twice concurrently: none is lost and none counts twice', async () => {
  const { id } = await propose(service)
  const voters = Array.from({ length: voterCount }, newMember)
  const statuses = new Map<number, number>()
  const send = async (index: number): Promise<void> => {
    const vote = {
      method: 'POST',
      path: `/api/boycotts/${id}/vote`,
      body: JSON.stringify({ value: index % 3 === 0 ? -1 : 1 }),
    }
    const { status } = await service.send(vote, { viewer: voters[index] ?? null })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const indexes = voters.keys()
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (const index of indexes) await Promise.all([send(index), send(index)])
    }),
  )

  const downVotes = Math.ceil(voterCount / 3)
  expect(Object.fromEntries(statuses)).toEqual({ 200: 2 * voterCount })
  expect((await service.call(readSubmission, { params: { id } })).body.score).toBe(
    voterCount - 2 * downVotes,
  )
  const { rowCount } = await service.db.query('SELECT DISTINCT user_id FROM votes')
  expect(rowCount).toBe(voterCount)
  expect(await findDrift(service.db)).toEqual([])
})
