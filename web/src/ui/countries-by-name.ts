import { countries } from '@answerable/contracts/countries'

/** Code and name of every country, in the order of the names. */
export const countriesByName = (): [code: string, name: string][] =>
  Object.entries(countries).toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))
