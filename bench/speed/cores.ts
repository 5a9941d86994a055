import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Servers have one core, what loads them another, so that neither takes time from the other. */
export const serverCore = 0
export const loadCore = 1

export const canPin: boolean =
  availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0

/** The command that runs another on one core, where the machine can do that. */
export const onCore = (core: number, command: string, args: readonly string[]) =>
  canPin
    ? { command: 'taskset', args: ['-c', String(core), command, ...args] }
    : { command, args: [...args] }

/** Puts running processes, with all their threads and children, on these cores. */
export const pin = (pids: readonly number[], cores: readonly number[]): void => {
  if (!canPin) return
  for (const pid of pids.flatMap(familyOf)) {
    try {
      execFileSync('taskset', ['-acp', cores.join(','), String(pid)], { stdio: 'ignore' })
    } catch {
      // It has ended meanwhile.
    }
  }
}

const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid)]

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc').flatMap((name) => {
    const fields = /^\d+$/.test(name) ? statOf(Number(name)) : null
    return fields?.parent === parent ? [Number(name)] : []
  })

/** Processor time that these processes and their children have used so far, in seconds. */
export const processorSeconds = (pids: readonly number[]): number =>
  pids.flatMap(familyOf).reduce((sum, pid) => sum + (statOf(pid)?.seconds ?? 0), 0)

const ticksPerSecond = 100

const statOf = (pid: number): { parent: number; seconds: number } | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // Of its own in user and kernel mode, and of its children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond }
  } catch {
    return null
  }
}
