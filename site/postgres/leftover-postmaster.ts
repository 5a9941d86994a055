import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../start-error.ts'

const steps = [
  { signal: 'SIGINT', milliseconds: 20_000 },
  { signal: 'SIGQUIT', milliseconds: 5_000 },
  { signal: 'SIGKILL', milliseconds: 5_000 },
] as const

/**
 * Stops a postmaster that a killed parent left running on this cluster, and removes the pid file of a
 * killed postmaster. PostgreSQL itself refuses to start if another process has the old process id, which is
 * likely in containers.
 */
export const stopLeftoverPostmaster = async (clusterDirectory: string): Promise<void> => {
  const pidFile = join(clusterDirectory, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  for (const { signal, milliseconds } of steps) {
    if (!isPostmasterOf(clusterDirectory, pid)) break
    process.kill(pid, signal)
    await goneWithin(milliseconds, () => !isPostmasterOf(clusterDirectory, pid))
  }
  if (isPostmasterOf(clusterDirectory, pid))
    throw new StartError(
      `A PostgreSQL of an earlier run (process ${pid}) cannot be stopped: stop it manually.`,
    )
  rmSync(pidFile, { force: true })
}

const goneWithin = async (milliseconds: number, isGone: () => boolean): Promise<void> => {
  const deadline = performance.now() + milliseconds
  while (!isGone() && performance.now() < deadline) await delay(20)
}

// A postmaster's working directory is its cluster; a zombie has none.
const isPostmasterOf = (clusterDirectory: string, pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 1) return false
  try {
    return process.platform === 'linux'
      ? readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDirectory)
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
          clusterDirectory,
        )
  } catch {
    return false
  }
}
