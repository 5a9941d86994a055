import {
  acceptSuggestion,
  type BusinessChange,
  changeBusiness,
  declineSuggestion,
  listSuggestions,
} from '@answerable/contracts/business-decisions'
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
const accept = (id: string, headers: Record<string, string> = {}) =>
  site.moderation.call(acceptSuggestion, { params: { id } }, { viewer: admin, headers })
const change = (id: string, kind: BusinessChange['kind'], value = '') =>
  site.moderation.call(
    changeBusiness,
    { params: { id }, body: { change: { kind, value }, note: 'Corrected.' } },
    { viewer: admin },
  )
const read = async (slug: string): Promise<BusinessDetail> =>
  (await site.catalog.call(readBusiness, { params: { slug } })).body
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

test('a suggested merge is accepted once the businesses are merged', async () => {
  const [one, other] = [await newBusiness('Twin One'), await newBusiness('Twin Two')]
  const suggestion = await suggest(one.id, 'merge', other.id)
  expect((await accept(suggestion.id)).body).toMatchObject({ error: { code: 'businesses_differ' } })
  await site.owner.catalog.query('UPDATE businesses SET merged_into = $2 WHERE id = $1', [
    other.id,
    one.id,
  ])
  expect((await accept(suggestion.id)).body.suggestion.state).toBe('accepted')
})
