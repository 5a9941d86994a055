import { randomUUID } from 'node:crypto'
import { postComment } from '@answerable/contracts/comments'
import type { HoldRule } from '@answerable/contracts/held-votes'
import {
  applyVoidAccountVotes,
  pageHeldVotes,
  writeAuthorState,
} from '@answerable/contracts/review-internal'
import { listSubmissions, readSubmission, submitBoycott } from '@answerable/contracts/submissions'
import { castVote, withdrawVote } from '@answerable/contracts/votes'
import { memberSince, newMember } from '@answerable/service-kit/testing/service'
import { untilAvailable } from '@answerable/service-kit/testing/until-available'
import { withinOneDay } from '@answerable/service-kit/testing/within-one-day'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseAuthor } from '../authors/erase-author.ts'
import { deleteOldCounts } from '../housekeeping.ts'
import {
  decide,
  findDrift,
  proposal,
  propose,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'
import { withdrawAccountVotes } from './account-votes.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(async () => {
  expect(await findDrift(service.db)).toEqual([])
  await service.stop()
})
// The keys of networks are those of a day.
beforeEach(() => withinOneDay())

type Member = ReturnType<typeof newMember>

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour)
/** Accounts created today, and more than a day but less than a week ago. */
const newborn = () => memberSince(ago(1))
const young = () => memberSince(ago(48))
const aliasOf = ({ voter }: Member): Member => ({ ...newMember(), voter })

let networks = 0
/** A network without earlier votes. */
const newNetwork = (): string => {
  networks += 1
  return `198.51.${networks >> 8}.${networks & 0xff}`
}

const vote = async (
  id: string,
  viewer: Member,
  { value = 1, clientAddress = newNetwork() }: { value?: 1 | -1; clientAddress?: string } = {},
) => {
  const options = { viewer, clientAddress }
  const response = await service.call(castVote, { params: { id }, body: { value } }, options)
  expect(response.body).toMatchObject({ userVote: value })
  return response.body
}
const withdraw = async (id: string, viewer: Member) =>
  (await service.call(withdrawVote, { params: { id } }, { viewer })).body
const read = async (id: string, viewer: Member | null = null) =>
  (await service.call(readSubmission, { params: { id } }, { viewer })).body
const unusualOn = async (id: string) => {
  const query = { limit: '50' }
  const { body } = await service.call(pageHeldVotes, { query }, { issuer: 'moderation' })
  return body.submissions.find(({ submission }) => submission.id === id)
}
const heldOn = async (id: string): Promise<Partial<Record<HoldRule, number>>> =>
  Object.fromEntries(((await unusualOn(id))?.held ?? []).map(({ rule, count }) => [rule, count]))
const burstOn = async (id: string) => (await unusualOn(id))?.burst?.count
const suspend = (viewer: Member, suspended = true, version = 2) =>
  service.call(
    writeAuthorState,
    { body: { user: viewer, version, suspended } },
    { issuer: 'moderation' },
  )
/** Like moderation, calls again while a slow machine does not finish in time: the next call continues. */
const voidVotesOf = (accountId: string, decisionId: string = randomUUID()) =>
  untilAvailable(() =>
    service.call(
      applyVoidAccountVotes,
      { body: { decisionId, accountId } },
      { issuer: 'moderation' },
    ),
  )

