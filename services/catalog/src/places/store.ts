import { type Place, placeSuggestionLimit } from '@answerable/contracts/places'
import type { Db } from '@answerable/service-kit/db'
import type { PlaceQuery } from './rules.ts'

/** The most likely places for a text that is being typed. */
export const searchPlaces = async (db: Db, { name, area }: PlaceQuery): Promise<Place[]> => {
  if (area !== null) return findInArea(db, name, area)
  // A short text matches thousands of names. If enough of them are well known, the others need not be read.
  const wellKnown = [...name].length <= 2 ? await findByBeginning(db, name, wellKnownNames) : []
  return wellKnown.length === placeSuggestionLimit ? wellKnown : findByBeginning(db, name, allNames)
}

/** The folded text, in a statement with this table. */
const typed = '(SELECT name FROM typed)'

type Names = { statement: string; condition: string }
const allNames: Names = { statement: 'find-places', condition: '' }
/** Names with at least this likelihood, with the condition of the index place_names_best_known. */
const wellKnownNames: Names = {
  statement: 'find-well-known-places',
  condition: `AND weight >= 100000 AND (NOT is_alias OR weight >= 20 * 100000 OR name = ${typed})`,
}

const columns = 'id, label, country, latitude, longitude'

/**
 * A whole name counts as much as 20 times as many inhabitants, the beginning of an alias as a twentieth: 'san' is
 * San Francisco rather than Saint Petersburg, which is also Sankt Petersburg.
 */
const findByBeginning = async (db: Db, name: string, names: Names): Promise<Place[]> => {
  const { rows } = await db.query<Place>({
    name: names.statement,
    text: `WITH typed AS MATERIALIZED (SELECT fold_place($1) AS name)
      SELECT ${columns} FROM (
        SELECT place_id, max(
            CASE WHEN name = ${typed} THEN weight * 20 WHEN is_alias THEN weight / 20 ELSE weight END
          ) AS likelihood
        FROM place_names
        WHERE name >= ${typed} AND name < ${typed} || U&'\\+10FFFF' AND ${typed} <> '' ${names.condition}
        GROUP BY place_id ORDER BY likelihood DESC, place_id LIMIT ${placeSuggestionLimit}
      ) AS found
      CROSS JOIN LATERAL (SELECT * FROM places WHERE id = place_id LIMIT 1) AS places
      ORDER BY likelihood DESC, id`,
    values: [name],
  })
  return rows
}

const findInArea = async (db: Db, name: string, area: string): Promise<Place[]> => {
  const { rows } = await db.query<Place>({
    name: 'find-places-in-area',
    text: `WITH typed AS MATERIALIZED (SELECT fold_place($2) AS area)
      SELECT ${columns} FROM place_names
      CROSS JOIN LATERAL (SELECT * FROM places WHERE id = place_id LIMIT 1) AS places
      WHERE place_names.name = fold_place($1) AND kind <> 'country' AND EXISTS (
        SELECT FROM place_names AS areas
        WHERE areas.place_id IN (country, region) AND areas.name >= (SELECT area FROM typed)
          AND areas.name < (SELECT area FROM typed) || U&'\\+10FFFF'
      )
      ORDER BY weight DESC, place_id LIMIT ${placeSuggestionLimit}`,
    values: [name, area],
  })
  return rows
}

export type CountryCounts = { country: string; boycotts: number; businesses: number }

/** The counts of every country that has any, from counters. */
export const readCountryCounts = async (db: Db): Promise<CountryCounts[]> => {
  const { rows } = await db.query<CountryCounts>({
    name: 'read-country-counts',
    text: `SELECT country, sum(boycotts)::integer AS boycotts, sum(businesses)::integer AS businesses
      FROM (
        SELECT country, count AS boycotts, 0 AS businesses FROM public_counts
        WHERE category = '' AND country <> '' AND day = '-infinity'
        UNION ALL
        SELECT country, 0, value FROM business_counts WHERE country <> ''
      ) AS counts
      GROUP BY country HAVING sum(boycotts) > 0 OR sum(businesses) > 0 ORDER BY country`,
  })
  return rows
}
