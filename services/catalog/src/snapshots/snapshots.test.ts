import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { applyMerge } from '@answerable/contracts/merges'
import type { PublicDecision } from '@answerable/contracts/moderation-log'
import { openDataFiles, openDataManifest } from '@answerable/contracts/open-data'
import { shareDecisions } from '@answerable/contracts/shared-decisions'
import { listSubmissions, type Sort } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { readVotesByDay } from '@answerable/contracts/votes-by-day'
import { passportKeysFor, readPassportKeys } from '@answerable/service-kit/calls/passport'
import { createLog } from '@answerable/service-kit/log'
import { openDirectoryStore } from '@answerable/service-kit/snapshot-store/directory-store'
import { newMember, testMasterKey } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  countDays,
  decide,
  propose,
  remove,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'
import { deleteOld, takeDueSnapshot } from './due-snapshot.ts'
import { openSigningKey } from './signing.ts'

let service: TestCatalog
let directory: string

beforeAll(async () => {
  service = await startCatalog()
})
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'open-data-'))
  return () => rm(directory, { recursive: true })
})
afterAll(() => service.stop())

const PASSPORT_KEYS = readPassportKeys(passportKeysFor(testMasterKey, 'catalog')) ?? new Map()
const log = createLog({ service: 'test', level: 'silent' })
const never = new AbortController().signal

const takeNow = async (stopping = never): Promise<string | null> => {
  await service.db.query('UPDATE snapshot_schedule SET due_at = now()')
  return take(stopping)
}
const take = (stopping = never) =>
  takeDueSnapshot(
    {
      ...{ pool: service.db, log, site: 'https://example.org' },
      store: openDirectoryStore(directory),
      key: openSigningKey({ PASSPORT_KEYS }),
    },
    stopping,
  )

type Row = Record<string, unknown>
const text = async (file: string): Promise<string> => {
  const [name = ''] = await readdir(directory)
  return gunzipSync(await readFile(join(directory, name, file))).toString()
}
const rowsOf = async (table: string): Promise<Row[]> =>
  (await text(`${table}.jsonl.gz`))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const listed = async (sort: Sort): Promise<string[]> => {
  const { body } = await service.call(listSubmissions, { query: { sort, limit: '50' } })
  return body.map(({ id }) => id)
}
const vote = (id: string, value: 1 | -1, viewer = newMember()) =>
  service.call(castVote, { params: { id }, body: { value } }, { viewer })

const decision = (position: number): PublicDecision => ({
  position,
  decisionId: randomUUID(),
  kind: 'remove',
  boostValue: null,
  voteCount: null,
  participationCount: null,
  category: null,
  reasonCode: 'spam',
  moderator: 'administrator',
  onAppeal: false,
  decidedAt: '2026-01-01T00:00:00.000Z',
  payloadHash: 'a'.repeat(64),
  hash: `${position}`.padStart(64, '0'),
})

test('a snapshot has every public submission in the orders of the API, and no personal data', async () => {
  const author = newMember()
  const first = await propose(service, { author, targetName: 'Write to boss@example.org' })
  const others = [await propose(service), await propose(service), await propose(service)]
  const [second, boosted, removed] = others as [typeof first, typeof first, typeof first]
  const voter = newMember()
  await vote(second.id, 1, voter)
  await vote(second.id, 1)
  await vote(first.id, -1)
  await vote(removed.id, 1)
  await decide(service, boosted.id, { action: { kind: 'super-boost', boostValue: 50 } })
  await remove(service, removed.id)

  const name = await takeNow()
  expect(await readdir(directory)).toEqual([name])
  expect((await readdir(join(directory, name ?? ''))).sort()).toEqual([...openDataFiles].sort())
  const submissions = await rowsOf('submissions')
  expect(submissions.map(({ id }) => id)).toEqual(await listed('hot'))
  expect(submissions.map(({ hotPlace }) => hotPlace)).toEqual(submissions.map((_, at) => at + 1))
  expect((await rowsOf('top')).map(({ id }) => id)).toEqual(await listed('top'))
  expect(submissions.find(({ id }) => id === first.id)).toMatchObject({
    targetName: 'Write to [address]',
    ...{ score: -1, superBoost: 0, createdAt: first.createdAt, status: 'proposed' },
  })
  expect((await rowsOf('businesses')).some(({ name }) => name === 'Acme Corporation')).toBe(true)

  for (const file of openDataFiles.filter((one) => one.endsWith('.gz'))) {
    const content = await text(file)
    for (const secret of [author.id, author.username, voter.id, 'boss@example.org', removed.id])
      expect(content, file).not.toContain(secret)
    // A member's text, which could not be taken back.
    expect(content, file).not.toContain(first.reasons)
  }
})

/** Votes of new accounts two days ago. */
const castUp = (id: string, count: number) =>
  service.db.query(
    `INSERT INTO votes (user_id, submission_id, value, created_at)
     SELECT gen_random_uuid(), $1, 1, now() - interval '2 days' FROM generate_series(1, $2)`,
    [id, count],
  )

