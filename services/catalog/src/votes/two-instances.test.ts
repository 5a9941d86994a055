import { castVote, withdrawVote } from '@answerable/contracts/votes'
import {
  type BareTestService,
  newMember,
  startBareTestService,
} from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '../service.ts'
import { findDrift, propose, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let one: TestCatalog
let other: BareTestService

beforeAll(async () => {
  one = await startCatalog()
  other = await startBareTestService(catalog, { DATABASE_URL: one.database.url })
})
afterAll(async () => {
  await other.stop()
  await one.stop()
})

test('concurrent votes of the same users through two instances lose none and count none twice', async () => {
  const submissions = await Promise.all([1, 2, 3, 4, 5].map(() => propose(one)))
  const voters = Array.from({ length: 40 }, newMember)
  const versionsSeen = new Map<string, number[]>()
  const cast = async (round: number, voter: number) => {
    const service = (round + voter) % 2 === 0 ? one : other
    const id = submissions[(round * 7 + voter) % submissions.length]?.id ?? ''
    const options = { viewer: voters[voter] ?? null }
    const wish = (round * 13 + voter * 5) % 3
    const response =
      wish === 2
        ? await service.call(withdrawVote, { params: { id } }, options)
        : await service.call(
            castVote,
            { params: { id }, body: { value: wish === 0 ? 1 : -1 } },
            options,
          )
    expect(response.status).toBe(200)
    versionsSeen.set(id, [...(versionsSeen.get(id) ?? []), response.body.version])
  }
  for (let round = 0; round < 25; round += 1) {
    await Promise.all(voters.flatMap((_, voter) => [cast(round, voter), cast(round + 1, voter)]))
  }
  expect(await findDrift(one.db)).toEqual([])
  const { rows } = await one.db.query<{ id: string; version: number }>(
    'SELECT id, version FROM submissions',
  )
  for (const { id, version } of rows)
    expect(Math.max(...(versionsSeen.get(id) ?? []))).toBe(version)
})
