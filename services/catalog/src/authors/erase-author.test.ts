import { randomUUID } from 'node:crypto'
import { listComments, markHelpful, postComment } from '@answerable/contracts/comments'
import { type SubmissionChange, userChanged, userLeft } from '@answerable/contracts/events'
import { flagSubmission } from '@answerable/contracts/flags'
import type { Viewer } from '@answerable/contracts/sessions'
import { readSubmission, submitBoycott } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  decide,
  findDrift,
  proposal,
  propose,
  recordChanges,
  remove,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'
import { castVotes } from '../votes/store.ts'
import { eraseAuthor } from './erase-author.ts'

let service: TestCatalog
let changes: SubmissionChange[]

beforeAll(async () => {
  service = await startCatalog()
  changes = await recordChanges(service)
})
afterAll(() => service.stop())

/** Like an outbox, publishes again when a slow machine does not finish in the time limit of a handler. */
const tellLeft = (userId: string): Promise<void> => {
  const message = {
    id: randomUUID(),
    subject: userLeft.subject,
    payload: { userId },
    requestId: null,
  }
  return until(() => service.bus.publish(message))
}

/** An account with every kind of action, on its own submission and on another's. */
const busyMember = async () => {
  const member = newMember()
  const own = await propose(service, { author: member })
  const other = await propose(service)
  for (const { id } of [own, other]) {
    const params = { id }
    await service.call(castVote, { params, body: { value: 1 } }, { viewer: newMember() })
    await service.call(castVote, { params, body: { value: -1 } }, { viewer: member })
    await service.call(postComment, { params, body: { content: 'Mine.' } }, { viewer: member })
    await service.call(postComment, { params, body: { content: 'Kept.' } }, { viewer: newMember() })
    await service.call(flagSubmission, { params, body: { reason: 'Mine.' } }, { viewer: member })
  }
  return { member, ids: [own.id, other.id] as const }
}

const read = async (id: string) => (await service.call(readSubmission, { params: { id } })).body

