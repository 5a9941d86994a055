import {
  approveAlternative,
  removeAlternative,
  reviewAlternative,
} from '@answerable/contracts/alternative-decisions'
import { listAlternatives, postAlternative } from '@answerable/contracts/alternatives'
import {
  overturnAppeal,
  postAlternativeAppeal,
  postResponseAppeal,
  readOwnAlternativeDecision,
  readOwnResponseDecision,
  upholdAppeal,
} from '@answerable/contracts/appeals'
import { withdrawClaim } from '@answerable/contracts/claims'
import { decisionApplied, type EventPayload } from '@answerable/contracts/events'
import { readModerationLog } from '@answerable/contracts/moderation-log'
import { exportDecisions } from '@answerable/contracts/own-data'
import {
  approveResponse,
  removeResponse,
  reviewResponse,
} from '@answerable/contracts/response-decisions'
import { postResponse, readResponses } from '@answerable/contracts/responses'
import { readStats } from '@answerable/contracts/review'
import { listQueue } from '@answerable/contracts/review-queue'
import type { Viewer } from '@answerable/contracts/sessions'
import { verifyLog } from '@answerable/moderation/log/verify'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { boycottOf, type ClaimSite, represent, startClaimSite } from './claiming.ts'
import { addPerson } from './site.ts'

let site: ClaimSite
let remover: Viewer
let judge: Viewer
let websites = 0
const events: EventPayload<typeof decisionApplied>[] = []

beforeAll(async () => {
  site = await startClaimSite()
  await site.moderation.bus.subscribe(
    decisionApplied,
    { everyInstanceOf: 'test' },
    async ({ payload }) => {
      events.push(payload)
    },
  )
})
beforeEach(async () => {
  await site.owner.auth.query('DELETE FROM users')
  remover = await addPerson(site, 'admin')
  judge = await addPerson(site, 'admin')
})
afterAll(() => site.stop())

type Part = { id: string; submissionId: string; author: Viewer }

const newAlternative = async (author: Viewer): Promise<Part> => {
  websites += 1
  const { submissionId } = await boycottOf(site, remover, { website: `part-${websites}.example` })
  const { body } = await site.catalog.call(
    postAlternative,
    { params: { id: submissionId }, body: { name: 'Water' } },
    { viewer: author },
  )
  return { id: body.id, submissionId, author }
}

/** A response by one of two people who speak for its business. */
const newResponse = async (author: Viewer): Promise<Part & { other: Viewer; claimId: string }> => {
  websites += 1
  const website = `part-${websites}.example`
  const { submissionId, businessId } = await boycottOf(site, remover, { website })
  const other = await addPerson(site)
  const claimId = await represent(site, author, businessId)
  await represent(site, other, businessId)
  const { body } = await site.catalog.call(
    postResponse,
    { params: { id: submissionId }, body: { content: 'We disagree.' } },
    { viewer: author },
  )
  return { id: body.id, submissionId, author, other, claimId }
}

const kinds = {
  alternative: {
    create: newAlternative,
    remove: removeAlternative,
    approve: approveAlternative,
    review: reviewAlternative,
    own: readOwnAlternativeDecision,
    appeal: postAlternativeAppeal,
    shown: async ({ id, submissionId }: Part, viewer: Viewer | null = null) => {
      const call = { params: { id: submissionId } }
      const { body } = await site.catalog.call(listAlternatives, call, { viewer })
      return body.find((one) => one.id === id)?.state
    },
  },
  response: {
    create: newResponse,
    remove: removeResponse,
    approve: approveResponse,
    review: reviewResponse,
    own: readOwnResponseDecision,
    appeal: postResponseAppeal,
    shown: async ({ id, submissionId }: Part) => {
      const call = { params: { id: submissionId } }
      const { body } = await site.catalog.call(readResponses, call)
      return body.responses.find((one) => one.id === id)?.state
    },
  },
} as const

