/**
 * Rows as CSV (RFC 4180). The cells must be codes, months or numbers: these need no quotes, and no spreadsheet takes
 * them for a formula.
 */
export const csvOfRows = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => `${cells.join(',')}\r\n`).join('')