/** Tables that still contain this text, except for the mark that blocks later writes of the account. */
const tablesWith = async (text: string): Promise<string[]> => {
  const { rows } = await service.db.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables
     WHERE schemaname = 'catalog' AND tablename NOT IN ('authors', 'migrations', 'outbox')`,
  )
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const { rowCount } = await service.db.query(
        `SELECT FROM ${name} AS kept WHERE strpos(kept::text, $1) > 0`,
        [text],
      )
      return rowCount === 0 ? [] : [name]
    }),
  )
  return found.flat()
}

test('an account deletion removes votes, comments and flags, and submissions stay without an author', async () => {
  const { member, ids } = await busyMember()
  const [own, other] = ids
  expect(await read(own)).toMatchObject({ score: 0, commentCount: 2, flagged: true })
  await tellLeft(member.id)
  expect(await read(own)).toMatchObject({
    author: null,
    authorId: null,
    score: 1,
    commentCount: 1,
    flagged: false,
  })
  expect(await read(other)).toMatchObject({ score: 1, commentCount: 1, flagged: false })
  const comments = await service.call(listComments, { params: { id: other } })
  expect(comments.body.map(({ content }) => content)).toEqual(['Kept.'])
  expect(await findDrift(service.db, [...ids])).toEqual([])
  expect(await tablesWith(member.id)).toEqual([])
  expect(await tablesWith(member.username)).toEqual([])
  const { rows } = await service.db.query('SELECT username FROM authors WHERE id = $1', [member.id])
  expect(rows).toEqual([{ username: '' }])
})

/** Waits until every event that has been written so far is published. */
const untilPublished = () =>
  until(async () => expect((await service.db.query('SELECT FROM outbox')).rowCount).toBe(0))

/** The last events of a submission whose author was deleted, and of one that the author has voted on. */
const untilTold = async (ids: readonly [string, string]) => {
  const last = (id: string) => changes.filter((change) => change.submissionId === id).at(-1)
  await expect.poll(() => last(ids[0])).toMatchObject({ cause: 'decision', score: 1 })
  await expect
    .poll(() => last(ids[1]))
    .toMatchObject({ cause: 'numbers', score: 1, commentCount: 1 })
}

test('an account deletion withdraws marks and mentions, and leaves a line where others have replied', async () => {
  const [member, other] = [newMember(), newMember()]
  const { id } = await propose(service)
  const say = async (content: string, viewer: Viewer, parentId?: string) =>
    (
      await service.call(
        postComment,
        { params: { id }, body: parentId === undefined ? { content } : { content, parentId } },
        { viewer },
      )
    ).body.id
  const root = await say('Mine.', member)
  const reply = await say(`Hello @${member.username}.`, other, root)
  await say('Mine too.', member, reply)
  await say('Mine alone.', member, await say('Mine as well.', member))
  await service.call(markHelpful, { params: { id: reply } }, { viewer: member })
  await service.call(markHelpful, { params: { id: root } }, { viewer: other })
  await tellLeft(member.id)
  const { body } = await service.call(listComments, { params: { id } })
  expect(body).toMatchObject([
    { id: root, content: '', author: null, state: 'deleted', helpful: 0, replyCount: 1 },
    { id: reply, helpful: 0, state: 'shown' },
  ])
  expect(body).toHaveLength(2)
  expect(await read(id)).toMatchObject({ commentCount: 1 })
  expect(await tablesWith(member.id)).toEqual([])
  expect(await findDrift(service.db, [id])).toEqual([])
})

test('an account deletion publishes new numbers, and tells pages to reload submissions without an author', async () => {
  const { member, ids } = await busyMember()
  changes.length = 0
  await tellLeft(member.id)
  await untilTold(ids)
})

test('a repeated deletion event changes and publishes nothing', async () => {
  const { member, ids } = await busyMember()
  changes.length = 0
  await tellLeft(member.id)
  await untilTold(ids)
  await untilPublished()
  const before = await Promise.all(ids.map(read))
  changes.length = 0
  await tellLeft(member.id)
  expect(await Promise.all(ids.map(read))).toEqual(before)
  await untilPublished()
  expect(changes).toEqual([])
})

test('votes in flight and older events are refused after an account deletion', async () => {
  const { member, ids } = await busyMember()
  const [own, other] = ids
  await tellLeft(member.id)
  const asMember = { viewer: member satisfies Viewer }
  const late = [
    await service.call(castVote, { params: { id: other }, body: { value: 1 } }, asMember),
    await service.call(postComment, { params: { id: own }, body: { content: 'x' } }, asMember),
    await service.call(flagSubmission, { params: { id: own }, body: { reason: 'x' } }, asMember),
    await service.call(submitBoycott, { body: proposal }, asMember),
  ]
  expect(late.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  await service.bus.publish({
    id: randomUUID(),
    subject: userChanged.subject,
    payload: { user: member, version: 900, suspended: false },
    requestId: null,
  })
  const again = await service.call(submitBoycott, { body: proposal }, asMember)
  expect(again.status).toBe(403)
  expect(await read(own)).toMatchObject({ score: 1, commentCount: 1 })
})

/** Runs the work on a connection without a lock timeout. */
const withPatientConnection = async (
  work: (connection: ReturnType<typeof openPool>) => Promise<void>,
): Promise<void> => {
  const url = new URL(service.database.url)
  url.searchParams.set('options', '-c lock_timeout=0 -c statement_timeout=0')
  const log = createLog({ service: 'test', level: 'silent' })
  const connection = openPool({ url: url.href, max: 2, name: 'patient', log })
  try {
    await work(connection)
  } finally {
    await connection.end()
  }
}

const isAskedFor = async (what: string, state = 'TRUE'): Promise<boolean> => {
  const { rowCount } = await service.db.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database()
       AND pid <> pg_backend_pid() AND query LIKE $1 AND ${state}`,
    [`%${what}%`],
  )
  return rowCount !== 0
}
const untilTrue = (condition: () => Promise<boolean>) =>
  until(async () => expect(await condition()).toBe(true))
const untilBlocked = (what: string) => untilTrue(() => isAskedFor(what, `wait_event_type = 'Lock'`))

