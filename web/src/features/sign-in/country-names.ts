const countryNames: Readonly<Record<string, string>> = {
  us: 'United States',
  ca: 'Canada',
  gb: 'United Kingdom',
  au: 'Australia',
  de: 'Germany',
  fr: 'France',
  jp: 'Japan',
  kr: 'South Korea',
  in: 'India',
}

export const countryName = (code: string): string =>
  countryNames[code.toLowerCase()] ?? code.toUpperCase()

/** Where signing in is allowed, in words: 'Worldwide' or country names. */
export const availability = (allowedJurisdictions: readonly string[]): readonly string[] =>
  allowedJurisdictions.includes('global') ? ['Worldwide'] : allowedJurisdictions.map(countryName)
