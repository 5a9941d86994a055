import pg from 'pg'

type SamplePlace = readonly [id: string, label: string, weight: number]

/** A few places with their names; the last two digits of an id count villages. */
const sample: readonly SamplePlace[] = [
  ['DE', 'Germany', 250_000_000],
  ['FR', 'France', 160_000_000],
  ['US', 'United States', 790_000_000],
  ['GB', 'United Kingdom', 190_000_000],
  ['US.TX', 'Texas, United States', 7_000_000],
  ['US.IL', 'Illinois, United States', 3_000_000],
  ['2950159', 'Berlin, Germany', 3_400_000],
  ['2886242', 'Köln, Germany', 960_000],
  ['2988507', 'Paris, France', 2_100_000],
  ['4717560', 'Paris, Texas, United States', 25_000],
  ['2643743', 'London, United Kingdom', 7_500_000],
  ...Array.from({ length: 9 }, (_, at): SamplePlace => {
    return [`90000${at + 10}`, `Berghausen ${at}, Germany`, 1_000 * (at + 1)]
  }),
]

const areas: Readonly<Record<string, string>> = {
  Germany: 'DE',
  France: 'FR',
  'United States': 'US',
  'United Kingdom': 'GB',
  Texas: 'US.TX',
  Illinois: 'US.IL',
}

/** Inserts a few places, as the loader does. */
export const insertPlaces = async (ownerUrl: string): Promise<void> => {
  const db = new pg.Client({ connectionString: ownerUrl })
  await db.connect()
  await db.query('SET search_path TO catalog')
  for (const [id, label, weight] of sample) {
    const parts = label.split(', ')
    const country = areas[parts.at(-1) ?? '']
    const isCity = /^\d/.test(id)
    const kind = isCity ? 'city' : id.includes('.') ? 'region' : 'country'
    const region = isCity && parts.length === 3 ? areas[parts[1] ?? ''] : null
    const position = kind === 'country' ? [null, null] : [52.52437, 13.41053]
    await db.query(
      `INSERT INTO places (id, kind, name, label, country, region, latitude, longitude, release)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1)`,
      [id, kind, parts[0], label, country, region, ...position],
    )
    await db.query(
      'INSERT INTO place_names (name, place_id, weight, release) VALUES (fold_place($1), $2, $3, 1)',
      [parts[0], id, weight],
    )
  }
  await db.end()
}