describe('accounts of one mailbox', () => {
  test('have one vote on a submission: the second looks cast to its voter, and is held', async () => {
    const { id } = await propose(service)
    const first = newMember()
    const second = aliasOf(first)
    expect(await vote(id, first)).toMatchObject({ score: 1, version: 2 })
    expect(await vote(id, second)).toMatchObject({ score: 1, version: 3 })
    expect(await read(id, second)).toMatchObject({ score: 1, userVote: 1 })
    expect(await heldOn(id)).toEqual({ mailbox: 1 })
    expect(await vote(id, second, { value: -1 })).toMatchObject({ score: 1 })
    expect(await vote(id, first, { value: -1 })).toMatchObject({ score: -1 })
    expect(await withdraw(id, second)).toMatchObject({ score: -1, userVote: null })
    expect(await heldOn(id)).toEqual({})
  })

  test('have one vote also when they vote concurrently', async () => {
    const { id } = await propose(service)
    const first = newMember()
    const accounts = [first, ...Array.from({ length: 30 }, () => aliasOf(first))]
    await Promise.all(accounts.map((account) => vote(id, account)))
    expect(await read(id)).toMatchObject({ score: 1 })
    expect(await heldOn(id)).toEqual({ mailbox: 30 })
  })

  test('share votes from before the mailbox was known', async () => {
    const { id } = await propose(service)
    const [first, second] = [newMember(), newMember()]
    await service.db.query(
      `WITH cast_before AS (INSERT INTO votes (user_id, submission_id, value) VALUES ($1, $2, 1))
       UPDATE submissions SET score = 1 WHERE id = $2`,
      [first.id, id],
    )
    const body = { user: first, version: 2, suspended: false, voterId: second.voter.id }
    await service.call(writeAuthorState, { body }, { issuer: 'moderation' })
    expect(await vote(id, second)).toMatchObject({ score: 1 })
    expect(await heldOn(id)).toEqual({ mailbox: 1 })
  })

  test('do not get a second vote by deleting and recreating the account', async () => {
    const { id } = await propose(service)
    const first = newMember()
    await vote(id, first)
    const leave = (accountId: string) =>
      withdrawAccountVotes(service.db, { accountId, requestId: null })
    await leave(first.id)
    await leave(first.id)
    expect(await read(id)).toMatchObject({ score: 0 })
    const again = aliasOf(first)
    await vote(id, again)
    expect(await vote(id, aliasOf(first))).toMatchObject({ score: 1 })
    await decide(service, id, { action: { kind: 'void-votes' } })
    await leave(again.id)
    expect(await vote(id, aliasOf(first))).toMatchObject({ score: 0 })
  })

  test('have one vote whatever is released', async () => {
    const { id } = await propose(service)
    const first = newMember()
    await vote(id, first)
    await vote(id, aliasOf(first))
    const { body } = await decide(service, id, { action: { kind: 'release-votes' } })
    expect(body).toMatchObject({ voteCount: 0, after: { score: 1, heldVotes: 0 } })
    expect(await heldOn(id)).toEqual({})
  })
})