const countAgain = () => countDays(service.db)

test('votes by day are the public periods of each submission, which do not follow single votes', async () => {
  const [shown, small, removed] = [
    await propose(service),
    await propose(service),
    await propose(service),
  ]
  await castUp(shown.id, 33)
  await castUp(small.id, 3)
  await castUp(removed.id, 12)
  await service.db.query(
    `INSERT INTO holds (submission_id, user_id, rule)
     SELECT submission_id, user_id, 'network' FROM votes WHERE submission_id = $1 LIMIT 11`,
    [shown.id],
  )
  await countAgain()
  await remove(service, removed.id)
  const publicRows = async () => {
    const rows = await Promise.all(
      [shown.id, small.id].map(async (id) => {
        const { body } = await service.call(readVotesByDay, { params: { id } })
        return body.periods.map((period) => ({ submissionId: id, ...period }))
      }),
    )
    return rows.flat()
  }
  await takeNow()
  const rows = await rowsOf('votes-by-day')
  expect(rows).toMatchObject([{ submissionId: shown.id, up: 22, down: 0, held: 11, voided: null }])
  expect(rows).toEqual(await publicRows())

  await service.db.query(
    `DELETE FROM votes WHERE (user_id, submission_id) IN (
       SELECT user_id, submission_id FROM votes WHERE submission_id = $1 LIMIT 1)`,
    [shown.id],
  )
  await countAgain()
  await rm(directory, { recursive: true })
  await mkdir(directory)
  await takeNow()
  expect(await rowsOf('votes-by-day')).toEqual(rows)
})

test('boosts are those that the page shows, with those of merged submissions', async () => {
  const [into, from] = [await propose(service), await propose(service)]
  await decide(service, into.id, { action: { kind: 'super-boost', boostValue: 50 } })
  await decide(service, from.id, { action: { kind: 'super-boost', boostValue: -7 } })
  const body = { decisionId: randomUUID(), submissionId: from.id, into: into.id }
  await service.call(applyMerge, { body }, { issuer: 'moderation' })
  await takeNow()
  const rows = await rowsOf('boosts')
  const { boosts } = (await service.call(readVotesByDay, { params: { id: into.id } })).body
  expect(boosts).toHaveLength(2)
  expect(rows.filter(({ submissionId }) => submissionId === into.id)).toEqual(
    boosts.map((boost) => ({ submissionId: into.id, ...boost })),
  )
  expect(rows.some(({ submissionId }) => submissionId === from.id)).toBe(false)
})

test('the manifest has the head of the moderation log, and catalog keeps decisions without gaps', async () => {
  const [one, two, three] = [decision(1), decision(2), decision(3)]
  const share = (...decisions: PublicDecision[]) =>
    service.call(shareDecisions, { body: { decisions } }, { issuer: 'moderation' })
  expect((await share(two)).body).toEqual({ position: 0 })
  expect((await share(one, two)).body).toEqual({ position: 2 })
  expect((await share({ ...two, hash: 'f'.repeat(64) }, three)).body).toEqual({ position: 3 })
  const name = (await takeNow()) ?? ''
  const manifest = openDataManifest.parse(
    JSON.parse(await readFile(join(directory, name, 'manifest.json'), 'utf8')),
  )
  expect(manifest.moderationLog).toEqual({ position: 3, hash: three.hash })
  expect(await rowsOf('decisions')).toEqual([one, two, three])
})

test('one of several instances takes the snapshot and schedules the next for the night', async () => {
  await service.db.query('UPDATE snapshot_schedule SET due_at = now()')
  const names = await Promise.all([take(), take(), take()].map((one) => one.catch(() => null)))
  expect(names.filter((name) => name !== null)).toHaveLength(1)
  expect(await readdir(directory)).toHaveLength(1)
  const { rows } = await service.db.query<{ due: Date }>(
    'SELECT due_at AS due FROM snapshot_schedule',
  )
  expect(rows[0]?.due.toISOString()).toMatch(/T02:00:00.000Z$/)
  expect(rows[0]?.due.getTime()).toBeGreaterThan(Date.now())
  expect(await take()).toBe(null)
})

test('a snapshot that was stopped is not shown, and is taken again', async () => {
  await propose(service)
  const stopping = new AbortController()
  stopping.abort()
  await expect(takeNow(stopping.signal)).rejects.toThrow()
  expect((await readdir(directory)).filter((name) => !name.endsWith('.partial'))).toEqual([])
  const name = await take()
  expect(await readdir(directory)).toEqual([name])
})

test('snapshots are deleted after 30 days, and nothing else is', async () => {
  for (const name of ['2026-10-01T020000Z', '2026-10-02T020000Z', '.x.partial', 'notes']) {
    await mkdir(join(directory, name))
    for (const file of ['manifest.json', 'manifest.sig'])
      await writeFile(join(directory, name, file), '')
  }
  await deleteOld(openDirectoryStore(directory), log, new Date('2026-11-01T03:00:00Z'))
  expect((await readdir(directory)).sort()).toEqual(['2026-10-02T020000Z', 'notes'])
})
