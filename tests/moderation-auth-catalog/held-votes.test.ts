import { randomUUID } from 'node:crypto'
import { suspendAccount, voidAccountVotes } from '@answerable/contracts/accounts'
import { releaseVotes, voidVotes } from '@answerable/contracts/decisions'
import { listHeldVotes } from '@answerable/contracts/held-votes'
import { readModerationLog } from '@answerable/contracts/moderation-log'
import { applyVoidAccountVotes } from '@answerable/contracts/review-internal'
import type { Viewer } from '@answerable/contracts/sessions'
import { castVote } from '@answerable/contracts/votes'
import { memberSince } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { withinOneDay } from '@answerable/service-kit/testing/within-one-day'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { addPerson, type ModerationSite, newKey, propose, startModerationSite } from './site.ts'

let site: ModerationSite
let admin: Viewer

beforeAll(async () => {
  site = await startModerationSite()
  admin = await addPerson(site, 'admin')
})
afterAll(() => site.stop())
// The keys of networks are those of a day.
beforeEach(() => withinOneDay())

const vote = (id: string, viewer: Viewer, clientAddress = '198.51.100.1') =>
  site.catalog.call(castVote, { params: { id }, body: { value: 1 } }, { viewer, clientAddress })

/** A submission with this many held votes of new accounts from one network. */
const brigaded = async (votes: number) => {
  const id = await propose(site, { targetName: 'Valley Timber' })
  const accounts = Array.from({ length: votes }, () => memberSince(new Date()))
  for (const account of accounts) await vote(id, account)
  return { id, accounts }
}

const listed = async (id: string) => {
  const { body } = await site.moderation.call(listHeldVotes, {}, { viewer: admin })
  return body.find(({ submission }) => submission.id === id)
}
const latestInLog = async () => (await site.moderation.call(readModerationLog, {})).body[0]

test('administrators see the number of held votes by rule, without voters', async () => {
  const { id, accounts } = await brigaded(10)
  const entry = await listed(id)
  const held = entry?.held.reduce((sum, { count }) => sum + count, 0)
  expect(entry).toMatchObject({ submission: { id, heldVotes: held } })
  expect(held).toBeGreaterThanOrEqual(7)
  const text = JSON.stringify(entry)
  for (const secret of [...accounts.flatMap((one) => [one.id, one.voter.id]), '198.51']) {
    expect(text).not.toContain(secret)
  }
})

test('voiding takes effect with the response, is logged with the number of votes, and happens once', async () => {
  const { id } = await brigaded(8)
  const heldVotes = (await listed(id))?.submission.heldVotes ?? 0
  const headers = newKey()
  const input = { params: { id }, body: { reasonCode: 'vote-manipulation' as const } }
  const response = await site.moderation.call(voidVotes, input, { viewer: admin, headers })
  expect(response.body).toMatchObject({
    voteCount: heldVotes,
    submission: { heldVotes: 0, score: 8 - heldVotes },
  })
  const again = await site.moderation.call(voidVotes, input, { viewer: admin, headers })
  expect(again.body).toEqual(response.body)
  expect(await listed(id)).toBe(undefined)
  expect(await latestInLog()).toMatchObject({
    decisionId: response.body.decisionId,
    kind: 'void-votes',
    voteCount: heldVotes,
    reasonCode: 'vote-manipulation',
    moderator: 'administrator',
    decidedAt: expect.any(String),
  })
  const { decisions } = await callsOf(site, admin).review(id)
  expect(decisions).toMatchObject([
    { kind: 'void-votes', voteCount: heldVotes, before: { heldVotes }, after: { heldVotes: 0 } },
  ])
})

test('released votes count', async () => {
  const { id } = await brigaded(5)
  const { body } = await site.moderation.call(releaseVotes, { params: { id } }, { viewer: admin })
  expect(body.submission).toMatchObject({ score: 5, heldVotes: 0 })
  expect(await latestInLog()).toMatchObject({ kind: 'release-votes', voteCount: body.voteCount })
})