describe('a new account', () => {
  test('has 30 votes that count on its first day; the others look cast and are held', async () => {
    const account = newborn()
    const ids = (await Promise.all(Array.from({ length: 32 }, () => propose(service)))).map(
      (submission) => submission.id,
    )
    const clientAddress = newNetwork()
    await Promise.all(ids.map((id) => vote(id, account, { clientAddress })))
    const scores = await Promise.all(ids.map(async (id) => (await read(id, account)).score))
    expect(scores.filter((score) => score === 1)).toHaveLength(30)
    const held = ids.filter((_, index) => scores[index] === 0)
    expect(held).toHaveLength(2)
    for (const id of held) expect(await heldOn(id)).toEqual({ 'first-day': 1 })
  })

  test('has 10 down-votes a day in its first week, turned votes among them', async () => {
    const account = young()
    const ids = (await Promise.all(Array.from({ length: 12 }, () => propose(service)))).map(
      (submission) => submission.id,
    )
    const clientAddress = newNetwork()
    for (const [index, id] of ids.entries()) {
      if (index % 2 === 0) await vote(id, account, { clientAddress })
      await vote(id, account, { value: -1, clientAddress })
    }
    const scores = await Promise.all(ids.map(async (id) => (await read(id)).score))
    expect(scores).toEqual([...Array(10).fill(-1), 0, 0])
    expect(await heldOn(ids[11] ?? '')).toEqual({ 'down-votes': 1 })
    await service.db.query(
      `UPDATE votes SET created_at = now() - interval '25 hours' WHERE user_id = $1`,
      [account.id],
    )
    const next = await propose(service)
    expect(await vote(next.id, account, { value: -1, clientAddress })).toMatchObject({ score: -1 })
  })

  test('shares the first-day limits of its mailbox, also with deleted accounts', async () => {
    const first = newborn()
    const second = { ...newborn(), voter: first.voter }
    const submit = (viewer: Member) => service.call(submitBoycott, { body: proposal }, { viewer })
    await submit(first)
    const { id } = (await submit(second)).body
    await eraseAuthor(service.db, { userId: first.id, requestId: null })
    const rest = await Promise.all([submit(second), submit(second)])
    expect(rest.map(({ status }) => status).toSorted()).toEqual([201, 429])
    const third = { ...newborn(), voter: first.voter }
    expect((await submit(third)).status).toBe(429)
    const comment = (viewer: Member) =>
      service.call(postComment, { params: { id }, body: { content: 'x' } }, { viewer })
    const comments = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => comment(turn % 2 === 0 ? second : third)),
    )
    expect(comments.filter(({ status }) => status === 201)).toHaveLength(10)
    await service.db.query(
      `UPDATE first_day_writings SET since = now() - interval '25 hours' WHERE voter_id = $1`,
      [first.voter.id],
    )
    expect((await submit(third)).status).toBe(201)
  })

  test('can propose 3 boycotts and write 10 comments on its first day; more is 429 with Retry-After', async () => {
    const viewer = newborn()
    const submit = () => service.call(submitBoycott, { body: proposal }, { viewer })
    const submitted = await Promise.all([submit(), submit(), submit(), submit()])
    expect(submitted.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 429])
    const { id } = await propose(service)
    const comment = () =>
      service.call(postComment, { params: { id }, body: { content: 'x' } }, { viewer })
    const commented = await Promise.all(Array.from({ length: 11 }, comment))
    expect(commented.filter(({ status }) => status === 201)).toHaveLength(10)
    for (const refused of [...submitted, ...commented].filter(({ status }) => status !== 201)) {
      expect(refused).toMatchObject({
        status: 429,
        body: { error: { message: expect.stringMatching(/^On its first day, .* tomorrow\.$/) } },
      })
      const wait = Number(refused.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(22 * 3_600)
      expect(wait).toBeLessThanOrEqual(23 * 3_600)
    }
  })

  test('can repeat a successful request on its first day', async () => {
    const viewer = newborn()
    const headers = { 'idempotency-key': randomUUID() }
    const submit = (key = {}) =>
      service.call(submitBoycott, { body: proposal }, { viewer, headers: key })
    const first = await submit(headers)
    await submit()
    await submit()
    expect((await submit(headers)).body.id).toBe(first.body.id)
  })
})

