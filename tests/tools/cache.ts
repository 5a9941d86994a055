import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where tools live that tests have fetched or built; every run finds them again. */
export const toolsDirectory = (): string => {
  const directory = join(import.meta.dirname, '../../.cache/tools')
  mkdirSync(directory, { recursive: true })
  return directory
}

/** The program of a tool's directory, or null where there is none that runs. */
export const toolIn = (home: string, program: string): string | null => {
  const path = join(home, program)
  return outputOf(path, ['--version']) === null ? null : path
}

/**
 * Makes a tool's directory completely or not at all: `make` fills a temporary directory, which replaces
 * `home` unless another process was quicker. Returns the program, or null when that failed.
 */
export const makeTool = (
  home: string,
  program: string,
  make: (workshop: string) => boolean,
): string | null => {
  const workshop = mkdtempSync(join(toolsDirectory(), 'unfinished-'))
  try {
    if (!make(workshop)) return null
    if (toolIn(home, program) === null) {
      // Another user of this machine may run the tests next.
      chmodSync(workshop, 0o755)
      rmSync(home, { recursive: true, force: true })
      renameSync(workshop, home)
    }
    return toolIn(home, program)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/** A distribution puts servers where the PATH of an ordinary user does not look. */
const systemDirectories = ['/usr/local/sbin', '/usr/sbin']

/** The program of that name that a shell would run or the system has as a server, or null. */
export const onPath = (name: string): string | null =>
  [...(process.env.PATH ?? '').split(delimiter), ...systemDirectories]
    .filter((directory) => directory !== '')
    .map((directory) => join(directory, name))
    .find(isProgram) ?? null

/** Runs a program to its end. Returns what it printed, or null when it failed. */
export const outputOf = (
  command: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): string | null => {
  const result = spawnSync(command, args, {
    ...options,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 600_000,
  })
  return result.status === 0 ? result.stdout : null
}

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