test('votes held after the list was read are not settled, even by a repeated decision', async () => {
  const { id } = await brigaded(8)
  const seen = await listed(id)
  const heldUntil = seen?.held
    .map(({ lastAt }) => lastAt)
    .toSorted()
    .at(-1)
  for (let late = 0; late < 3; late += 1) await vote(id, memberSince(new Date()))
  const headers = newKey()
  const input = { params: { id }, body: { heldUntil } }
  const { body } = await site.moderation.call(releaseVotes, input, { viewer: admin, headers })
  expect(body).toMatchObject({
    voteCount: seen?.submission.heldVotes,
    submission: { score: 8, heldVotes: 3 },
  })
  expect((await listed(id))?.submission.heldVotes).toBe(3)
  const again = await site.moderation.call(releaseVotes, input, { viewer: admin, headers })
  expect(again.body).toEqual(body)
  const later = { params: { id }, body: { heldUntil: new Date().toISOString() } }
  const other = await site.moderation.call(releaseVotes, later, { viewer: admin, headers })
  expect(other.body).toMatchObject({ error: { code: 'idempotency_mismatch' } })
  const rest = await site.moderation.call(voidVotes, later, { viewer: admin })
  expect(rest.body).toMatchObject({ voteCount: 3, submission: { score: 8, heldVotes: 0 } })
})

test('the votes of an account can be voided only after its suspension, and the log names no account', async () => {
  const member = await addPerson(site)
  const [one, other] = [await propose(site), await propose(site)]
  await vote(one, member, '198.51.100.9')
  await vote(other, member, '198.51.100.9')
  const params = { id: member.id }
  const tooEarly = await site.moderation.call(voidAccountVotes, { params }, { viewer: admin })
  expect(tooEarly).toMatchObject({
    status: 409,
    body: { error: { code: 'account_not_suspended' } },
  })
  await site.moderation.call(suspendAccount, { params }, { viewer: admin })
  const { body } = await site.moderation.call(voidAccountVotes, { params }, { viewer: admin })
  expect(body).toMatchObject({ voteCount: 2, account: { id: member.id, suspended: true } })
  expect((await callsOf(site, admin).read(one)).body.score).toBe(0)
  const entry = await latestInLog()
  expect(entry).toMatchObject({ kind: 'void-account-votes', voteCount: 2, category: null })
  expect(JSON.stringify(entry)).not.toContain(member.id)
})

test('voided votes are logged even after a crash and the account’s deletion', async () => {
  const member = await addPerson(site)
  await vote(await propose(site), member, '198.51.100.10')
  await site.moderation.call(suspendAccount, { params: { id: member.id } }, { viewer: admin })
  const decisionId = randomUUID()
  const body = { decisionId, accountId: member.id }
  await site.catalog.call(applyVoidAccountVotes, { body }, { issuer: 'moderation' })
  await site.owner.auth.query('DELETE FROM users WHERE id = $1', [member.id])
  await site.owner.moderation.query(
    `INSERT INTO decisions (id, kind, account_id, admin_id, admin_username, request_id, created_at)
     VALUES ($1, 'void-account-votes', $2, $3, 'chief', 'test', now() - interval '5 seconds')`,
    [decisionId, member.id, admin.id],
  )
  await until(async () => {
    expect(await latestInLog()).toMatchObject({
      decisionId,
      kind: 'void-account-votes',
      voteCount: 1,
    })
  })
})

test('a decision about a missing submission is refused', async () => {
  const missing = { params: { id: '00000000' } }
  for (const route of [releaseVotes, voidVotes]) {
    expect((await site.moderation.call(route, missing, { viewer: admin })).status).toBe(404)
  }
  const nobody = { params: { id: memberSince(new Date()).id } }
  const response = await site.moderation.call(voidAccountVotes, nobody, { viewer: admin })
  expect(response.status).toBe(404)
})