describe('one network', () => {
  test('has 3 new voters a day that count, with a thousand mailboxes; those of before count on', async () => {
    const [one, other] = [await propose(service), await propose(service)]
    const clientAddress = newNetwork()
    const old = newMember()
    await vote(one.id, old, { clientAddress })
    const accounts = Array.from({ length: 1_000 }, young)
    const voteAll = async (id: string): Promise<void> => {
      for (let from = 0; from < accounts.length; from += 100) {
        const some = accounts.slice(from, from + 100)
        await Promise.all(some.map((account) => vote(id, account, { clientAddress })))
      }
    }
    await voteAll(one.id)
    expect(await read(one.id)).toMatchObject({ score: 4, unusualActivity: false })
    expect(await heldOn(one.id)).toEqual({ network: 997 })
    await voteAll(other.id)
    expect(await read(other.id)).toMatchObject({ score: 3 })
  })

  test('is the /48 of an IPv6 address, and other networks are counted separately', async () => {
    const { id } = await propose(service)
    for (let subnet = 1; subnet <= 5; subnet += 1) {
      await vote(id, young(), { clientAddress: `2001:db8:1:${subnet}::1` })
    }
    expect(await read(id)).toMatchObject({ score: 3 })
    expect(await vote(id, young(), { clientAddress: '2001:db8:2:1::1' })).toMatchObject({
      score: 4,
    })
  })

  test('gives none of its places to accounts that are suspended', async () => {
    const { id } = await propose(service)
    const clientAddress = newNetwork()
    for (const viewer of [young(), young(), young()]) {
      await suspend(viewer)
      const options = { viewer, clientAddress }
      const response = await service.call(castVote, { params: { id }, body: { value: 1 } }, options)
      expect(response.status).toBe(403)
    }
    expect(await vote(id, young(), { clientAddress })).toMatchObject({ score: 1 })
  })

  test('stores no address, and nothing after two days', async () => {
    const { id } = await propose(service)
    await vote(id, young(), { clientAddress: '203.0.113.77' })
    const { rows } = await service.db.query<{ network: string }>('SELECT network FROM newcomers')
    for (const { network } of rows) expect(network).toMatch(/^[\w-]{22}$/)
    await service.db.query(`UPDATE newcomers SET seen_at = now() - interval '49 hours'`)
    await deleteOldCounts(service.db)
    expect((await service.db.query('SELECT FROM newcomers')).rowCount).toBe(0)
  })

  test('that votes on one submission with many old accounts within the hour is noticed, and all count', async () => {
    const { id } = await propose(service)
    const clientAddress = newNetwork()
    for (let voter = 0; voter < 20; voter += 1) await vote(id, newMember(), { clientAddress })
    expect(await read(id)).toMatchObject({ score: 20, unusualActivity: false })
    expect(await vote(id, newMember(), { clientAddress })).toMatchObject({ score: 21 })
    const { body } = await service.call(pageHeldVotes, { query: {} }, { issuer: 'moderation' })
    const entry = body.submissions.find(({ submission }) => submission.id === id)
    expect(entry).toMatchObject({ held: [], burst: { count: 1 } })
    await decide(service, id, { action: { kind: 'release-votes' } })
    expect(await read(id)).toMatchObject({ score: 21 })
    const later = await service.call(pageHeldVotes, { query: {} }, { issuer: 'moderation' })
    expect(later.body.submissions.map(({ submission }) => submission.id)).not.toContain(id)
  })
})

/** A submission with the maximum number of votes by new accounts in an hour. */
const crowded = async (beyond = 0) => {
  const { id } = await propose(service)
  const accounts = Array.from({ length: 30 + beyond }, newborn)
  await Promise.all(accounts.map((account) => vote(id, account)))
  return { id, accounts }
}

test('of newborn accounts from everywhere 30 count on one submission within an hour', async () => {
  const { id } = await crowded(6)
  expect(await read(id)).toMatchObject({ score: 30 })
  expect(await heldOn(id)).toEqual({ newborn: 6 })
  await service.db.query(
    `UPDATE newborn_voters SET since = now() - interval '61 minutes' WHERE submission_id = $1`,
    [id],
  )
  expect(await vote(id, newborn())).toMatchObject({ score: 31 })
})

test('repeated votes and withdrawals of a newborn account use up one place, and free it at the end', async () => {
  const { id } = await propose(service)
  const restless = newborn()
  for (let turn = 0; turn < 31; turn += 1) {
    expect(await vote(id, restless)).toMatchObject({ score: 1 })
    await withdraw(id, restless)
  }
  await Promise.all(Array.from({ length: 30 }, () => vote(id, newborn())))
  expect(await read(id)).toMatchObject({ score: 30 })
  expect(await vote(id, restless)).toMatchObject({ score: 30 })
  expect(await heldOn(id)).toEqual({ newborn: 1 })
})