describe.each(['alternative', 'response'] as const)('a removed %s', (kind) => {
  const { create, remove, approve, review, own, appeal, shown } = kinds[kind]
  let part: Part

  beforeEach(async () => {
    part = await create(await addPerson(site))
  })

  const removed = (viewer = remover) =>
    site.moderation.call(
      remove,
      { params: { id: part.id }, body: { reasonCode: 'spam', note: 'An advertisement.' } },
      { viewer },
    )
  const readOwn = (viewer: Viewer | null) =>
    site.moderation.call(own, { params: { id: part.id } }, { viewer })
  const appealBy = (viewer: Viewer, text = 'It is true.') =>
    site.moderation.call(appeal, { params: { id: part.id }, body: { text } }, { viewer })
  const reviewed = async () =>
    (await site.moderation.call(review, { params: { id: part.id } }, { viewer: judge })).body
  const settle = async (route: typeof upholdAppeal | typeof overturnAppeal, viewer = judge) =>
    site.moderation.call(
      route,
      {
        params: { id: (await reviewed()).appeal?.id ?? '' },
        body: { reasonCode: 'other', note: 'We looked again.' },
      },
      { viewer },
    )
  /** The entry of the part. */
  const queued = async () => {
    const query = { kind: `${kind}s` as const, limit: '50' }
    const { body } = await site.moderation.call(listQueue, { query }, { viewer: judge })
    return body.filter((entry) => JSON.stringify(entry).includes(part.id))
  }

  test('is explained to whom it concerns, who may appeal once; for everyone else it is missing', async () => {
    expect((await readOwn(part.author)).status).toBe(404)
    const { decisionId } = (await removed()).body
    expect((await readOwn(part.author)).body).toMatchObject({
      decisionId,
      kind: 'remove',
      reasonCode: 'spam',
      note: 'An advertisement.',
      appeal: null,
    })
    for (const viewer of [await addPerson(site), judge, remover]) {
      expect((await readOwn(viewer)).body).toMatchObject({ error: { code: `${kind}_not_found` } })
      expect((await appealBy(viewer)).status).toBe(404)
    }
    expect((await readOwn(null)).status).toBe(401)
    expect((await appealBy(part.author, ' ')).status).toBe(400)
    expect((await appealBy(part.author)).status).toBe(201)
    expect((await appealBy(part.author)).body).toMatchObject({
      error: { code: 'already_appealed' },
    })
    const exported = await site.moderation.call(exportDecisions, {}, { viewer: part.author })
    expect(exported.body.appeals).toMatchObject([{ [`${kind}Id`]: part.id, text: 'It is true.' }])
    const decision = { kind: `remove-${kind}`, reasonCode: 'spam', note: 'An advertisement.' }
    expect(exported.body.decisions).toMatchObject([{ [`${kind}Id`]: part.id, ...decision }])
  })

  test('waits in the queue while an appeal is open; upheld, it stays removed, on the record', async () => {
    await removed()
    expect(await queued()).toEqual([])
    const before = (await site.moderation.call(readStats, {}, { viewer: judge })).body
    await appealBy(part.author)
    expect(await queued()).toMatchObject([
      { kind, [kind]: { id: part.id, state: 'removed', appeal: { text: 'It is true.' } } },
    ])
    expect((await site.moderation.call(readStats, {}, { viewer: judge })).body.pendingReview).toBe(
      before.pendingReview + 1,
    )
    expect((await settle(upholdAppeal, remover)).body).toMatchObject({
      error: { code: 'other_admin_needed' },
    })
    const { decisionId } = (await settle(upholdAppeal)).body
    expect(await queued()).toEqual([])
    expect((await readOwn(part.author)).body.appeal).toMatchObject({
      state: 'upheld',
      note: 'We looked again.',
    })
    const entry = await reviewed()
    expect(entry).toMatchObject({ state: 'removed', appeal: null, appeals: [{ state: 'upheld' }] })
    expect(entry.decisions.map((one) => one.kind)).toEqual(['uphold', `remove-${kind}`])
    const log = await site.moderation.call(readModerationLog, {})
    expect(log.body[0]).toMatchObject({ kind: 'uphold', onAppeal: true })
    expect(await verifyLog(site.owner.moderation)).toMatchObject({ kind: 'whole' })
    await until(() =>
      expect(events.find((one) => one.decisionId === decisionId)).toMatchObject({
        kind: 'uphold',
        appeal: 'upheld',
        concernedId: part.author.id,
        subject: { kind, id: part.id },
      }),
    )
  })

  test('is shown again when its appeal is granted, and may be appealed after another removal', async () => {
    await removed()
    await appealBy(part.author)
    const { body } = await settle(overturnAppeal)
    expect(body.appeal).toMatchObject({ state: 'overturned' })
    expect(await shown(part)).toBe('shown')
    expect((await readOwn(part.author)).status).toBe(404)
    const log = await site.moderation.call(readModerationLog, {})
    expect(log.body[0]).toMatchObject({ kind: `approve-${kind}`, onAppeal: true })
    await removed(judge)
    expect((await appealBy(part.author)).status).toBe(201)
  })

  test('is approved by nobody who removed it or whom it concerns, while there is another administrator', async () => {
    await removed()
    await appealBy(part.author)
    const approveBy = (viewer: Viewer) =>
      site.moderation.call(approve, { params: { id: part.id } }, { viewer })
    expect((await approveBy(remover)).status).toBe(403)
    await site.owner.auth.query('UPDATE users SET is_admin = true WHERE id = $1', [part.author.id])
    expect((await approveBy({ ...part.author, role: 'admin' })).status).toBe(403)
    expect((await approveBy(judge)).status).toBe(200)
    expect((await reviewed()).appeals).toMatchObject([{ state: 'overturned' }])
  })

  test('is not approved by its author while catalog is away', async () => {
    await removed()
    await site.owner.auth.query('UPDATE users SET is_admin = true WHERE id = $1', [part.author.id])
    await site.roadToCatalog.cut()
    const response = await site.moderation.call(
      approve,
      { params: { id: part.id } },
      { viewer: { ...part.author, role: 'admin' } },
    )
    await site.roadToCatalog.mend()
    expect(response.status).toBe(503)
    const { rows } = await site.owner.moderation.query(
      `SELECT FROM decisions WHERE subject_id = $1 AND kind LIKE 'approve-%'`,
      [part.id],
    )
    expect(rows).toEqual([])
  })
})

