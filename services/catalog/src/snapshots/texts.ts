import type { Cell, Row } from './tables.ts'

/** Replaces mail addresses, which members may have written into a name or a place. */
export const withoutAddresses = (text: Cell): Cell =>
  typeof text === 'string' ? text.replaceAll(/[^\s@<>(),;:]+@[^\s@<>(),;:]+/g, '[address]') : text

export const jsonLine = (columns: readonly string[], row: Row): string =>
  `${JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])))}\n`

/** A line of CSV (RFC 4180). */
export const csvLine = (cells: Row): string => `${cells.map(csvCell).join(',')}\r\n`

/** Spreadsheet programs run a text that begins with one of these as a formula. */
const formula = /^[=+\-@\t\r]/

const csvCell = (cell: Cell): string => {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell !== 'string') return String(cell)
  const safe = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
