/** The code of a country from an address; undefined if it is missing or invalid. */
export const readCountry = (value: string | null): string | undefined =>
  value !== null && /^[A-Z]{2}$/.test(value) ? value : undefined
