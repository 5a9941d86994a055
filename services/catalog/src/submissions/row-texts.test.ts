import type { Submission } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { propose, startCatalog, type TestCatalog } from '../testing/fixtures.ts'
import { openRowTexts } from './row-texts.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

test('a row that changes while a page is read is told with the vote that changed it', async () => {
  const { id } = await propose(service)
  const { rows } = await service.db.query<{ xmin: string }>(
    'SELECT xmin FROM submissions WHERE id = $1',
    [id],
  )
  const xmin = rows[0]?.xmin ?? ''
  const voter = newMember()
  await service.call(castVote, { params: { id }, body: { value: 1 } }, { viewer: voter })

  const asFound = { id, xmin, username: null, userVote: null, isUnusual: false }
  const text = await openRowTexts().write(service.db, [asFound], voter.id)
  const [row]: Submission[] = JSON.parse(text)
  expect(row).toMatchObject({ score: 1, userVote: 1, author: { username: expect.any(String) } })
})
