import type pg from 'pg'
import { median } from '../page/statistics.ts'
import { familyOf, readProcesses } from '../processes.ts'
import type { Stack } from './stack.ts'

/** Processor seconds by program, and those of PostgreSQL also by role. */
export type ProgramUse = Readonly<Record<string, number>>

const database = 'PostgreSQL'

/** Reads the processor time of all programs of the site, without that of this connection. */
export const readProgramUse = async ({ pids }: Stack, owner: pg.Client): Promise<ProgramUse> => {
  const { rows } = await owner.query<{ pid: number; usename: string | null; own: boolean }>(
    'SELECT pid, usename, pid = pg_backend_pid() AS own FROM pg_stat_activity',
  )
  const processes = readProcesses()
  const secondsOf = (pid: number): number =>
    familyOf(processes, pid).reduce((sum, { seconds }) => sum + seconds, 0)
  const use: Record<string, number> = {}
  for (const [name, pid] of Object.entries(pids)) {
    if (name !== 'postgres') use[name] = secondsOf(pid)
  }
  const own = rows.filter((row) => row.own).reduce((sum, { pid }) => sum + secondsOf(pid), 0)
  use[database] = secondsOf(pids.postgres) - own
  for (const { pid, usename, own } of rows) {
    if (own || usename === null) continue
    const name = `${database} for ${usename}`
    use[name] = (use[name] ?? 0) + secondsOf(pid)
  }
  return use
}

/** Microseconds per call by program between two readings. */
export const costPerCall = (
  before: ProgramUse,
  after: ProgramUse,
  calls: number,
): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after).map(([name, seconds]) => [
      name,
      Math.max(0, ((seconds - (before[name] ?? 0)) * 1e6) / calls),
    ]),
  )

/** The median of each program's costs. */
export const medianCosts = (all: readonly Record<string, number>[]): Record<string, number> => {
  const names = new Set(all.flatMap((costs) => Object.keys(costs)))
  return Object.fromEntries(
    [...names].map((name) => [name, median(all.map((costs) => costs[name] ?? 0))]),
  )
}

const isPartOf = (name: string): boolean => name.startsWith(`${database} for `)

/** The sum over all programs. */
export const totalCost = (costs: Readonly<Record<string, number>>): number =>
  Object.entries(costs)
    .filter(([name]) => !isPartOf(name))
    .reduce((sum, [, cost]) => sum + cost, 0)

/** One line, the most expensive program first; programs that cost less than 1 µs are left out. */
export const describeCosts = (costs: Readonly<Record<string, number>>): string => {
  const listed = Object.entries(costs)
    .filter(([, cost]) => cost >= 1)
    .sort(([, one], [, other]) => other - one)
  const inWords = (entries: [string, number][]): string =>
    entries.map(([name, cost]) => `${name} ${Math.round(cost)}`).join(', ')
  const parts = listed.filter(([name]) => isPartOf(name))
  const programs = listed.filter(([name]) => !isPartOf(name))
  return `${inWords(programs)}; ${inWords(parts)}`
}
