import { execFileSync, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { familyOf, familySeconds, readProcesses } from '../processes.ts'

/** Servers and load generators run on different cores, so that neither takes time from the other. */
export const serverCore = 0
export const loadCore = 1

export const canPin: boolean =
  availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0

/** The command prefix that pins a process to one core, if the machine supports it. */
export const onCore = (core: number, command: string, args: readonly string[]) =>
  canPin
    ? { command: 'taskset', args: ['-c', String(core), command, ...args] }
    : { command, args: [...args] }

/** Pins running processes, with all their threads and descendants, to these cores. */
export const pin = (pids: readonly number[], cores: readonly number[]): void => {
  if (!canPin) return
  const processes = readProcesses()
  for (const { id } of pids.flatMap((pid) => familyOf(processes, pid))) {
    try {
      execFileSync('taskset', ['-acp', cores.join(','), String(id)], { stdio: 'ignore' })
    } catch {
      // The process has ended.
    }
  }
}

/** Processor seconds that these processes and their descendants have used. */
export const processorSeconds = (pids: readonly number[]): number => {
  const processes = readProcesses()
  return pids.reduce((sum, pid) => sum + familySeconds(processes, pid), 0)
}
