import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { outputOf } from './cache.ts'

const prefix = 'answerable-tests-'
/** A run needs up to 2 GB for temporary files, and as much for its programs. */
const bytesOfRun = 4 * 2 ** 30

/**
 * Makes an empty directory in memory for the temporary files of a run. On ext4, creating a file takes up to fifty times
 * as long if many others were deleted in the last minutes, as test databases are. Returns null where memory is short or
 * programs cannot run from there, as in many containers. The caller removes the directory; the next run removes those
 * that killed runs have left.
 */
export const makeMemoryDirectory = (
  memory = '/dev/shm',
  bytesNeeded = bytesOfRun,
): string | null => {
  try {
    removeLeftovers(memory)
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, process.availableMemory()) < bytesNeeded) return null
    const directory = join(memory, `${prefix}${process.pid}`)
    mkdirSync(directory)
    // PostgreSQL may run under an account of its own.
    chmodSync(directory, 0o711)
    if (canRunPrograms(directory)) return directory
    rmSync(directory, { recursive: true })
  } catch {
    // No such directory in this system.
  }
  return null
}

const canRunPrograms = (directory: string): boolean => {
  const program = join(directory, 'program')
  writeFileSync(program, '#!/bin/sh\necho runs\n', { mode: 0o755 })
  const output = outputOf(program, [])
  rmSync(program)
  return output !== null
}

/** Removes directories of runs that have ended, except those of other users. */
const removeLeftovers = (memory: string): void => {
  for (const name of readdirSync(memory)) {
    if (!name.startsWith(prefix) || isOtherRun(Number(name.slice(prefix.length)))) continue
    try {
      rmSync(join(memory, name), { recursive: true, force: true })
    } catch {
      // Belongs to another user.
    }
  }
}

/** An ended run may have had the number of this process. */
const isOtherRun = (pid: number): boolean => {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
