import { existsSync, readFileSync } from 'node:fs'
import { familySeconds, readProcesses, ticksPerSecond } from './processes.ts'

/** Processor seconds used so far, and when they were read. */
export type ProcessorUse = {
  atSeconds: number
  /** Of all programs on the cores that this process may use. */
  machine: number
  /** Of this process and its descendants. */
  own: number
}

/** Above this share of a core, other programs change the figures of a benchmark. */
const maxShareOfOthers = 0.1

/**
 * Starts to observe the machine. The returned function ends the observation. It returns one line if other
 * programs used too much processor time for valid figures, else null.
 */
export const observeOtherPrograms = (): (() => string | null) => {
  if (!existsSync('/proc/stat')) {
    return () => 'other programs could not be observed: /proc/stat is missing'
  }
  const before = readProcessorUse()
  return () => busyNote(shareOfOthers(before, readProcessorUse()))
}

/** The share of one core that other programs used between two readings; 2 means two full cores. */
export const shareOfOthers = (before: ProcessorUse, after: ProcessorUse): number => {
  const used = after.machine - before.machine - (after.own - before.own)
  return Math.max(0, used) / (after.atSeconds - before.atSeconds)
}

export const busyNote = (share: number): string | null =>
  share <= maxShareOfOthers
    ? null
    : `machine was busy: other programs used ${Math.round(share * 100)} % of a core; discard these figures`

const readProcessorUse = (): ProcessorUse => ({
  atSeconds: performance.now() / 1_000,
  machine: machineSeconds(readFileSync('/proc/stat', 'utf8'), allowedCores()),
  own: familySeconds(readProcesses(), process.pid),
})

/**
 * Processor seconds of these cores from the text of /proc/stat, including time taken by other virtual
 * machines. Excludes interrupts, because most of them serve the benchmark's own connections.
 */
export const machineSeconds = (stat: string, cores: ReadonlySet<number>): number => {
  let ticks = 0
  for (const line of stat.split('\n')) {
    const core = /^cpu(\d+) /.exec(line)?.[1]
    if (core === undefined || !cores.has(Number(core))) continue
    const [user = 0, nice = 0, system = 0, , , , , steal = 0] = line.split(' ').slice(1).map(Number)
    ticks += user + nice + system + steal
  }
  return ticks / ticksPerSecond
}

const allowedCores = (): Set<number> => {
  const status = readFileSync('/proc/self/status', 'utf8')
  return parseCores(/^Cpus_allowed_list:\s*(.*)$/m.exec(status)?.[1] ?? '')
}

/** Reads a list such as 0-2,5. */
export const parseCores = (list: string): Set<number> =>
  new Set(
    list.split(',').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, at) => first + at)
    }),
  )
