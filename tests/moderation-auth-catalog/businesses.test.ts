import {
  acceptSuggestion,
  type BusinessChange,
  changeBusiness,
  declineSuggestion,
  listSuggestions,
} from '@answerable/contracts/business-decisions'
import {
  listBusinessMerges,
  mergeBusiness,
  previewBusinessMerge,
  unmergeBusiness,
} from '@answerable/contracts/business-merges'
import {
  type BusinessDetail,
  listOwnSuggestions,
  readBusiness,
  type SuggestionKind,
  suggestChange,
} from '@answerable/contracts/businesses'
import { removeSubmission } from '@answerable/contracts/decisions'
import { readModerationLog } from '@answerable/contracts/moderation-log'
import type { Viewer } from '@answerable/contracts/sessions'
import { readSubmission } from '@answerable/contracts/submissions'
import { verifyLog } from '@answerable/moderation/log/verify'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson, type ModerationSite, newKey, propose, startModerationSite } from './site.ts'

let site: ModerationSite
let admin: Viewer

beforeAll(async () => {
  site = await startModerationSite()
  admin = await addPerson(site, 'admin')
})
afterAll(() => site.stop())

const newBusiness = async (targetName: string) => {
  const submissionId = await propose(site, { targetName })
  const { body } = await site.catalog.call(readSubmission, { params: { id: submissionId } })
  return { ...body.business, submissionId }
}
const suggest = async (id: string, kind: SuggestionKind, value: string, viewer = newMember()) => {
  const body = { kind, value, reason: 'Known.' }
  return (await site.catalog.call(suggestChange, { params: { id }, body }, { viewer })).body
}
const accept = (id: string, headers = newKey()) =>
  site.moderation.call(acceptSuggestion, { params: { id } }, { viewer: admin, headers })
const change = (id: string, kind: BusinessChange['kind'], value = '') =>
  site.moderation.call(
    changeBusiness,
    { params: { id }, body: { change: { kind, value }, note: 'Corrected.' } },
    { viewer: admin },
  )
const read = async (slug: string): Promise<BusinessDetail> =>
  (await site.catalog.call(readBusiness, { params: { slug } })).body
const unmerge = (id: string) =>
  site.moderation.call(unmergeBusiness, { params: { id } }, { viewer: admin })
const latestPayload = async (): Promise<unknown> => {
  const { rows } = await site.owner.moderation.query(
    'SELECT payload FROM decision_log ORDER BY position DESC LIMIT 1',
  )
  return rows[0]?.payload
}
const latestKinds = async (limit: number) => {
  const { body } = await site.moderation.call(readModerationLog, { query: { limit: `${limit}` } })
  return body.map(({ kind }) => kind)
}

test('an accepted suggestion changes the business once, and its author and the log say so', async () => {
  const [owner, brand] = [await newBusiness('Parent Group'), await newBusiness('Some Brand')]
  const member = newMember()
  const suggestions = [
    await suggest(brand.id, 'alias', 'Une Marque', member),
    await suggest(brand.id, 'website', 'https://shop.brand.example.com/', member),
    await suggest(brand.id, 'country', 'fr', member),
    await suggest(brand.id, 'parent', owner.id, member),
  ]
  const open = await site.moderation.call(listSuggestions, {}, { viewer: admin })
  expect(open.body.map(({ id }) => id)).toEqual(suggestions.map(({ id }) => id))
  for (const { id } of suggestions) {
    const headers = newKey()
    const first = await accept(id, headers)
    expect([first.status, first.body.suggestion]).toMatchObject([200, { state: 'accepted' }])
    expect((await accept(id, headers)).body).toEqual(first.body)
    expect((await accept(id)).status).toBe(409)
  }
  expect(await read(brand.slug)).toMatchObject({
    aliases: ['Une Marque'],
    website: 'example.com',
    country: 'FR',
    parent: { id: owner.id },
  })
  expect((await read(owner.slug)).owned).toMatchObject([{ id: brand.id, boycottCount: 1 }])
  const own = await site.catalog.call(listOwnSuggestions, {}, { viewer: member })
  expect(own.body.map(({ state }) => state)).toEqual(suggestions.map(() => 'accepted'))
  expect(await latestKinds(4)).toEqual(suggestions.map(() => 'accept-suggestion'))
  expect(await verifyLog(site.owner.moderation)).toMatchObject({ kind: 'whole' })
})

