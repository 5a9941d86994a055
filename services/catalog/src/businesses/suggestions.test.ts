import {
  listOwnSuggestions,
  readBusiness,
  type SuggestionKind,
  suggestChange,
} from '@answerable/contracts/businesses'
import { exportContributions } from '@answerable/contracts/own-data'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseAuthor } from '../authors/erase-author.ts'
import { propose, remove, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

const newBusiness = async (name: string) => (await propose(service, { targetName: name })).business

const suggestFor = (
  id: string,
  [kind, value]: readonly [SuggestionKind, string],
  viewer = newMember(),
) =>
  service.call(
    suggestChange,
    { params: { id }, body: { kind, value, reason: 'See its imprint.', source: '' } },
    { viewer },
  )

test('a member suggests a change, which is in the list of the member', async () => {
  const [business, member] = [await newBusiness('Listed One'), newMember()]
  const address = 'https://WWW.Shop.Example.co.uk/about?x=1'
  const { status, body } = await suggestFor(business.id, ['website', address], member)
  expect([status, body]).toMatchObject([
    201,
    { business, kind: 'website', value: 'example.co.uk', source: null, state: 'open', note: null },
  ])
  const own = await service.call(listOwnSuggestions, {}, { viewer: member })
  expect(own.body).toEqual([body])
  expect(own.headers.get('x-total-count')).toBe('1')
  expect((await service.call(listOwnSuggestions, {}, { viewer: newMember() })).body).toEqual([])
})

test('a business whose only submission was removed gets no suggestion, and its name is in none', async () => {
  const { id, business: removed } = await propose(service, { targetName: 'Removed Name' })
  const listed = await newBusiness('Still Listed')
  await remove(service, id)
  const responses = await Promise.all([
    suggestFor(removed.id, ['alias', 'Other Name']),
    suggestFor(listed.id, ['parent', removed.id]),
    suggestFor(listed.id, ['merge', removed.id]),
  ])
  for (const { status, text } of responses) {
    expect(status).toBe(404)
    expect(text).not.toMatch(/removed.name/i)
  }
})

test('of one kind and value, one suggestion is open at a time', async () => {
  const { id } = await newBusiness('Open Once')
  const responses = await Promise.all(
    ['Einmal', 'EINMAL', 'einmal Inc.'].map((name) => suggestFor(id, ['alias', name])),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect((await suggestFor(id, ['alias', 'Zweimal'])).status).toBe(201)
})

test('refuses values that are not valid, change nothing or belong to another business', async () => {
  const { id } = await newBusiness('Owner of Names')
  const other = await newBusiness('Other Names')
  for (const [suggested, status, code] of [
    [['website', 'no website'], 400, 'invalid_request'],
    [['website', 'co.uk'], 400, 'invalid_request'],
    [['website', 'http://127.0.0.1'], 400, 'invalid_request'],
    [['country', 'Germany'], 400, 'invalid_request'],
    [['parent', 'nobody'], 400, 'invalid_request'],
    [['parent', '00000000'], 404, 'business_not_found'],
    [['parent', id], 409, 'parent_circle'],
    [['merge', id], 409, 'already_so'],
    [['alias', 'owner of names ltd'], 409, 'already_so'],
    [['name', 'Owner of Names'], 409, 'already_so'],
    [['alias', 'Other-Names'], 409, 'business_name_taken'],
  ] as const) {
    const response = await suggestFor(id, suggested)
    expect([suggested, response.status, response.body]).toMatchObject([
      suggested,
      status,
      { error: { code } },
    ])
  }
  expect((await suggestFor('00000000', ['country', 'DE'])).status).toBe(404)
  expect((await suggestFor(id, ['merge', other.id])).body.other).toEqual(other)
  expect((await service.call(readBusiness, { params: { slug: other.slug } })).status).toBe(200)
})

test('a suspended member cannot suggest; the export has the suggestions; deletion removes them', async () => {
  const [{ id }, member] = [await newBusiness('Erased'), newMember()]
  expect((await suggestFor(id, ['country', 'de'], member)).body.value).toBe('DE')
  const options = { viewer: member }
  const exported = await service.call(
    exportContributions,
    { query: { kind: 'suggestions' } },
    options,
  )
  expect(exported.body.suggestions).toMatchObject([
    { businessId: id, kind: 'country', value: 'DE' },
  ])
  await service.db.query('UPDATE authors SET suspended = true WHERE id = $1', [member.id])
  expect((await suggestFor(id, ['website', 'example.org'], member)).status).toBe(403)
  await eraseAuthor(service.db, { userId: member.id, requestId: null })
  const { rowCount } = await service.db.query('SELECT FROM suggestions WHERE author_id = $1', [
    member.id,
  ])
  expect(rowCount).toBe(0)
})
