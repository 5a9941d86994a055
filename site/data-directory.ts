import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './start-error.ts'

export type DataDirectoryLock = { release: () => Promise<void> }

/**
 * Locks the data directory for this process. The kernel holds the lock through an SQLite file and releases
 * it when the process ends in any way: there are no stale locks and no reused process ids. Throws
 * StartError if another process holds it.
 */
export const lockDataDirectory = async (path: string): Promise<DataDirectoryLock> => {
  const directory = resolve(path)
  const processFile = join(directory, 'answerable.pid')
  const lock = takeLock(directory, processFile)
  chmodSync(join(directory, 'lock'), 0o600)
  writeFileSync(processFile, `${process.pid}\n`, { mode: 0o600 })
  const release = () => {
    process.off('exit', release)
    if (!lock.isOpen) return
    rmSync(processFile, { force: true })
    lock.close()
  }
  // The reference also prevents garbage collection, which would release the lock.
  process.once('exit', release)
  return { release: async () => release() }
}

const takeLock = (directory: string, processFile: string): DatabaseSync => {
  let lock: DatabaseSync | undefined
  try {
    ensureDataDirectory(directory)
    lock = new DatabaseSync(join(directory, 'lock'))
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    throw new StartError(refusalOf(error, { directory, processFile }))
  }
}

const refusalOf = (
  error: unknown,
  { directory, processFile }: { directory: string; processFile: string },
): string => {
  if (hasCode(error, sqliteBusy)) {
    return `The data directory ${directory} is in use by another Answerable${holder(processFile)}: stop it, or set DATA_DIR to another directory.`
  }
  // SQLite's message names neither the file nor the reason.
  const reason = hasCode(error, sqliteCannotOpen)
    ? 'its file "lock" cannot be opened. Set DATA_DIR to a directory that you can write to.'
    : (error as Error).message
  return `The data directory ${directory} cannot be used: ${reason}`
}

/**
 * Creates the data directory, or restricts an existing one, with any umask: other users have no access. If
 * root starts the site, PostgreSQL's account may only traverse it.
 */
export const ensureDataDirectory = (directory: string): void => {
  const isNew = mkdirSync(directory, { recursive: true }) !== undefined
  if (isNew || existsSync(join(directory, 'lock'))) {
    chmodSync(directory, process.getuid?.() === 0 ? 0o711 : 0o700)
  }
}

const sqliteBusy = 5
const sqliteCannotOpen = 14

const hasCode = (error: unknown, code: number): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === code

const holder = (processFile: string): string => {
  try {
    return ` (process ${readFileSync(processFile, 'utf8').trim()})`
  } catch {
    return ''
  }
}
