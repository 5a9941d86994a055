import type { Log } from '@answerable/service-kit/log'
import pg from 'pg'
import { type LoadedPlace, placeRelease, readPlaces } from './read-places.ts'
import { recogniseLocations } from './recognise-locations.ts'

export type LoadOptions = {
  /** URL of the database for its owner. */
  databaseUrl: string
  log: Pick<Log, 'info'>
  /** The places to load, the best known first; those of the packages by default. */
  places?: readonly LoadedPlace[]
}

/** Another loader of the same database waits; the number is arbitrary. */
const lockKey = 7_214_650_932
const batchSize = 2_000

/**
 * Loads the places, then recognises the locations of older submissions. Places can be searched as soon as their batch
 * is committed. A repeated run continues an interrupted one, and has no effect after a complete one.
 */
export const loadPlaces = async ({ databaseUrl, log, places }: LoadOptions): Promise<void> => {
  const db = new pg.Client({ connectionString: databaseUrl, application_name: 'load-places' })
  db.on('error', () => {})
  await db.connect()
  try {
    await db.query('SET search_path TO catalog; SET synchronous_commit = off')
    await db.query('SELECT pg_advisory_lock($1)', [lockKey])
    const state = await readState(db)
    if (!state.isLoaded) {
      await insertAll(db, places ?? (await readPlaces()))
      await deleteOthers(db)
      await db.query('VACUUM (ANALYZE) places, place_names')
      await db.query(
        `INSERT INTO place_release (release) VALUES ($1)
         ON CONFLICT (is_only) DO UPDATE SET release = $1, recognised = false, loaded_at = now()`,
        [placeRelease],
      )
      log.info({ release: placeRelease }, 'places loaded')
    }
    if (!state.isRecognised) {
      const recognised = await recogniseLocations(db)
      await db.query('UPDATE place_release SET recognised = true')
      log.info({ recognised }, 'locations of older submissions compared with the places')
    }
  } finally {
    await db.end().catch(() => {})
  }
}

/** Whether `loadPlaces` has nothing to do. */
export const hasPlaces = async (databaseUrl: string): Promise<boolean> => {
  const db = new pg.Client({ connectionString: databaseUrl, application_name: 'load-places' })
  db.on('error', () => {})
  await db.connect()
  try {
    await db.query('SET search_path TO catalog')
    return (await readState(db)).isRecognised
  } finally {
    await db.end().catch(() => {})
  }
}

const readState = async (db: pg.Client) => {
  const { rows } = await db.query<{ recognised: boolean }>(
    'SELECT recognised FROM place_release WHERE release = $1',
    [placeRelease],
  )
  const [found] = rows
  return { isLoaded: found !== undefined, isRecognised: found?.recognised === true }
}

const insertAll = async (db: pg.Client, places: readonly LoadedPlace[]): Promise<void> => {
  for (let at = 0; at < places.length; at += batchSize)
    await insertBatch(db, places.slice(at, at + batchSize))
}

const insertBatch = async (db: pg.Client, places: readonly LoadedPlace[]): Promise<void> => {
  await db.query('BEGIN')
  await db.query(
    `INSERT INTO places
       (id, kind, name, label, country, region, latitude, longitude, release)
     SELECT *, $9 FROM unnest(
       $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::float8[], $8::float8[]
     )
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, label = excluded.label,
       region = excluded.region, latitude = excluded.latitude, longitude = excluded.longitude,
       release = excluded.release`,
    [
      places.map(({ id }) => id),
      places.map(({ kind }) => kind),
      places.map(({ name }) => name),
      places.map(({ label }) => label),
      places.map(({ country }) => country),
      places.map(({ region }) => region),
      places.map(({ latitude }) => latitude),
      places.map(({ longitude }) => longitude),
      placeRelease,
    ],
  )
  const names = places.flatMap(({ id, names }) => names.map((name) => ({ id, ...name })))
  await db.query(
    `INSERT INTO place_names (name, place_id, weight, is_alias, release)
     SELECT fold_place(name), place_id, max(weight), bool_and(is_alias), $5
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[])
       AS given (name, place_id, weight, is_alias)
     WHERE fold_place(name) <> ''
     GROUP BY 1, 2
     ON CONFLICT (name, place_id) DO UPDATE SET weight = excluded.weight,
       is_alias = excluded.is_alias, release = excluded.release`,
    [
      names.map(({ name }) => name),
      names.map(({ id }) => id),
      names.map(({ weight }) => weight),
      names.map(({ isAlias }) => isAlias),
      placeRelease,
    ],
  )
  await db.query('COMMIT')
}

/** Deletes the places of former releases. */
const deleteOthers = async (db: pg.Client): Promise<void> => {
  for (const table of ['place_names', 'places'])
    while (true) {
      const { rowCount } = await db.query(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM ${table} WHERE release <> $1 LIMIT ${batchSize}
         ))`,
        [placeRelease],
      )
      if (rowCount === 0) break
    }
}