test('a removed alternative is listed for its author only', async () => {
  const author = await addPerson(site)
  const part = await newAlternative(author)
  await site.moderation.call(removeAlternative, { params: { id: part.id } }, { viewer: remover })
  expect(await kinds.alternative.shown(part, author)).toBe('removed')
  expect(await kinds.alternative.shown(part, await addPerson(site))).toBe(undefined)
  expect(await kinds.alternative.shown(part)).toBe(undefined)
})

test('another representative of the business may appeal about a response, and is told the outcome', async () => {
  const { id, other } = await newResponse(await addPerson(site))
  await site.moderation.call(removeResponse, { params: { id } }, { viewer: remover })
  const { body } = await site.moderation.call(
    postResponseAppeal,
    { params: { id }, body: { text: 'We all agreed on it.' } },
    { viewer: other },
  )
  expect(body.appeal).toMatchObject({ state: 'open' })
  const review = await site.moderation.call(reviewResponse, { params: { id } }, { viewer: judge })
  const appealId = review.body.appeal?.id ?? ''
  const settled = await site.moderation.call(
    overturnAppeal,
    { params: { id: appealId } },
    { viewer: judge },
  )
  await until(() =>
    expect(events.find(({ decisionId }) => decisionId === settled.body.decisionId)).toMatchObject({
      appeal: 'overturned',
      concernedId: other.id,
    }),
  )
})

test('a former representative finds the removed response that they wrote, and appeals', async () => {
  const { id, submissionId, author, other, claimId } = await newResponse(await addPerson(site))
  await site.moderation.call(withdrawClaim, { params: { id: claimId } }, { viewer: author })
  await site.moderation.call(removeResponse, { params: { id } }, { viewer: remover })
  const ownResponses = async (viewer: Viewer | null) =>
    (await site.catalog.call(readResponses, { params: { id: submissionId } }, { viewer })).body
      .ownResponses
  expect(await ownResponses(author)).toEqual([id])
  expect(await ownResponses(other)).toEqual([])
  expect(await ownResponses(null)).toBe(null)
  const { status } = await site.moderation.call(
    postResponseAppeal,
    { params: { id }, body: { text: 'It is true.' } },
    { viewer: author },
  )
  expect(status).toBe(201)
})
