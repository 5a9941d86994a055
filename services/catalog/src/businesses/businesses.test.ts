import { type Business, listBusinesses, readBusiness } from '@answerable/contracts/businesses'
import type { RouteInput } from '@answerable/contracts/route'
import { listSubmissions, readSubmission, submitBoycott } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  decide,
  findDrift,
  proposal,
  propose,
  remove,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

let number = 0
/** A name that no other test uses. */
const newName = (): string => {
  number += 1
  return `Name${number}x`
}

const list = async (query: RouteInput<typeof listBusinesses>['query'] = {}) => {
  const response = await service.call(listBusinesses, { query })
  return { body: response.body, total: Number(response.headers.get('x-total-count')) }
}
const read = (slug: string) => service.call(readBusiness, { params: { slug } })
const namesOf = (businesses: readonly Business[]) => businesses.map(({ name }) => name)

describe('the business of a submission', () => {
  test('is made with the first submission and found by every spelling of its name', async () => {
    const name = newName()
    const first = await propose(service, { targetName: `${name} Inc.`, category: 'brand' })
    const second = await propose(service, { targetName: name.toUpperCase(), category: 'media' })
    expect(second.business).toEqual(first.business)
    const { body } = await read(first.business.slug)
    expect(body).toMatchObject({
      name: `${name} Inc.`,
      kind: 'brand',
      boycottCount: 2,
      aliases: [],
    })
  })

  test('is in every response with a submission', async () => {
    const { id, business } = await propose(service, { targetName: newName() })
    expect((await service.call(readSubmission, { params: { id } })).body.business).toEqual(business)
    const { body: feed } = await service.call(listSubmissions, { query: { sort: 'new' } })
    expect(feed.find((one) => one.id === id)?.business).toEqual(business)
    const options = { viewer: newMember() }
    const vote = await service.call(castVote, { params: { id }, body: { value: 1 } }, options)
    expect(vote.body.business).toEqual(business)
    expect((await remove(service, id)).body.after.business).toEqual(business)
  })

  test('is one business if many submit the same new name at once, in any spelling', async () => {
    for (const name of Array.from({ length: 5 }, newName)) {
      const spellings = [name, `${name} Ltd`, name.toLowerCase(), `${name}, Inc.`, `«${name}»`]
      const submissions = await Promise.all(
        [...spellings, ...spellings, ...spellings].map((targetName) =>
          propose(service, { targetName }),
        ),
      )
      expect(new Set(submissions.map(({ business }) => business.id)).size).toBe(1)
      const { body } = await read(submissions[0]?.business.slug ?? '')
      expect(body.boycottCount).toBe(15)
    }
    expect(await findDrift(service.db)).toEqual([])
  })

  test('of two names with the same slug gets a slug of its own', async () => {
    const name = newName()
    const one = await propose(service, { targetName: `${name} a b` })
    const other = await propose(service, { targetName: `${name} a-b+` })
    expect(one.business.slug).toBe(`${name.toLowerCase()}-a-b`)
    expect(other.business.slug).toBe(`${name.toLowerCase()}-a-b-plus`)
    const third = await propose(service, { targetName: `${name} a b plus` })
    expect(third.business.slug).toBe(`${name.toLowerCase()}-a-b-plus-2`)
    expect((await propose(service, { targetName: '!?!' })).business.slug).toBe('business')
    expect((await propose(service, { targetName: '🔥' })).business.slug).toBe('business-2')
  })

  test('can be chosen by id if it has the name; otherwise the submission is refused', async () => {
    const [name, other] = [newName(), newName()]
    const { business } = await propose(service, { targetName: name })
    const submit = (targetName: string, businessId: string) =>
      service.call(
        submitBoycott,
        { body: { ...proposal, targetName, businessId } },
        { viewer: newMember() },
      )
    expect((await submit(`${name} Corp.`, business.id)).body.business).toEqual(business)
    const refused = await submit(other, business.id)
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: { code: 'business_mismatch' } },
    ])
    expect((await submit(name, '00000000')).status).toBe(409)
    expect((await list({ query: other })).total).toBe(0)
  })

  test('counts its public submissions exactly', async () => {
    const name = newName()
    const [first, second] = [
      await propose(service, { targetName: name }),
      await propose(service, { targetName: name }),
    ]
    const { slug } = first.business
    await remove(service, first.id)
    await remove(service, first.id)
    expect((await read(slug)).body.boycottCount).toBe(1)
    await remove(service, second.id)
    expect((await read(slug)).status).toBe(404)
    expect((await list({ query: name })).total).toBe(0)
    await decide(service, first.id, { action: { kind: 'approve' } })
    expect((await read(slug)).body.boycottCount).toBe(1)
    expect(await findDrift(service.db)).toEqual([])
  })

  test('shows its new name and slug at once, and its former slug redirects', async () => {
    const { id, business } = await propose(service, { targetName: newName() })
    expect((await service.call(readSubmission, { params: { id } })).body.business).toEqual(business)
    const renamed = { ...business, name: 'Neuer Name', slug: `${business.slug}-new` }
    await service.db.query('INSERT INTO business_slugs VALUES ($1, $2)', [
      renamed.slug,
      business.id,
    ])
    await service.db.query('UPDATE businesses SET name = $2, slug = $3 WHERE id = $1', [
      renamed.id,
      renamed.name,
      renamed.slug,
    ])
    expect((await service.call(readSubmission, { params: { id } })).body.business).toEqual(renamed)
    const response = await fetchUnfollowed(business.slug)
    expect([response.status, response.headers.get('location')]).toEqual([
      301,
      `/api/businesses/${renamed.slug}`,
    ])
    expect((await fetchUnfollowed(renamed.slug.toUpperCase())).status).toBe(301)
  })
})

