import { businessId } from '@answerable/contracts/business-link'
import type { SuggestionKind } from '@answerable/contracts/businesses'
import { countryCode } from '@answerable/contracts/places'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { getDomain } from 'tldts'
import { findUnmerged, isWithin } from './changes.ts'

type Kind = SuggestionKind

/** The form in which a value is stored: the registrable domain of an address, the id of a business after merges. */
export const canonicalValue = async (db: Db, kind: Kind, value: string): Promise<string> => {
  switch (kind) {
    case 'name':
    case 'alias':
      return value
    case 'website':
      return registrableDomain(value)
    case 'country':
      return mustBe(countryCode.safeParse(value.toUpperCase()).data, 'This is not a country code.')
    case 'parent':
    case 'merge':
      return findUnmerged(
        db,
        mustBe(businessId.safeParse(value).data, 'This is not a business ID.'),
      )
    default:
      return kind satisfies never
  }
}

const mustBe = (value: string | undefined, sentence: string): string => {
  if (value !== undefined) return value
  throw new AppError('invalid_request', { fields: { value: sentence } })
}

/**
 * For example `example.co.uk` of `https://www.example.co.uk/about`; other scripts become Punycode. Of shared domains
 * such as `github.io`, only the part below is somebody's own.
 */
const registrableDomain = (text: string): string => {
  const address = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`)
  const domain =
    address === null ? null : getDomain(address.hostname, { allowPrivateDomains: true })
  return mustBe(domain ?? undefined, 'This is not the address of a website.')
}

/** Throws `business_not_found` unless all of them are listed: members cannot read the names of others. */
export const refuseUnlisted = async (db: Db, ids: readonly string[]): Promise<void> => {
  const { rowCount } = await db.query(
    'SELECT FROM businesses WHERE id = ANY ($1) AND NOT listed LIMIT 1',
    [ids],
  )
  if (rowCount !== 0) throw new AppError('business_not_found')
}

/**
 * Throws `already_so` if the suggestion would change nothing, and the error with which its acceptance would be
 * refused.
 */
export const refuseUseless = async (
  db: Db,
  id: string,
  { kind, value }: { kind: Kind; value: string },
): Promise<void> => {
  if (kind === 'name' || kind === 'alias') return refuseKnownName(db, id, { kind, value })
  if (kind === 'merge') {
    if (value === id) throw new AppError('already_so')
    return
  }
  const column = kind === 'parent' ? 'parent_id' : kind
  const { rowCount } = await db.query(`SELECT FROM businesses WHERE id = $1 AND ${column} = $2`, [
    id,
    value,
  ])
  if (rowCount !== 0) throw new AppError('already_so')
  if (kind === 'parent' && (await isWithin(db, value, id))) throw new AppError('parent_circle')
}

const refuseKnownName = async (
  db: Db,
  id: string,
  { kind, value }: { kind: 'name' | 'alias'; value: string },
): Promise<void> => {
  const { rows } = await db.query<{ business_id: string; name: string; is_alias: boolean }>(
    'SELECT business_id, name, is_alias FROM business_names WHERE key = match_key($1)',
    [value],
  )
  const [known] = rows
  if (known === undefined) return
  if (known.business_id !== id) throw new AppError('business_name_taken')
  const isSame = kind === 'alias' || (known.name === value && !known.is_alias)
  if (isSame) throw new AppError('already_so')
}
