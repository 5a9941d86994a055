import { randomUUID } from 'node:crypto'
import { listBusinesses, readBusiness } from '@answerable/contracts/businesses'
import { type EventPayload, participationChanged } from '@answerable/contracts/events'
import { applyMerge, applyUnmerge } from '@answerable/contracts/merges'
import { exportContributions } from '@answerable/contracts/own-data'
import { joinBoycott, leaveBoycott, listOwnBoycotts } from '@answerable/contracts/participation'
import {
  applyVoidAccountVotes,
  pageHeldVotes,
  writeAuthorState,
} from '@answerable/contracts/review-internal'
import { listSubmissions, readSubmission } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { memberSince, newMember } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { untilAvailable } from '@answerable/service-kit/testing/until-available'
import { withinOneDay } from '@answerable/service-kit/testing/within-one-day'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eraseAuthor } from '../authors/erase-author.ts'
import {
  countAllParticipants,
  countUnlockedParticipants,
  decide,
  findDrift,
  propose,
  remove,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'

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

const aliasOf = ({ voter }: Member): Member => ({ ...newMember(), voter })
const join = (id: string, viewer: Member = newMember(), clientAddress = '203.0.113.7') =>
  service.call(joinBoycott, { params: { id } }, { viewer, clientAddress })
const leave = (id: string, viewer: Member) =>
  service.call(leaveBoycott, { params: { id } }, { viewer })
const vote = (id: string, value: 1 | -1, viewer: Member = newMember()) =>
  service.call(castVote, { params: { id }, body: { value } }, { viewer })
const read = async (id: string, viewer: Member | null = null) =>
  (await service.call(readSubmission, { params: { id } }, { viewer })).body
const participantsOf = async (slug: string): Promise<number> => {
  await countAllParticipants(service.db)
  return storedParticipantsOf(slug)
}
const storedParticipantsOf = async (slug: string): Promise<number> =>
  (await service.call(readBusiness, { params: { slug } })).body.participantCount
const openActivityOn = async (id: string) => {
  const query = { limit: '50' }
  const { body } = await service.call(pageHeldVotes, { query }, { issuer: 'moderation' })
  return body.submissions.find(({ submission }) => submission.id === id)
}
/** Names that no other test uses, so that its business has no other submissions. */
const newName = (): string => `Business ${randomUUID()}`

test('joining and leaving are idempotent, and only the member sees the own join', async () => {
  const { id, version } = await propose(service)
  const member = newMember()
  const { body: joined } = await join(id, member)
  expect(joined).toMatchObject({
    participantCount: 1,
    ownParticipation: true,
    userVote: null,
    score: 0,
  })
  expect(joined.version).toBeGreaterThan(version)
  expect((await join(id, member)).body).toEqual(joined)
  expect(await read(id)).toMatchObject({ participantCount: 1, ownParticipation: false })
  expect(await read(id, newMember())).toMatchObject({ ownParticipation: false })
  expect(await read(id, member)).toMatchObject({ ownParticipation: true })
  const { body: feed } = await service.call(
    listSubmissions,
    { query: { sort: 'new' } },
    { viewer: member },
  )
  expect(feed.find((one) => one.id === id)).toMatchObject({ ownParticipation: true })
  expect((await leave(id, member)).body).toMatchObject({
    participantCount: 0,
    ownParticipation: false,
  })
  expect((await leave(id, member)).body).toMatchObject({
    participantCount: 0,
    ownParticipation: false,
  })
})

test('a vote and a join do not change each other, and each response has both', async () => {
  const { id } = await propose(service)
  const [member, other] = [newMember(), newMember()]
  await join(id, member)
  expect((await vote(id, -1, member)).body).toMatchObject({
    score: -1,
    userVote: -1,
    participantCount: 1,
    ownParticipation: true,
  })
  expect((await vote(id, 1, other)).body).toMatchObject({ score: 0, ownParticipation: false })
  expect((await join(id, other)).body).toMatchObject({ score: 0, userVote: 1, participantCount: 2 })
  expect((await leave(id, member)).body).toMatchObject({
    userVote: -1,
    participantCount: 1,
    ownParticipation: false,
  })
})

test('the functions of joins are derived from the current ones of votes', async () => {
  const owner = new pg.Client({ connectionString: service.database.ownerUrl })
  await owner.connect()
  const read = async () =>
    (
      await owner.query(
        `SELECT proname, pg_get_functiondef(oid) AS definition FROM pg_proc
         WHERE pronamespace = 'catalog'::regnamespace AND proname ~ 'participation' AND prokind = 'f'
         ORDER BY proname`,
      )
    ).rows
  try {
    await owner.query('BEGIN; SET LOCAL search_path TO catalog, public')
    const before = await read()
    expect(before.map(({ proname }) => proname)).toContain('cast_participations')
    await owner.query('CALL derive_participation()')
    expect(await read()).toEqual(before)
  } finally {
    await owner.end()
  }
})

test('one join of a mailbox counts; a decision releases and voids held joins and counts them', async () => {
  const { id } = await propose(service)
  const member = newMember()
  await join(id, member)
  const [alias, network] = [aliasOf(member), '198.51.100.1']
  expect((await join(id, alias)).body).toMatchObject({
    participantCount: 1,
    ownParticipation: true,
  })
  const young = () => memberSince(new Date(Date.now() - 48 * 3_600_000))
  for (const one of [young(), young(), young()]) await join(id, one, network)
  const fourth = young()
  expect((await join(id, fourth, network)).body).toMatchObject({
    participantCount: 4,
    ownParticipation: true,
  })
  expect((await openActivityOn(id))?.participation.held).toMatchObject([
    { rule: 'mailbox', count: 1 },
    { rule: 'network', count: 1 },
  ])
  const { body } = await decide(service, id, { action: { kind: 'release-votes' } })
  expect(body).toMatchObject({
    voteCount: 0,
    participationCount: 1,
    before: { heldParticipations: 2, participantCount: 4 },
    after: { heldParticipations: 0, participantCount: 5 },
  })
  await leave(id, member)
  const replacement = aliasOf(member)
  expect((await join(id, replacement)).body.participantCount).toBe(4)
  const voiding = await decide(service, id, { action: { kind: 'void-votes' } })
  expect(voiding.body).toMatchObject({ voteCount: 0, participationCount: 1 })
  expect(await read(id, replacement)).toMatchObject({ participantCount: 4, ownParticipation: true })
})

test('twenty joins of a network in an hour are usual, and more are shown as a burst', async () => {
  const { id } = await propose(service)
  for (let count = 0; count < 21; count += 1) await join(id, newMember(), '198.51.100.77')
  expect((await openActivityOn(id))?.participation.burst?.count).toBe(1)
  expect(await read(id)).toMatchObject({ participantCount: 21 })
})

test('a suspended account cannot join, and its joins can be voided', async () => {
  const { id } = await propose(service)
  const member = newMember()
  await join(id, member)
  await service.call(
    writeAuthorState,
    { body: { user: member, version: 2, suspended: true } },
    { issuer: 'moderation' },
  )
  expect(await leave(id, member)).toMatchObject({
    status: 403,
    body: { error: { code: 'account_suspended' } },
  })
  const body = { decisionId: randomUUID(), accountId: member.id }
  for (const _ of ['first', 'repeated']) {
    // On a slow machine a call may end too early; the next one continues.
    const voided = await untilAvailable(() =>
      service.call(applyVoidAccountVotes, { body }, { issuer: 'moderation' }),
    )
    expect(voided.body).toEqual({ voteCount: 0, participationCount: 1 })
  }
  expect(await read(id)).toMatchObject({ participantCount: 0 })
})

test('a business counts each person once over its public boycotts', async () => {
  const targetName = newName()
  const [first, second] = [
    await propose(service, { targetName }),
    await propose(service, { targetName }),
  ]
  const { slug } = first.business
  const member = newMember()
  await Promise.all([join(first.id, member), join(second.id, member), join(second.id)])
  expect(await participantsOf(slug)).toBe(2)
  await join(first.id, aliasOf(member))
  expect(await participantsOf(slug)).toBe(2)
  await leave(first.id, member)
  expect(await participantsOf(slug)).toBe(2)
  await remove(service, second.id)
  // The alias of the member is still held in the first one.
  expect(await participantsOf(slug)).toBe(0)
  await decide(service, second.id, { action: { kind: 'approve' } })
  expect(await participantsOf(slug)).toBe(2)
  const { body: sorted } = await service.call(listBusinesses, { query: { sort: 'participants' } })
  const counts = sorted.map(({ participantCount }) => participantCount)
  expect(counts).toEqual(counts.toSorted((one, other) => other - one))
  expect(sorted.find((one) => one.slug === slug)?.participantCount).toBe(2)
})

test('the service counts the people of a business without a further call', async () => {
  const { id, business } = await propose(service, { targetName: newName() })
  await join(id)
  await until(async () =>
    expect(
      (await service.call(readBusiness, { params: { slug: business.slug } })).body,
    ).toMatchObject({ participantCount: 1 }),
  )
})

test('a business that another instance counts is left to it', async () => {
  const { id, business } = await propose(service, { targetName: newName() })
  const instance = new pg.Client({ connectionString: service.database.url })
  await instance.connect()
  try {
    await instance.query('BEGIN')
    await instance.query('SELECT FROM businesses WHERE id = $1 FOR NO KEY UPDATE', [business.id])
    await join(id)
    await countUnlockedParticipants(service.db)
    expect(await storedParticipantsOf(business.slug)).toBe(0)
  } finally {
    await instance.end()
  }
  expect(await participantsOf(business.slug)).toBe(1)
})

test('two instances count at once, while members join and leave, and each person is counted once', async () => {
  const targetName = newName()
  const made = await Promise.all([0, 1, 2].map(() => propose(service, { targetName })))
  const members = Array.from({ length: 8 }, () => newMember())
  const counting = { goesOn: true }
  const count = async () => {
    while (counting.goesOn) await countUnlockedParticipants(service.db)
  }
  const counters = [count(), count()]
  const joinsOf = members.flatMap((member) => made.map(({ id }) => ({ id, member })))
  for (const _ of ['first', 'second']) {
    await Promise.all(joinsOf.map(({ id, member }) => join(id, member)))
    await Promise.all(joinsOf.slice(3).map(({ id, member }) => leave(id, member)))
  }
  counting.goesOn = false
  await Promise.all(counters)
  expect(await participantsOf(made[0]?.business.slug ?? '')).toBe(1)
  expect(await findDrift(service.db)).toEqual([])
})

test('a merge keeps one place for each person, and undoing it restores both', async () => {
  const [into, from] = [
    await propose(service, { targetName: newName() }),
    await propose(service, { targetName: newName() }),
  ]
  const [both, one] = [newMember(), newMember()]
  await join(into.id, both)
  await join(from.id, both)
  await join(from.id, one)
  const body = { decisionId: randomUUID(), submissionId: from.id, into: into.id }
  await service.call(applyMerge, { body }, { issuer: 'moderation' })
  expect(await read(into.id, one)).toMatchObject({ participantCount: 2, ownParticipation: true })
  expect((await join(from.id, newMember())).status).toBe(409)
  expect(await participantsOf(into.business.slug)).toBe(2)
  const undoing = { decisionId: randomUUID(), submissionId: from.id }
  await service.call(applyUnmerge, { body: undoing }, { issuer: 'moderation' })
  expect(await read(into.id, one)).toMatchObject({ participantCount: 1, ownParticipation: false })
  expect(await read(from.id, one)).toMatchObject({ participantCount: 2, ownParticipation: true })
  expect(await participantsOf(into.business.slug)).toBe(1)
  expect(await participantsOf(from.business.slug)).toBe(2)
})

test('deleting the account withdraws its joins, and the export lists them', async () => {
  const { id } = await propose(service)
  const member = newMember()
  await join(id, member)
  await join(id)
  const exported = await service.call(
    exportContributions,
    { query: { kind: 'participations' } },
    { viewer: member },
  )
  expect(exported.body.participations).toMatchObject([{ submissionId: id }])
  await eraseAuthor(service.db, { userId: member.id, requestId: null })
  expect(await read(id)).toMatchObject({ participantCount: 1 })
  expect((await join(id, member)).status).toBe(403)
})

test('only notifications learn who joined and left', async () => {
  const changes: EventPayload<typeof participationChanged>['changes'] = []
  await service.bus.subscribe(participationChanged, { everyInstanceOf: 'test' }, async (event) => {
    changes.push(...event.payload.changes)
  })
  const { id } = await propose(service)
  const member = newMember()
  const { version } = (await join(id, member)).body
  await leave(id, member)
  await until(async () =>
    expect(changes.filter((change) => change.submissionId === id)).toEqual([
      { submissionId: id, userId: member.id, joined: true, version },
      { submissionId: id, userId: member.id, joined: false, version: version + 1 },
    ]),
  )
})

test("the member's list has the public boycotts, latest first, with the names that a business owns", async () => {
  const member = newMember()
  const [parentName, ownedName] = [newName(), newName()]
  const parent = await propose(service, { targetName: parentName })
  const owned = await propose(service, { targetName: ownedName })
  const removed = await propose(service)
  await service.db.query('UPDATE businesses SET parent_id = $2 WHERE id = $1', [
    owned.business.id,
    parent.business.id,
  ])
  await service.db.query(
    `INSERT INTO business_names (key, business_id, name, is_alias) VALUES (match_key($2), $1, $2, true)`,
    [owned.business.id, `${ownedName} Chocolate`],
  )
  for (const { id } of [owned, removed, parent]) await join(id, member)
  await remove(service, removed.id)
  const list = (viewer: Member | null, query = {}) =>
    service.call(listOwnBoycotts, { query }, { viewer })
  const { body, headers } = await list(member)
  expect(headers.get('x-total-count')).toBe('2')
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(body).toMatchObject([
    {
      submission: { id: parent.id, status: 'proposed', ownParticipation: true },
      owned: [{ id: owned.business.id, name: ownedName, aliases: [`${ownedName} Chocolate`] }],
    },
    { submission: { id: owned.id }, owned: [], aliases: [`${ownedName} Chocolate`] },
  ])
  expect((await list(member, { page: '2', limit: '1' })).body).toMatchObject([
    { submission: { id: owned.id } },
  ])
  expect((await list(newMember())).body).toEqual([])
  expect((await list(null)).status).toBe(401)
})

test('concurrent joins of a mailbox are counted once, also in two boycotts of a business', async () => {
  const targetName = newName()
  const [one, other] = [
    await propose(service, { targetName }),
    await propose(service, { targetName }),
  ]
  const member = newMember()
  const accounts = [member, aliasOf(member), aliasOf(member)]
  await Promise.all(accounts.flatMap((viewer) => [join(one.id, viewer), join(other.id, viewer)]))
  expect(await read(one.id)).toMatchObject({ participantCount: 1 })
  expect(await participantsOf(one.business.slug)).toBe(1)
})