test('a vote that was judged before the account deletion and written after it is withdrawn', async () => {
  const [member, again] = [newMember(), newMember()]
  const { id } = await propose(service)
  const ballot = {
    accountId: member.id,
    submissionId: id,
    choice: 1 as const,
    requestId: 'test',
    voter: member.voter,
    network: null,
    isBurst: false,
  }
  await withPatientConnection(async (connection) => {
    const other = await connection.connect()
    // Another transaction with the same vote: until it ends, `cast_votes` cannot write its result.
    await other.query('BEGIN')
    await other.query('INSERT INTO votes (user_id, submission_id, value) VALUES ($1, $2, 1)', [
      member.id,
      id,
    ])
    const voting = castVotes(connection, [ballot])
    await untilBlocked('cast_votes')
    let isForgotten = false
    const forgetting = tellLeft(member.id).then(() => {
      isForgotten = true
    })
    await untilTrue(async () => isForgotten || (await isAskedFor('virtualtransaction')))
    await other.query('ROLLBACK')
    other.release()
    await Promise.all([voting, forgetting])
  })
  expect(await read(id)).toMatchObject({ score: 0 })
  expect(await tablesWith(member.id)).toEqual([])
  const viewer = { ...again, voter: member.voter }
  const vote = { params: { id }, body: { value: 1 as const } }
  expect((await service.call(castVote, vote, { viewer })).body).toMatchObject({ score: 1 })
  expect(await findDrift(service.db, [id])).toEqual([])
})

test('a flag that waited for its submission during the account deletion is refused', async () => {
  const member = newMember()
  const { id } = await propose(service)
  const other = await service.db.connect()
  await other.query('BEGIN')
  await other.query('SELECT FROM submissions WHERE id = $1 FOR NO KEY UPDATE', [id])
  const flagging = service.call(
    flagSubmission,
    { params: { id }, body: { reason: 'x' } },
    { viewer: member },
  )
  await untilBlocked('FROM submissions WHERE id')
  const forgetting = tellLeft(member.id)
  await untilTrue(async () => {
    const marked = 'SELECT FROM authors WHERE id = $1 AND suspended'
    return (await service.db.query(marked, [member.id])).rowCount === 1
  })
  await other.query('COMMIT')
  other.release()
  // On a slow machine the flag may have timed out.
  expect([403, 503]).toContain((await flagging).status)
  await forgetting
  expect(await read(id)).toMatchObject({ flagged: false })
  expect(await tablesWith(member.id)).toEqual([])
})

test('a vote and an account event after the deletion store nothing', async () => {
  const { member, ids } = await busyMember()
  await tellLeft(member.id)
  const vote = { params: { id: ids[1] }, body: { value: 1 as const } }
  expect((await service.call(castVote, vote, { viewer: member })).status).toBe(403)
  await service.bus.publish({
    id: randomUUID(),
    subject: userChanged.subject,
    payload: { user: member, version: 900, suspended: false, voterId: member.voter.id },
    requestId: null,
  })
  expect(await tablesWith(member.id)).toEqual([])
})

test('removed submissions and decisions about them lose their author too', async () => {
  const { member, ids } = await busyMember()
  const [own] = ids
  await remove(service, own)
  await tellLeft(member.id)
  expect(await tablesWith(member.id)).toEqual([])
  expect(await tablesWith(member.username)).toEqual([])
  const restored = await decide(service, own, { action: { kind: 'approve' } })
  expect(restored.body.after).toMatchObject({ author: null, score: 1, commentCount: 1 })
})

test('many submissions are gone through in steps, and an interruption is made up for', async () => {
  const member = newMember()
  const { rows } = await service.db.query<{ id: string }>(
    `INSERT INTO submissions (id, target_name, location, reasons)
     SELECT lpad(number::text, 8, '0'), 'Many', 'x', 'x' FROM generate_series(1, 1050) AS number
     RETURNING id`,
  )
  await service.db.query('INSERT INTO authors (id, username) VALUES ($1, $2)', [
    member.id,
    member.username,
  ])
  await service.db.query(
    `INSERT INTO comments (id, submission_id, author_id, content)
     SELECT gen_random_uuid(), id, $1, 'x' FROM unnest($2::text[]) AS id`,
    [member.id, rows.map(({ id }) => id)],
  )
  await service.db.query(
    'INSERT INTO votes (user_id, submission_id, value) SELECT $1, id, 1 FROM unnest($2::text[]) AS id',
    [member.id, rows.map(({ id }) => id)],
  )
  await service.db.query(
    `UPDATE submissions SET comment_count = 1, score = 1 WHERE target_name = 'Many'`,
  )
  const left = { userId: member.id, requestId: null }
  await Promise.all([eraseAuthor(service.db, left), eraseAuthor(service.db, left)])
  expect(await tablesWith(member.id)).toEqual([])
  expect(
    await findDrift(
      service.db,
      rows.map(({ id }) => id),
    ),
  ).toEqual([])
  await service.db.query(`DELETE FROM submissions WHERE target_name = 'Many'`)
})
