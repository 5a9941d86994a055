import { commentSorts } from '@answerable/contracts/comments'
import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { cloneDatabase } from '@answerable/service-kit/testing/database'
import { rowsScanned } from '@answerable/service-kit/testing/rows-scanned'
import { newMember } from '@answerable/service-kit/testing/service'
import { expect, test } from 'vitest'
import { repliesOfPage, threadsOfPage } from '../comments/pages.ts'
import { readPlace } from '../ranking/store.ts'
import { insertMany } from '../testing/fixtures.ts'
import { readVotes } from '../votes-by-day/store.ts'
import { openFeed } from './feed.ts'
import { openJsonCache } from './json-cache.ts'
import { openSubmissionLoader } from './submission-loader.ts'

const log = createLog({ service: 'test', level: 'silent' })
const many = 2_000
const viewerId = '0199aa00-0000-7000-8000-000000000000'

const members = Array.from(
  { length: 20 },
  (_, at) => `0199aa00-0000-7000-8000-0000000001${10 + at}`,
)
const rootId = '0199aa00-0000-7000-8000-000000000001'

const tables = [
  ...['submissions', 'authors', 'votes', 'unusual_activity', 'comments', 'helpful_marks'],
  ...['published_votes', 'vote_counts', 'occurrences', 'participations'],
]

test('reads find their rows by index, also by plans that were made when the tables were empty', async () => {
  const database = await cloneDatabase('catalog')
  const owner = openPool({ url: database.ownerUrl, max: 1, name: 'test', log })
  const pool = openPool({ url: database.url, max: 1, name: 'test', log })
  const feed = openFeed(pool, openJsonCache())
  const readText = openSubmissionLoader(pool, openJsonCache())
  const findText = openSubmissionLoader(pool, { ...openJsonCache(), has: () => true })
  const idAt = (number: number) => String(number).padStart(8, '0')
  const readAll = async () => {
    for (const viewer of [null, { ...newMember(), id: viewerId }]) {
      for (const page of [1, 2, 30]) {
        for (const sort of commentSorts) {
          await threadsOfPage(pool, { submissionId: idAt(1), page, sort, viewer })
        }
        await repliesOfPage(pool, { rootId, page, viewer })
      }
    }
    await readVotes(pool, idAt(1))
    await Promise.all(members.map((id) => feed.read({ page: 1, limit: 30, sort: 'hot' }, id)))
    for (const reader of [null, viewerId]) {
      for (const sort of ['hot', 'new', 'top'] as const) {
        await feed.read({ page: 2, limit: 20, sort }, reader)
        await feed.read({ page: 1, limit: 20, sort, category: 'brand' }, reader)
        await readPlace(pool, { id: idAt(1), sort })
      }
      for (const read of [readText, findText]) {
        await Promise.all(Array.from({ length: 20 }, (_, at) => read(idAt(at + 1), reader)))
      }
    }
  }
  try {
    await owner.query('SET search_path TO catalog, public')
    await owner.query('ANALYZE')
    // PostgreSQL may choose a generic plan after five executions.
    for (let run = 1; run <= 7; run += 1) await readAll()
    for (const statement of [
      `INSERT INTO authors (id, username)
       SELECT uuidv7(), 'author-' || i FROM generate_series(1, $1::integer) AS i`,
      `INSERT INTO submissions (id, author_id, target_name, location, reasons)
       SELECT lpad(place::text, 8, '0'), id, 'Acme', 'Springfield', 'Anvils.'
       FROM (SELECT id, row_number() OVER () AS place FROM authors) AS authors LIMIT $1`,
      ...['votes', 'participations'].flatMap((table) => [
        `INSERT INTO ${table} (user_id, submission_id, value)
         SELECT uuidv7(), id, 1 FROM submissions LIMIT $1`,
        `INSERT INTO ${table} (user_id, submission_id, value)
         SELECT member, id, 1 FROM unnest('{${members}}'::uuid[]) AS member, submissions LIMIT $1`,
      ]),
      `INSERT INTO comments (id, submission_id, author_id, content)
       SELECT CASE i WHEN 1 THEN '${rootId}' ELSE uuidv7() END, lpad('1', 8, '0'), id, 'Anvils.'
       FROM (SELECT id, row_number() OVER () AS i FROM authors) AS authors LIMIT $1`,
      `INSERT INTO comments (id, submission_id, author_id, content, parent_id, root_id)
       SELECT uuidv7(), lpad('1', 8, '0'), id, 'Anvils.', '${rootId}', '${rootId}' FROM authors LIMIT $1`,
      `INSERT INTO published_votes (submission_id, first_day, last_day, up, down, held, voided)
       SELECT id, '2026-01-01', '2026-01-01', 10, 0, 0, 0 FROM submissions LIMIT $1`,
      `INSERT INTO vote_counts (until)
       SELECT date '2026-01-01' - i FROM generate_series(1, $1::integer) AS i`,
      `INSERT INTO occurrences (submission_id, kind, at, details)
       SELECT id, 'decision', now(), '{}' FROM submissions LIMIT $1`,
      'INSERT INTO helpful_marks (comment_id, user_id) SELECT id, uuidv7() FROM comments LIMIT $1',
      'INSERT INTO unusual_activity (submission_id, held) SELECT id, 1 FROM submissions LIMIT $1',
    ]) {
      await insertMany(database.ownerUrl, statement, [many])
    }
    const before = await rowsScanned(pool, tables)
    await readAll()
    expect((await rowsScanned(pool, tables)) - before).toBe(0)
  } finally {
    await Promise.all([owner.end(), pool.end()])
    await database.drop()
  }
})
