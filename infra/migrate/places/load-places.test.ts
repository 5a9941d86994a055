import { createLog } from '@answerable/service-kit/log'
import { cloneDatabase } from '@answerable/service-kit/testing/database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPlaces, loadPlaces } from './load-places.ts'
import { type LoadedPlace, placeRelease, readPlaces } from './read-places.ts'

const log = createLog({ service: 'test', level: 'silent' })
let all: LoadedPlace[]
/** Without small cities, to save time. */
let places: LoadedPlace[]

const newDatabase = async () => {
  const database = await cloneDatabase('catalog')
  const db = new pg.Client({ connectionString: database.ownerUrl })
  await db.connect()
  await db.query('SET search_path TO catalog')
  const end = async () => {
    await db.end()
    await database.drop()
  }
  return { db, databaseUrl: database.ownerUrl, end }
}
type Database = Awaited<ReturnType<typeof newDatabase>>

beforeAll(async () => {
  all = await readPlaces()
  places = all.filter(({ kind, names }) => kind !== 'city' || (names[0]?.weight ?? 0) >= 15_000)
})

test('the data has every country, and no label twice', () => {
  const kinds = Object.groupBy(all, ({ kind }) => kind)
  expect(kinds.country).toHaveLength(250)
  expect(kinds.region?.length).toBeGreaterThan(3_000)
  expect(kinds.city?.length).toBeGreaterThan(130_000)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(new Set(all.map(({ label }) => label)).size).toBe(all.length)
  expect(all[0]).toMatchObject({ id: 'CN', kind: 'country', label: 'China' })
})

describe('with the places', () => {
  let site: Database
  beforeAll(async () => {
    site = await newDatabase()
    await loadPlaces({ ...site, log, places })
  })
  afterAll(() => site.end())

  test.each([
    ['Berlin', 'DE', 'Berlin, State of Berlin, Germany'],
    ['berlin, germany', 'DE', 'Berlin, State of Berlin, Germany'],
    ['Kreuzberg, Berlin', 'DE', 'Berlin, State of Berlin, Germany'],
    ['Germany', 'DE', 'Germany'],
    ['Deutschland', 'DE', 'Germany'],
    ['Germany (nationwide)', 'DE', 'Germany'],
    ['The Netherlands', 'NL', 'Netherlands'],
    ['日本', 'JP', 'Japan'],
    ['مصر', 'EG', 'Egypt'],
    ['USA', 'US', 'United States'],
    ['UK', 'GB', 'United Kingdom'],
    ['England', 'GB', 'England, United Kingdom'],
    ['München', 'DE', 'Munich, Bavaria, Germany'],
    ['sao paulo, brasil', 'BR', 'São Paulo, Brazil'],
    ['Paris', 'FR', 'Paris, Île-de-France, France'],
    ['Paris, Texas', 'US', 'Paris, Texas, United States'],
    ['Austin, TX', 'US', 'Austin, Texas, United States'],
    ['Springfield, Illinois, USA', 'US', 'Springfield, Illinois, United States'],
    ['USA (Delano, California)', 'US', 'Delano, California, United States'],
    ['Nestlé headquarters, Vevey, Switzerland', 'CH', 'Vevey, Vaud, Switzerland'],
    ['Lough Mask, County Mayo, Ireland', 'IE', 'Ireland'],
    ['Côte d’Ivoire', 'CI', 'Côte d’Ivoire'],
    ['Bosnia and Herzegovina', 'BA', 'Bosnia and Herzegovina'],
  ])('%s is in %s: %s', async (location, country, label) => {
    const { rows } = await site.db.query('SELECT (recognise_place($1)).*', [location])
    expect(rows[0]).toMatchObject({ country, label })
  })

  test.each([
    'Worldwide',
    'everywhere',
    'Online, worldwide',
    'Germany and Austria',
    'France, Germany',
    'USA, Canada and Mexico',
    // These are in several countries.
    'Cambridge',
    'Georgia',
    'Elm Street',
    'North Sea',
    ', ; ()',
    "'; DROP TABLE places; --",
    '('.repeat(120),
  ])('%s is no single place', async (location) => {
    const { rows } = await site.db.query('SELECT (recognise_place($1)).*', [location])
    expect(rows[0]).toMatchObject({ country: null, id: null })
  })
})

const few = (): LoadedPlace[] =>
  places.filter(({ kind, country }) => kind === 'country' || country === 'FR').slice(0, 300)

const submit = (db: pg.Client, count: number, location: string) =>
  db.query(
    `INSERT INTO submissions (id, target_name, location, reasons, approved)
     SELECT lpad((coalesce((SELECT max(id)::integer FROM submissions), 0) + number)::text, 8, '0'),
       'Acme', $2, 'Anvils', number % 2 = 0
     FROM generate_series(1, $1::integer) AS number`,
    [count, location],
  )

test('older submissions get their places, a new version and exact counts', async () => {
  const site = await newDatabase()
  await submit(site.db, 450, 'Paris, France')
  await submit(site.db, 3, 'Worldwide')
  expect(await hasPlaces(site.databaseUrl)).toBe(false)
  // A transaction in flight does not see the places and must not be missed.
  const other = new pg.Client({ connectionString: site.databaseUrl })
  await other.connect()
  await other.query('SET search_path TO catalog; BEGIN')
  await submit(other, 1, 'Lyon')
  const loading = loadPlaces({ ...site, log, places: few() })
  await expect.poll(async () => (await site.db.query('SELECT FROM place_release')).rowCount).toBe(1)
  await other.query('COMMIT')
  await other.end()
  await loading
  expect(await hasPlaces(site.databaseUrl)).toBe(true)
  await submit(site.db, 2, 'Japan')
  const { rows } = await site.db.query(
    'SELECT country, version::integer, count(*)::integer FROM submissions GROUP BY 1, 2 ORDER BY 1',
  )
  expect(rows).toEqual([
    { country: 'FR', version: 2, count: 451 },
    { country: 'JP', version: 1, count: 2 },
    { country: null, version: 1, count: 3 },
  ])
  const counts = await site.db.query(
    `SELECT country, count::integer AS boycotts FROM public_counts
     WHERE category = '' AND country <> '' AND day = '-infinity' ORDER BY country`,
  )
  expect(counts.rows).toEqual([
    { country: 'FR', boycotts: 225 },
    { country: 'JP', boycotts: 1 },
  ])
  await site.end()
})

test('an interrupted load is completed, and a complete one is not repeated', async () => {
  const site = await newDatabase()
  await loadPlaces({ ...site, log, places: few().slice(0, 100) })
  await site.db.query(`DELETE FROM place_release; UPDATE places SET release = 0, label = 'Old';
    INSERT INTO places (id, kind, name, label, country, release) VALUES ('1', 'city', 'Old', 'Old', 'FR', 0)`)
  const readAll = async () => (await site.db.query('SELECT xmin, * FROM places ORDER BY id')).rows
  await loadPlaces({ ...site, log, places: few() })
  const loaded = await readAll()
  expect(loaded).toHaveLength(few().length)
  expect(
    loaded.filter(({ release, label }) => release !== placeRelease || label === 'Old'),
  ).toEqual([])
  await loadPlaces({ ...site, log, places: [] })
  expect(await readAll()).toEqual(loaded)
  await site.end()
})