test('a declined suggestion changes nothing, needs a note, and its author reads it', async () => {
  const [{ id, slug }, member] = [await newBusiness('Declined'), newMember()]
  const suggestion = await suggest(id, 'country', 'DE', member)
  const decline = (note: string) =>
    site.moderation.call(
      declineSuggestion,
      { params: { id: suggestion.id }, body: { note } },
      { viewer: admin },
    )
  expect((await decline(' ')).status).toBe(400)
  expect((await decline('It is Swiss.')).body.suggestion).toMatchObject({ state: 'declined' })
  const own = await site.catalog.call(listOwnSuggestions, {}, { viewer: member })
  expect(own.body).toMatchObject([{ state: 'declined', note: 'It is Swiss.' }])
  expect((await read(slug)).country).toBeNull()
  const query = { state: 'decided', limit: '1' } as const
  const decided = await site.moderation.call(listSuggestions, { query }, { viewer: admin })
  expect(decided.body).toMatchObject([{ id: suggestion.id, author: { username: member.username } }])
  expect(await latestKinds(1)).toEqual(['decline-suggestion'])
})

test('administrators change a business, and can remove an alias and a website again', async () => {
  const { id, slug } = await newBusiness('Changed Firm')
  await change(id, 'alias', 'Bad Words')
  await change(id, 'website', 'example.org')
  expect(await read(slug)).toMatchObject({ aliases: ['Bad Words'], website: 'example.org' })
  await change(id, 'remove-alias', 'bad words')
  const { body } = await change(id, 'website')
  expect(body.business).toMatchObject({ id, website: null })
  expect((await read(slug)).aliases).toEqual([])
  const renamed = await change(id, 'name', 'Renamed Firm')
  expect(renamed.body.business).toMatchObject({ name: 'Renamed Firm', slug: 'renamed-firm' })
  expect((await read('renamed-firm')).aliases).toEqual(['Changed Firm'])
  expect((await change(id, 'alias', 'Parent Group')).body).toMatchObject({
    error: { code: 'business_name_taken' },
  })
  expect((await change('00000000', 'hide')).status).toBe(404)
})

test('a business without public boycotts stays listed once confirmed, and can be hidden', async () => {
  const { id, slug, submissionId } = await newBusiness('Hidden Firm')
  await change(id, 'country', 'AT')
  const body = { reasonCode: 'spam' } as const
  await site.moderation.call(
    removeSubmission,
    { params: { id: submissionId }, body },
    { viewer: admin },
  )
  expect(await read(slug)).toMatchObject({ boycottCount: 0, country: 'AT' })
  await change(id, 'hide')
  expect((await site.catalog.call(readBusiness, { params: { slug } })).status).toBe(404)
})

test('concurrent changes of parents make no circle', async () => {
  const firms = await Promise.all(['Ring A', 'Ring B', 'Ring C'].map(newBusiness))
  const [a, b, c] = firms.map(({ id }) => id)
  const responses = await Promise.all([
    change(a ?? '', 'parent', b),
    change(b ?? '', 'parent', c),
    change(c ?? '', 'parent', a),
  ])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
})