test.each(['Café Crème', 'Cafe\u0301 Cre\u0300me'])(
  'a slug typed with capitals and accents redirects',
  async (targetName) => {
    await propose(service, { targetName })
    const response = await fetchUnfollowed(targetName.replace(' ', '-'))
    expect([response.status, response.headers.get('location')]).toEqual([
      301,
      '/api/businesses/cafe-creme',
    ])
  },
)

const fetchUnfollowed = (slug: string) =>
  service.send({ method: 'GET', path: `/api/businesses/${encodeURIComponent(slug)}` })

test('an unknown slug is 404, one with other characters 400, one of another script is found', async () => {
  expect((await read('nobody')).status).toBe(404)
  expect((await fetchUnfollowed('a--b')).status).toBe(400)
  const notUtf8 = await service.send({ method: 'GET', path: '/api/businesses/%FF' })
  expect(notUtf8.status).toBe(404)
  const { business } = await propose(service, { targetName: 'हिन्दुस्तान トヨタ' })
  expect((await read(business.slug)).body.name).toBe('हिन्दुस्तान トヨタ')
})

describe('the directory', () => {
  let directory: TestCatalog

  beforeAll(async () => {
    directory = await startCatalog()
    await directory.db.query(
      `INSERT INTO submissions (id, target_name, location, reasons, category)
       SELECT 'b' || lpad(i::text, 7, '0'), 'Firm ' || lpad((i % 90)::text, 2, '0'), 'x', 'y',
         CASE WHEN i % 90 < 40 THEN 'brand' ELSE 'media' END
       FROM generate_series(1, 200) AS i`,
    )
    await directory.db.query(
      `UPDATE businesses SET country = CASE WHEN name < 'Firm 20' THEN 'DE' ELSE 'FR' END,
         created_at = timestamptz '2026-01-01' + right(name, 2)::integer * interval '1 hour'`,
    )
    await directory.db.query(
      `INSERT INTO business_names (key, business_id, name, is_alias)
       SELECT 'zweitname', id, 'Zweitnäme Übel', true FROM businesses WHERE name = 'Firm 07'`,
    )
  })
  afterAll(() => directory.stop())

  const listed = async (query: NonNullable<RouteInput<typeof listBusinesses>['query']>) => {
    const { body, headers } = await directory.call(listBusinesses, { query })
    return { names: namesOf(body), body, total: Number(headers.get('x-total-count')) }
  }
  const firm = (at: number) => `Firm ${String(at).padStart(2, '0')}`

  test('lists by name, newest and number of boycotts, with filters and exact totals', async () => {
    const byName = await listed({ limit: '50' })
    expect(byName).toMatchObject({
      total: 90,
      names: Array.from({ length: 50 }, (_, at) => firm(at)),
    })
    expect((await listed({ sort: 'newest', limit: '2' })).names).toEqual([firm(89), firm(88)])
    const most = await listed({ sort: 'boycotts', limit: '3' })
    expect(most.body.map(({ name, boycottCount }) => [name, boycottCount])).toEqual([
      [firm(1), 3],
      [firm(2), 3],
      [firm(3), 3],
    ])
    expect(await listed({ kind: 'brand', limit: '1' })).toMatchObject({
      total: 40,
      names: [firm(0)],
    })
    expect((await listed({ country: 'FR' })).total).toBe(70)
    expect((await listed({ kind: 'brand', country: 'FR', limit: '1' })).names).toEqual([firm(20)])
    expect((await listed({ kind: 'brand', country: 'FR' })).total).toBe(20)
    expect(await listed({ country: 'ES' })).toMatchObject({ total: 0, names: [] })
  })

  test.each(['name', 'newest', 'boycotts'] as const)(
    'pages by %s have every business once, from either end',
    async (sort) => {
      const pages = await Promise.all(
        Array.from({ length: 14 }, (_, at) => listed({ sort, limit: '7', page: String(at + 1) })),
      )
      const names = pages.flatMap((page) => page.names)
      expect(names).toHaveLength(90)
      expect(new Set(names).size).toBe(90)
      if (sort === 'name') expect(names).toEqual(names.toSorted())
    },
  )

  test('finds by beginnings of words, by alias, without accents and by the joined name', async () => {
    for (const query of [
      'firm 07',
      '07 FIR',
      'zweitn',
      'ubel zweit',
      'Zweitname',
      'firm07',
      'Firm-07 Inc',
    ])
      expect([query, await listed({ query })]).toMatchObject([
        query,
        { names: [firm(7)], total: 1 },
      ])
    expect((await listed({ query: 'firm', kind: 'media', limit: '2', page: '2' })).names).toEqual([
      firm(42),
      firm(43),
    ])
    const beyondEnd = { query: 'firm 07', page: '9' }
    expect(await listed(beyondEnd)).toMatchObject({ names: [], total: 1 })
    for (const query of ['nothing', '!!!', "'; --", '%', ':* & |'])
      expect([query, (await listed({ query })).total]).toEqual([query, 0])
  })
})