test('votes of newborn accounts that are held for another reason do not use up the limit', async () => {
  const { id } = await propose(service)
  const one = newborn()
  const aliases = Array.from({ length: 31 }, () => ({ ...newborn(), voter: one.voter }))
  const clientAddress = newNetwork()
  const housemates = Array.from({ length: 34 }, newborn)
  await Promise.all([
    ...[one, ...aliases].map((account) => vote(id, account)),
    ...housemates.map((account) => vote(id, account, { clientAddress })),
  ])
  expect(await heldOn(id)).toEqual({ mailbox: 31, network: 31 })
  await Promise.all(Array.from({ length: 26 }, () => vote(id, newborn())))
  expect(await read(id)).toMatchObject({ score: 30 })
  expect(await heldOn(id)).toEqual({ mailbox: 31, network: 31 })
})

describe('unusual activity', () => {
  const feedShows = async (id: string) => {
    const feed = await service.call(listSubmissions, { query: { sort: 'new', limit: '50' } })
    return feed.body.find((row) => row.id === id)?.unusualActivity
  }

  test('shows to everyone when five votes of a crowd of newborn accounts wait, and not before', async () => {
    const { id, accounts } = await crowded(4)
    expect(await read(id)).toMatchObject({ unusualActivity: false })
    expect(await vote(id, newborn())).toMatchObject({ unusualActivity: true })
    expect(await feedShows(id)).toBe(true)
    const held = accounts.at(-1) ?? newborn()
    expect(await withdraw(id, held)).toMatchObject({ unusualActivity: false })
    expect(await vote(id, held)).toMatchObject({ unusualActivity: true })
    const { body } = await decide(service, id, { action: { kind: 'void-votes' } })
    expect(body).toMatchObject({ before: { unusualActivity: true }, after: { score: 30 } })
    expect(await read(id)).toMatchObject({ unusualActivity: false })
  })

  test('is for administrators alone where one person can stage it: aliases, one network, many votes of few', async () => {
    const { id } = await propose(service)
    const one = newMember()
    await vote(id, one)
    for (let alias = 0; alias < 6; alias += 1) await vote(id, aliasOf(one))
    const clientAddress = newNetwork()
    for (let voter = 0; voter < 9; voter += 1) await vote(id, young(), { clientAddress })
    for (let voter = 0; voter < 22; voter += 1) await vote(id, newMember(), { clientAddress })
    expect(await heldOn(id)).toEqual({ mailbox: 6, network: 6 })
    expect(await read(id)).toMatchObject({ unusualActivity: false })
    expect(await feedShows(id)).toBe(false)
  })

  test('ends when the accounts of the held votes are deleted', async () => {
    const { id, accounts } = await crowded(5)
    expect(await read(id)).toMatchObject({ unusualActivity: true })
    const { rows } = await service.db.query<{ user_id: string }>(
      'SELECT user_id FROM holds WHERE submission_id = $1 LIMIT 1',
      [id],
    )
    const leaver = accounts.find((account) => account.id === rows[0]?.user_id) ?? newborn()
    await withdrawAccountVotes(service.db, { accountId: leaver.id, requestId: null })
    expect(await read(id)).toMatchObject({ unusualActivity: false })
  })
})

