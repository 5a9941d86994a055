import * as z from 'zod/mini'
import { route } from './route.ts'
import { line } from './text.ts'

/** ISO 3166-1 alpha-2, upper case. */
export const countryCode = z
  .string()
  .check(z.regex(/^[A-Z]{2}$/, { error: 'This is not a country code.' }))

/** The GeoNames id of a city, its code of a region such as `FR.84`, or the ISO code of a country. */
export const placeId = z
  .string()
  .check(z.regex(/^[0-9A-Z.]{1,12}$/i, { error: 'This is not a place ID.' }))

/** A country, region or city of GeoNames. */
export const place = z.strictObject({
  id: placeId,
  /** For example `Lyon, Auvergne-Rhône-Alpes, France`. */
  label: z.string(),
  country: countryCode,
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
})
export type Place = z.output<typeof place>

export const placeSuggestionLimit = 8

/** Places whose name begins with the text, the most likely first. */
export const findPlaces = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/places',
  access: 'public',
  query: z.strictObject({ q: line({ min: 1, max: 120 }) }),
  response: z.array(place),
})

/** Counts of submissions in public view and of businesses, for each country that has any. */
export const countPlaces = route({
  service: 'catalog',
  method: 'GET',
  path: '/api/places/counts',
  access: 'public',
  response: z.array(
    z.strictObject({ country: countryCode, boycotts: z.int(), businesses: z.int() }),
  ),
})
