import { listSubmissions, readSubmission, type Submission } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { propose, remove, startCatalog, type TestCatalog } from '../testing/fixtures.ts'
import { openFeed } from './feed.ts'
import { openJsonCache } from './json-cache.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

/** Texts that were cached before a change, and the submission after it. */
const keptBefore = async (id: string) => {
  const texts = openJsonCache()
  await texts.read(service.db, [{ id, viewerId: null }])
  await service.db.query('UPDATE submissions SET version = version + 1 WHERE id = $1', [id])
  return texts
}

test('a submission that changes during a read is returned with the vote that changed it', async () => {
  const { id, version } = await propose(service)
  const texts = await keptBefore(id)
  const voter = newMember()
  await service.call(castVote, { params: { id }, body: { value: 1 } }, { viewer: voter })

  const asFound = {
    id,
    viewerId: voter.id,
    version: version + 1,
    userVote: null,
    ownParticipation: false,
  }
  const [text] = await texts.write(service.db, [asFound], 0)
  const stored: Submission = JSON.parse(Buffer.concat(text?.parts ?? []).toString())
  expect(stored).toMatchObject({ score: 1, userVote: 1, author: { username: expect.any(String) } })
})

test('a page for several viewers is current even if one of its rows changes twice during the read', async () => {
  const { id } = await propose(service)
  const texts = await keptBefore(id)
  const [voter, other] = [newMember(), newMember()]
  const vote = () =>
    service.call(castVote, { params: { id }, body: { value: 1 } }, { viewer: voter })
  let reads = 0
  const changing: typeof texts = {
    ...texts,
    read: async (db, queries) => {
      reads += 1
      const rows = await texts.read(db, queries)
      if (reads === 1) await vote()
      return rows
    },
  }
  const query = { page: 1, limit: 50, sort: 'new' } as const
  const feed = openFeed(service.db, changing)
  const seen = await Promise.all(
    [voter.id, other.id, null].map(async (viewerId) => {
      const { parts } = await feed.read(query, viewerId)
      const rows: Submission[] = JSON.parse(Buffer.concat(parts).toString())
      return rows.find((row) => row.id === id)
    }),
  )
  expect(seen).toMatchObject([
    { score: 1, userVote: 1 },
    { score: 1, userVote: null },
    { score: 1, userVote: null },
  ])
  expect(reads).toBe(1)
})

test('a submission that is removed while a page is read is not on it', async () => {
  const { id } = await propose(service)
  const { id: other } = await propose(service)
  const texts = await keptBefore(id)
  const removing: typeof texts = {
    ...texts,
    write: async (...found) => {
      await remove(service, id)
      return texts.write(...found)
    },
  }
  const query = { page: 1, limit: 50, sort: 'new' } as const
  const { parts } = await openFeed(service.db, removing).read(query, null)
  const ids = (JSON.parse(Buffer.concat(parts).toString()) as Submission[]).map((row) => row.id)
  expect(ids).toContain(other)
  expect(ids).not.toContain(id)
})

test('concurrent readers never receive the vote of another viewer', async () => {
  const { id } = await propose(service)
  const [up, down, none] = [newMember(), newMember(), newMember()]
  await service.call(castVote, { params: { id }, body: { value: 1 } }, { viewer: up })
  await service.call(castVote, { params: { id }, body: { value: -1 } }, { viewer: down })
  const viewers = Array.from({ length: 40 }, () => [up, down, none, null]).flat()
  const responses = await Promise.all(
    viewers.map((viewer) => service.call(readSubmission, { params: { id } }, { viewer })),
  )
  const votes = [1, -1, null, null]
  expect(responses.map(({ body }) => body.userVote)).toEqual(viewers.map((_, at) => votes[at % 4]))
})

const seen = async (id: string) => {
  const { body: detail } = await service.call(readSubmission, { params: { id } })
  const { body: feed } = await service.call(listSubmissions, { query: { limit: '50' } })
  const row = feed.find((one) => one.id === id)
  expect(row).toEqual(detail)
  return { username: detail.author?.username, isUnusual: detail.unusualActivity }
}

test('a new author name or activity mark refreshes the cached submission', async () => {
  const author = newMember()
  const { id } = await propose(service, { author })
  expect(await seen(id)).toEqual({ username: author.username, isUnusual: false })
  await service.db.query("UPDATE authors SET username = 'renamed' WHERE id = $1", [author.id])
  expect(await seen(id)).toEqual({ username: 'renamed', isUnusual: false })
  const mark = 'INSERT INTO unusual_activity (submission_id, held, crowd) VALUES ($1, 5, 5)'
  await service.db.query(mark, [id])
  expect(await seen(id)).toMatchObject({ isUnusual: true })
  await service.db.query('UPDATE unusual_activity SET crowd = 4 WHERE submission_id = $1', [id])
  expect(await seen(id)).toMatchObject({ isUnusual: false })
  await service.db.query('UPDATE unusual_activity SET crowd = 6 WHERE submission_id = $1', [id])
  expect(await seen(id)).toMatchObject({ isUnusual: true })
  await service.db.query('DELETE FROM unusual_activity WHERE submission_id = $1', [id])
  expect(await seen(id)).toEqual({ username: 'renamed', isUnusual: false })
})
