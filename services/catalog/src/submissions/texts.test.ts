import { listSubmissions, readSubmission, type Submission } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { propose, startCatalog, type TestCatalog } from '../testing/fixtures.ts'
import { openTexts } from './texts.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

test('a submission that changes while it is read is told with the vote that changed it', async () => {
  const { id, version } = await propose(service)
  const voter = newMember()
  await service.call(castVote, { params: { id }, body: { value: 1 } }, { viewer: voter })

  const asFound = { id, viewerId: voter.id, version, userVote: null }
  const [text] = await openTexts().write(service.db, [asFound], 0)
  const told: Submission = JSON.parse(Buffer.concat(text?.parts ?? []).toString())
  expect(told).toMatchObject({ score: 1, userVote: 1, author: { username: expect.any(String) } })
})

test('the vote of one viewer is in the answers to nobody else, however many ask at once', async () => {
  const { id } = await propose(service)
  const [up, down, none] = [newMember(), newMember(), newMember()]
  await service.call(castVote, { params: { id }, body: { value: 1 } }, { viewer: up })
  await service.call(castVote, { params: { id }, body: { value: -1 } }, { viewer: down })
  const viewers = Array.from({ length: 40 }, () => [up, down, none, null]).flat()
  const answers = await Promise.all(
    viewers.map((viewer) => service.call(readSubmission, { params: { id } }, { viewer })),
  )
  const votes = [1, -1, null, null]
  expect(answers.map(({ body }) => body.userVote)).toEqual(viewers.map((_, at) => votes[at % 4]))
})

const seen = async (id: string) => {
  const { body: detail } = await service.call(readSubmission, { params: { id } })
  const { body: feed } = await service.call(listSubmissions, { query: { limit: '50' } })
  const row = feed.find((one) => one.id === id)
  expect(row).toEqual(detail)
  return { username: detail.author?.username, isUnusual: detail.unusualActivity }
}

test('what stands around a submission is told anew once it has changed', async () => {
  const author = newMember()
  const { id } = await propose(service, { author })
  expect(await seen(id)).toEqual({ username: author.username, isUnusual: false })
  await service.db.query("UPDATE authors SET username = 'renamed' WHERE id = $1", [author.id])
  expect(await seen(id)).toEqual({ username: 'renamed', isUnusual: false })
  await service.db.query('INSERT INTO unusual_activity (submission_id, held) VALUES ($1, 5)', [id])
  expect(await seen(id)).toMatchObject({ isUnusual: true })
  await service.db.query('UPDATE unusual_activity SET held = 1 WHERE submission_id = $1', [id])
  expect(await seen(id)).toMatchObject({ isUnusual: false })
  await service.db.query('UPDATE unusual_activity SET burst = 1 WHERE submission_id = $1', [id])
  expect(await seen(id)).toMatchObject({ isUnusual: true })
  await service.db.query('DELETE FROM unusual_activity WHERE submission_id = $1', [id])
  expect(await seen(id)).toEqual({ username: 'renamed', isUnusual: false })
})
