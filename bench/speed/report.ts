import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { median } from '../page/statistics.ts'
import { holds, type Row } from './bench.ts'
import { canPin } from './cores.ts'

const write = (value: number, unit: Row['unit']): string => {
  if (unit === 'times') return `${value.toFixed(2)} ×`
  if (unit === 'µs') return `${Math.round(value)} µs`
  if (unit === 'ms') return `${value.toFixed(value < 10 ? 1 : 0)} ms`
  if (unit === 's') return `${value.toFixed(1)} s`
  if (unit === 'MB' || unit === 'kB') return `${value.toFixed(1)} ${unit}`
  if (unit === 'a second' || unit === 'per vote') return value.toFixed(2)
  return Math.round(value).toLocaleString('en')
}

const rounded = (values: readonly number[] | undefined): string =>
  values === undefined || values.length === 0 ? '' : Math.round(median(values)).toLocaleString('en')

export const printRow = (row: Row): void => {
  const { id, what, values, unit, bar, note } = row
  const verdict = { true: '✓', false: '✗', null: '' }[String(holds(row)) as 'true']
  const spread =
    values.length > 1
      ? `(${write(Math.min(...values), unit)} to ${write(Math.max(...values), unit)})`
      : ''
  console.log(
    [
      id.padEnd(4),
      what.padEnd(66),
      (values.length === 0 ? 'not measured' : write(median(values), unit)).padStart(12),
      spread.padEnd(24),
      bar === null ? ''.padEnd(16) : `${bar.is} ${write(bar.value, unit)}`.padEnd(16),
      verdict,
      row.site === undefined ? '' : `${rounded(row.site)} vs ${rounded(row.limit)}`,
    ].join(' '),
  )
  if (note !== undefined) console.log(`     ${note}`)
}

export const machine = () => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  pinned: canPin,
  load: loadavg()[0] ?? 0,
})

/** Writes the figures of a run to a file, for comparison with other runs. */
export const keepRows = (name: string, content: object): string => {
  const directory = join(import.meta.dirname, '../../.cache/bench')
  mkdirSync(directory, { recursive: true })
  const file = join(directory, `${name}.json`)
  writeFileSync(
    file,
    `${JSON.stringify({ at: new Date(), machine: machine(), ...content }, null, 2)}\n`,
  )
  return file
}
