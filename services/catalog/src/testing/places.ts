import pg from 'pg'

type SamplePlace = readonly [id: string, label: string, weight: number, alias?: string]

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
  ['RU', 'Russia', 300_000_000, 'Rusia'],
  ['498817', 'Saint Petersburg, Russia', 5_000_000, 'Sankt Petersburg'],
  ['5391959', 'San Francisco, United States', 860_000],
  ['5392263', 'San Rafael, United States', 59_000],
  ...Array.from({ length: 9 }, (_, at): SamplePlace => {
    return [`90000${at + 10}`, `Berghausen ${at}, Germany`, 1_000 * (at + 1)]
  }),
]

const areas: Readonly<Record<string, string>> = {
  Germany: 'DE',
  France: 'FR',
  'United States': 'US',
  'United Kingdom': 'GB',
  Russia: 'RU',
  Texas: 'US.TX',
  Illinois: 'US.IL',
}

/** Inserts a few places, as the loader does. */
export const insertPlaces = async (ownerUrl: string): Promise<void> => {
  const db = new pg.Client({ connectionString: ownerUrl })
  await db.connect()
  await db.query('SET search_path TO catalog')
  for (const [id, label, weight, alias] of sample) {
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
    for (const [at, name] of [parts[0], alias].entries()) {
      if (name === undefined) continue
      await db.query(
        `INSERT INTO place_names (name, place_id, weight, is_alias, release)
         VALUES (fold_place($1), $2, $3, $4, 1)`,
        [name, id, weight, at > 0],
      )
    }
  }
  await db.end()
}
