import { countPlaces, findPlaces } from '@answerable/contracts/places'
import { readSubmission } from '@answerable/contracts/submissions'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  decide,
  findDrift,
  propose,
  remove,
  startCatalog,
  type TestCatalog,
} from '../testing/fixtures.ts'
import { insertPlaces } from '../testing/places.ts'

let catalog: TestCatalog

beforeAll(async () => {
  catalog = await startCatalog()
  await insertPlaces(catalog.database.ownerUrl)
})
afterAll(() => catalog.stop())

const labelsFor = async (q: string): Promise<string[]> => {
  const { body } = await catalog.call(findPlaces, { query: { q } })
  return body.map(({ label }) => label)
}

describe('finding places', () => {
  test('returns countries, regions and cities with their coordinates', async () => {
    expect((await catalog.call(findPlaces, { query: { q: 'germ' } })).body).toEqual([
      { id: 'DE', label: 'Germany', country: 'DE', latitude: null, longitude: null },
    ])
    expect((await catalog.call(findPlaces, { query: { q: 'Köl' } })).body).toEqual([
      {
        id: '2886242',
        label: 'Köln, Germany',
        country: 'DE',
        latitude: 52.52437,
        longitude: 13.41053,
      },
    ])
    expect(await labelsFor('tex')).toEqual(['Texas, United States'])
  })

  test.each(['köln', 'KOLN', 'koln', '  Ko\u0308ln '])('%s is found in any spelling', async (q) => {
    expect(await labelsFor(q)).toEqual(['Köln, Germany'])
  })

  test('returns at most 8, larger places first', async () => {
    const labels = await labelsFor('ber')
    expect(labels).toHaveLength(8)
    expect(labels.slice(0, 3)).toEqual([
      'Berlin, Germany',
      'Berghausen 8, Germany',
      'Berghausen 7, Germany',
    ])
    expect(await labelsFor('b')).toEqual(labels)
    expect(await labelsFor('be')).toEqual(labels)
    expect(await labelsFor('paris')).toEqual(['Paris, France', 'Paris, Texas, United States'])
  })

  test.each([
    ['sai', ['Saint Petersburg']],
    ['sa', ['Saint Petersburg', 'San Francisco', 'San Rafael']],
    ['san', ['San Francisco', 'Saint Petersburg', 'San Rafael']],
    ['sankt petersburg', ['Saint Petersburg']],
  ])('%s finds own names before those by which a place is also known', async (q, names) => {
    expect((await labelsFor(q)).map((label) => label.split(',')[0])).toEqual(names)
  })

  test.each([
    ['Paris, te', ['Paris, Texas, United States']],
    ['Paris, Texas, Uni', ['Paris, Texas, United States']],
    ['paris,fr', ['Paris, France']],
    ['Paris, Germany', []],
    ['Paris,', ['Paris, France', 'Paris, Texas, United States']],
  ])('%s is looked up within the area', async (q, labels) => {
    expect(await labelsFor(q)).toEqual(labels)
  })

  test.each(['%', '_', '!!!', ', ,', '\\', "' OR 1=1 --", '(*', '\u0301x', '🐙', 'ب'.repeat(120)])(
    '%s is an ordinary text',
    async (q) => {
      expect(await labelsFor(q)).toEqual([])
    },
  )

  test.each(['', ' ', 'x'.repeat(121)])('refuses a text of another length', async (q) => {
    const { status } = await catalog.send({
      method: 'GET',
      path: `/api/places?q=${encodeURIComponent(q)}`,
    })
    expect(status).toBe(400)
  })
})

const placeIdOf = async (id: string): Promise<string | null> => {
  const { rows } = await catalog.db.query('SELECT place_id FROM submissions WHERE id = $1', [id])
  return rows[0]?.place_id
}

describe('the place of a submission', () => {
  test('is the chosen one, also where the text alone means another', async () => {
    const submission = await propose(catalog, { location: 'Paris', placeId: '4717560' })
    expect(submission).toMatchObject({ location: 'Paris', country: 'US' })
    expect(await placeIdOf(submission.id)).toBe('4717560')
  })

  test('is recognised without a choice, or if the chosen place no longer exists', async () => {
    for (const placeId of [undefined, null, '1']) {
      const submission = await propose(catalog, { location: 'Paris, France', placeId })
      expect(submission.country).toBe('FR')
      expect(await placeIdOf(submission.id)).toBe('2988507')
    }
    expect(await propose(catalog, { location: 'Worldwide' })).toMatchObject({ country: null })
    expect(await propose(catalog, { location: 'Elm Street' })).toMatchObject({ country: null })
  })
})

const countsOf = async (country: string) =>
  (await catalog.call(countPlaces, {})).body.find((one) => one.country === country)

describe('the counts of countries', () => {
  test('include submissions in public view, exactly', async () => {
    expect(await countsOf('GB')).toBeUndefined()
    const [one, two] = await Promise.all(
      ['London', 'United Kingdom'].map((location) => propose(catalog, { location })),
    )
    const ids = [one?.id ?? '', two?.id ?? '']
    expect(await countsOf('GB')).toMatchObject({ boycotts: 2 })
    await Promise.all(ids.map((id) => remove(catalog, id)))
    expect((await countsOf('GB'))?.boycotts ?? 0).toBe(0)
    await decide(catalog, ids[0] ?? '', { action: { kind: 'approve' } })
    expect(await countsOf('GB')).toMatchObject({ boycotts: 1 })
    await catalog.db.query('DELETE FROM submissions WHERE id = ANY ($1)', [ids])
    expect((await countsOf('GB'))?.boycotts ?? 0).toBe(0)
    expect(await findDrift(catalog.db)).toEqual([])
  })

  test('follow a submission into another country, which cached pages then show', async () => {
    const { id } = await propose(catalog, { location: 'Berlin' })
    expect((await catalog.call(readSubmission, { params: { id } })).body.country).toBe('DE')
    const before = await countsOf('DE')
    await catalog.db.query(
      `UPDATE submissions SET country = 'FR', version = version + 1 WHERE id = $1`,
      [id],
    )
    await until(async () => {
      const { body } = await catalog.call(readSubmission, { params: { id } })
      expect(body.country).toBe('FR')
    })
    expect((await countsOf('DE'))?.boycotts ?? 0).toBe((before?.boycotts ?? 0) - 1)
    expect(await findDrift(catalog.db)).toEqual([])
  })
})