test('an accepted merge joins the businesses once, is logged with figures, and can be undone', async () => {
  const [from, into] = [await newBusiness('Twin One'), await newBusiness('Twin Two')]
  const suggestion = await suggest(from.id, 'merge', into.id)
  const [one, two] = await Promise.all(
    [newKey(), newKey()].map((key) => accept(suggestion.id, key)),
  )
  expect([one?.status, two?.status].toSorted()).toEqual([200, 409])
  expect(await read(into.slug)).toMatchObject({ boycottCount: 2, aliases: ['Twin One'] })
  const query = { state: 'decided', limit: '1' } as const
  const decided = await site.moderation.call(listSuggestions, { query }, { viewer: admin })
  expect(decided.body).toMatchObject([
    { id: suggestion.id, state: 'accepted', undoableMerge: { businessId: from.id } },
  ])
  expect(await latestPayload()).toMatchObject({
    kind: 'accept-suggestion',
    subject: { kind: 'business', id: from.id, suggestionId: suggestion.id, change: 'merge' },
    before: { merged: false, boycottCount: 1 },
    after: { merged: true, boycottCount: 0 },
    other: { id: into.id, before: { boycottCount: 1 }, after: { boycottCount: 2 } },
  })

  const undone = await unmerge(from.id)
  expect(undone.body.business).toMatchObject({ id: from.id, boycottCount: 1 })
  expect(await latestPayload()).toMatchObject({
    kind: 'unmerge-business',
    subject: { id: from.id, suggestionId: null, change: 'unmerge' },
    after: { merged: false },
    other: { id: into.id },
  })
  const after = await site.moderation.call(listSuggestions, { query }, { viewer: admin })
  expect(after.body).toMatchObject([{ state: 'accepted', undoableMerge: null }])
  expect((await unmerge(from.id)).body).toMatchObject({ error: { code: 'decision_conflict' } })
  expect(await verifyLog(site.owner.moderation)).toMatchObject({ kind: 'whole' })
})

test('an administrator previews a merge, merges once, and a later suggestion of it changes nothing', async () => {
  const [from, into] = [await newBusiness('Double One'), await newBusiness('Double Two')]
  const suggestion = await suggest(into.id, 'merge', from.id)
  const preview = (id: string) =>
    site.moderation.call(
      previewBusinessMerge,
      { params: { id: from.id }, query: { into: id } },
      { viewer: admin },
    )
  expect((await preview(into.id)).body).toMatchObject({ after: { boycottCount: 2, names: 2 } })
  expect((await preview(from.id)).status).toBe(400)
  const headers = newKey()
  const merge = (id: string) =>
    site.moderation.call(
      mergeBusiness,
      { params: { id: from.id }, body: { into: id, reasonCode: 'duplicate', note: 'The same.' } },
      { viewer: admin, headers },
    )
  const merged = await merge(into.id)
  expect(merged.body.business).toMatchObject({ id: from.id, boycottCount: 0 })
  expect((await merge(into.id)).body).toEqual(merged.body)
  expect((await merge('00000000')).body).toMatchObject({ error: { code: 'idempotency_mismatch' } })
  expect((await preview(into.id)).status).toBe(409)
  const merges = await site.moderation.call(
    listBusinessMerges,
    { params: { id: into.id } },
    { viewer: admin },
  )
  expect(merges.body).toMatchObject([
    {
      decisionId: merged.body.decisionId,
      from: { id: from.id },
      undoableUntil: expect.any(String),
    },
  ])
  const accepted = await accept(suggestion.id)
  expect(accepted.body.suggestion).toMatchObject({ state: 'accepted', undoableMerge: null })
  expect(await latestKinds(2)).toEqual(['accept-suggestion', 'merge-business'])
  expect((await read(into.slug)).boycottCount).toBe(2)
})

test('an interrupted merge is finished before a later decision about the remaining business', async () => {
  const [from, into] = [await newBusiness('Outage One'), await newBusiness('Outage Two')]
  await site.owner.moderation.query(
    `INSERT INTO decisions (
       id, kind, business_id, change, admin_id, admin_username, request_id, created_at
     ) VALUES (gen_random_uuid(), 'merge-business', $1, $2, $3, $4, 'test', now() - interval '1 minute')`,
    [from.id, { kind: 'merge', value: into.id }, admin.id, admin.username],
  )
  await change(into.id, 'country', 'AT')
  expect(await read(into.slug)).toMatchObject({ boycottCount: 2, country: 'AT' })
  const kinds = await latestKinds(2)
  expect(kinds).toEqual(['change-business', 'merge-business'])
  expect(await verifyLog(site.owner.moderation)).toMatchObject({ kind: 'whole' })
})
