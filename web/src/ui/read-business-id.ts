/** The id of a business in an address; undefined if there is none. */
export const readBusinessId = (value: string | null): string | undefined =>
  value !== null && /^[0-9A-Za-z]{8}$/.test(value) ? value : undefined
