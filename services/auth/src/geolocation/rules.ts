/** Where a visitor is, and whether signing in is possible there; an unknown place is allowed. */
export const locate = (
  country: string | null,
  allowedJurisdictions: readonly string[],
): { isAllowed: boolean; jurisdiction: string; country: string } => {
  if (country === null) return { isAllowed: true, jurisdiction: 'unknown', country: 'Unknown' }
  const jurisdiction = country.toLowerCase()
  return {
    isAllowed: ['global', jurisdiction].some((code) => allowedJurisdictions.includes(code)),
    jurisdiction,
    country,
  }
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The English name of a country by its code. */
export const countryName = (code: string): string => regionNames.of(code) ?? code

// Codes that have a name but are no country.
const unions = ['eu', 'ez', 'un', 'qo', 'xa', 'xb', 'zz']

/** 'global' or a current ISO 3166-1 code in lower case ('UK' becomes 'gb'); null when it is neither. */
export const canonicalJurisdiction = (text: string): string | null => {
  const code = text.toLowerCase()
  if (code === 'global') return code
  if (!/^[a-z]{2}$/.test(code) || unions.includes(code)) return null
  const region = new Intl.Locale(`und-${code}`).region
  return region === undefined || regionNames.of(region) === undefined ? null : region.toLowerCase()
}
