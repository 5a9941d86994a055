import { randomUUID } from 'node:crypto'
import { suspendAccount } from '@answerable/contracts/accounts'
import { postAppeal, upholdAppeal } from '@answerable/contracts/appeals'
import { superBoostSubmission } from '@answerable/contracts/decisions'
import { userLeft } from '@answerable/contracts/events'
import { readModerationLog } from '@answerable/contracts/moderation-log'
import { exportDecisions } from '@answerable/contracts/own-data'
import { reviewSubmission } from '@answerable/contracts/review'
import type { Viewer } from '@answerable/contracts/sessions'
import { verifyCommand } from '@answerable/moderation/verify-command'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson, type ModerationSite, propose, remove, startModerationSite } from './site.ts'

let site: ModerationSite
let admin: Viewer

beforeAll(async () => {
  site = await startModerationSite()
  admin = await addPerson(site, 'admin')
  await addPerson(site, 'admin')
})
afterAll(() => site.stop())

const leave = (userId: string) =>
  site.moderation.bus.publish({
    id: randomUUID(),
    subject: userLeft.subject,
    payload: { userId },
    requestId: null,
  })

const readOwn = (viewer: Viewer | null, after?: string) =>
  site.moderation.call(exportDecisions, { query: after === undefined ? {} : { after } }, { viewer })

/** An author whose submission was removed, with an open or settled appeal. */
const appellant = async (state: 'open' | 'settled') => {
  const author = await addPerson(site)
  const id = await propose(site, { author })
  await remove(site, id, admin)
  const text = `It is true, says ${author.username}.`
  await site.moderation.call(postAppeal, { params: { id }, body: { text } }, { viewer: author })
  const { body } = await site.moderation.call(
    reviewSubmission,
    { params: { id } },
    { viewer: admin },
  )
  if (state === 'settled') {
    const judge = await addPerson(site, 'admin')
    await site.moderation.call(
      upholdAppeal,
      { params: { id: body.appeal?.id ?? '' }, body: { note: 'We looked again.' } },
      { viewer: judge },
    )
  }
  return { author, id, text }
}

const tablesWith = async (text: string): Promise<string[]> => {
  const tables = ['appeals', 'decisions', 'decision_log']
  const found = await Promise.all(
    tables.map(async (name) => {
      const { rowCount } = await site.owner.moderation.query(
        `SELECT FROM ${name} AS kept WHERE strpos(kept::text, $1) > 0`,
        [text],
      )
      return rowCount === 0 ? [] : [name]
    }),
  )
  return found.flat()
}

test('authors can export decisions about them and their appeals, without the administrators', async () => {
  const { author, id, text } = await appellant('settled')
  await remove(site, await propose(site), admin)
  const response = await readOwn(author)
  expect(response.body).toMatchObject({
    decisions: [
      { submissionId: id, kind: 'remove', reasonCode: 'spam', note: 'Bought words.' },
      { submissionId: id, kind: 'uphold', note: 'We looked again.' },
    ],
    appeals: [{ submissionId: id, text, state: 'upheld' }],
    next: null,
  })
  expect(response.body.decisions).toHaveLength(2)
  expect(response.text).not.toContain(admin.username)
  expect(response.text).not.toContain(admin.id)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect((await readOwn(null)).status).toBe(401)
})

test('administrators’ internal notes are not exported', async () => {
  const author = await addPerson(site)
  const id = await propose(site, { author })
  await site.moderation.call(
    superBoostSubmission,
    { params: { id }, body: { boostValue: 3, reasonCode: 'other', note: 'Its rivals cheat.' } },
    { viewer: admin },
  )
  expect((await readOwn(author)).body.decisions).toMatchObject([
    { submissionId: id, kind: 'super-boost', boostValue: 3, reasonCode: 'other', note: null },
  ])
})

test('a suspended member can export the reason', async () => {
  const member = await addPerson(site)
  const body = { reasonCode: 'harassment', note: 'Threatens people.' } as const
  await site.moderation.call(suspendAccount, { params: { id: member.id }, body }, { viewer: admin })
  expect((await readOwn(member)).body.decisions).toMatchObject([
    { submissionId: null, kind: 'suspend', ...body },
  ])
})

test('deleting an account erases its texts, and the log stays valid', async () => {
  const { author, text } = await appellant('settled')
  const open = await appellant('open')
  await site.moderation.call(
    suspendAccount,
    { params: { id: author.id }, body: { note: `${author.username} threatens people.` } },
    { viewer: admin },
  )
  const before = await site.moderation.call(readModerationLog, {})
  expect(await tablesWith(author.username)).toEqual(['appeals', 'decisions'])
  for (const person of [author, open.author]) await leave(person.id)
  expect(await tablesWith(text)).toEqual([])
  expect(await tablesWith(author.username)).toEqual([])
  expect(await tablesWith(open.text)).toEqual([])
  expect((await site.moderation.call(readModerationLog, {})).body).toEqual(before.body)
  const verify = () => verifyCommand({ DATABASE_URL: site.moderation.database.url })
  expect(await verify()).toBe(0)
  await leave(author.id)
  expect(await verify()).toBe(0)
})

test('deleting an account withdraws its open appeal', async () => {
  const { author, id } = await appellant('open')
  await leave(author.id)
  const { body } = await site.moderation.call(
    reviewSubmission,
    { params: { id } },
    { viewer: admin },
  )
  expect(body.appeal).toBeNull()
})

test('an appeal posted during the account deletion is erased', async () => {
  const author = await addPerson(site)
  const id = await propose(site, { author })
  const { decisionId } = await remove(site, id, admin)
  const other = await site.owner.moderation.connect()
  // Another uncommitted appeal against the same decision, which blocks further inserts.
  await other.query('BEGIN')
  await other.query(
    `INSERT INTO appeals (decision_id, submission_id, author_id, text)
     VALUES ($1, $2, gen_random_uuid(), '')`,
    [decisionId, id],
  )
  const text = `Posted in the last moment by ${author.username}.`
  const posting = site.moderation.call(
    postAppeal,
    { params: { id }, body: { text } },
    { viewer: author },
  )
  await until(() => isBlocked('INSERT INTO appeals'))
  let isForgotten = false
  const forgetting = leave(author.id).then(() => {
    isForgotten = true
  })
  await until(async () => isForgotten || (await isBlocked('pg_advisory_xact_lock')))
  await other.query('ROLLBACK')
  other.release()
  await Promise.all([posting, forgetting])
  expect(await tablesWith(text)).toEqual([])
})

const isBlocked = async (query: string): Promise<boolean> => {
  const { rowCount } = await site.owner.moderation.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND query LIKE $1`,
    [`%${query}%`],
  )
  return rowCount !== 0
}

test('a deleted administrator is no longer named, but their decisions stay', async () => {
  const former = await addPerson(site, 'admin')
  const id = await propose(site)
  await remove(site, id, former)
  await leave(former.id)
  expect(await tablesWith(former.username)).toEqual([])
  const { body } = await site.moderation.call(
    reviewSubmission,
    { params: { id } },
    { viewer: admin },
  )
  expect(body.decisions).toMatchObject([{ kind: 'remove', moderator: { username: 'Unknown' } }])
})