describe('votes that are held', () => {
  const brigade = async (count = 9) => {
    const { id } = await propose(service)
    const clientAddress = newNetwork()
    const accounts = Array.from({ length: count }, young)
    for (const account of accounts) await vote(id, account, { clientAddress })
    return { id, accounts, clientAddress, last: accounts.at(-1) ?? young() }
  }

  test('count once they are released, also when they are turned later', async () => {
    const { id, last } = await brigade()
    const decisionId = randomUUID()
    const action = { kind: 'release-votes' } as const
    const { body } = await decide(service, id, { action, decisionId })
    expect(body).toMatchObject({
      voteCount: 6,
      before: { score: 3, heldVotes: 6 },
      after: { score: 9, heldVotes: 0 },
    })
    expect((await decide(service, id, { action, decisionId })).body).toEqual(body)
    expect(await vote(id, last, { value: -1 })).toMatchObject({ score: 7 })
  })

  test('never count once they are void, also when they are withdrawn and cast again', async () => {
    const { id, last, clientAddress } = await brigade()
    const { body } = await decide(service, id, { action: { kind: 'void-votes' } })
    expect(body).toMatchObject({ voteCount: 6, after: { score: 3, heldVotes: 0 } })
    expect(await withdraw(id, last)).toMatchObject({ score: 3, userVote: null })
    expect(await vote(id, last)).toMatchObject({ score: 3 })
    expect(await vote(id, last, { value: -1 })).toMatchObject({ score: 3 })
    expect(await heldOn(id)).toEqual({})
    await vote(id, young(), { clientAddress })
    expect(await heldOn(id)).toEqual({ network: 1 })
  })

  test('are settled up to the moment that was seen, to the microsecond; a burst since then stays open', async () => {
    const { id, clientAddress } = await brigade()
    const { rows } = await service.db.query<{ at: string }>(
      `SELECT to_char(held_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
       FROM holds WHERE submission_id = $1 ORDER BY held_at`,
      [id],
    )
    const seen = (index: number) => ({ heldUntil: rows[index]?.at })
    await vote(id, young(), { clientAddress })
    await service.db.query(
      'UPDATE unusual_activity SET burst = 2, burst_since = now(), latest_at = now() WHERE submission_id = $1',
      [id],
    )
    const released = await decide(service, id, { action: { kind: 'release-votes', ...seen(1) } })
    expect(released.body).toMatchObject({ voteCount: 2, after: { score: 5, heldVotes: 5 } })
    const voided = await decide(service, id, { action: { kind: 'void-votes', ...seen(5) } })
    expect(voided.body).toMatchObject({
      voteCount: 4,
      before: { heldVotes: 5 },
      after: { score: 5, heldVotes: 1 },
    })
    expect(await burstOn(id)).toBe(2)
    const rest = await decide(service, id, { action: { kind: 'release-votes' } })
    expect(rest.body).toMatchObject({
      voteCount: 1,
      after: { heldVotes: 0 },
    })
    expect(await burstOn(id)).toBeUndefined()
  })

  test('of a suspended account are not released', async () => {
    const { id, last } = await brigade()
    await suspend(last)
    const { body } = await decide(service, id, { action: { kind: 'release-votes' } })
    expect(body).toMatchObject({ voteCount: 5, after: { score: 8 } })
  })
})

describe('the votes of a suspended account', () => {
  test('are voided once for each decision, wherever they were cast, and stay void', async () => {
    const account = newMember()
    const [one, other] = [await propose(service), await propose(service)]
    await vote(one.id, account)
    await vote(one.id, newMember())
    await vote(other.id, account, { value: -1 })
    await suspend(account)
    const decisionId = randomUUID()
    expect((await voidVotesOf(account.id, decisionId)).body).toEqual({
      voteCount: 2,
      participationCount: 0,
    })
    expect((await voidVotesOf(account.id, decisionId)).body).toEqual({
      voteCount: 2,
      participationCount: 0,
    })
    expect((await voidVotesOf(account.id)).body).toEqual({ voteCount: 0, participationCount: 0 })
    expect(await read(one.id)).toMatchObject({ score: 1 })
    expect(await read(other.id)).toMatchObject({ score: 0 })
    await suspend(account, false, 3)
    expect(await vote(one.id, account, { value: -1 })).toMatchObject({ score: 1 })
    expect(await vote(one.id, aliasOf(account))).toMatchObject({ score: 1 })
  })

  test('alone can be voided', async () => {
    const account = newMember()
    const { id } = await propose(service)
    await vote(id, account)
    expect(await voidVotesOf(account.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'account_not_suspended' } },
    })
    expect(await read(id)).toMatchObject({ score: 1 })
  })
})

test('votes from sessions without a voter id are rejected', async () => {
  const { id } = await propose(service)
  const { voter: _, ...viewer } = newMember()
  const response = await service.call(castVote, { params: { id }, body: { value: 1 } }, { viewer })
  expect(response.status).toBe(503)
})
