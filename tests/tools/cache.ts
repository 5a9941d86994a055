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

/** The directory of tools that tests have fetched or built; later runs reuse them. */
export const toolsDirectory = (): string => {
  const directory = join(import.meta.dirname, '../../.cache/tools')
  mkdirSync(directory, { recursive: true })
  return directory
}

/** The program in a tool's directory, or null if there is no program that runs. */
export const toolIn = (home: string, program: string): string | null => {
  const path = join(home, program)
  return outputOf(path, ['--version']) === null ? null : path
}

/**
 * Creates a tool's directory completely or not at all: `make` fills a temporary directory, which replaces
 * `home` unless another process finished first. Returns the program, or null if that failed.
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

/** Distributions install servers in directories outside an ordinary user's PATH. */
const systemDirectories = ['/usr/local/sbin', '/usr/sbin']

/** The path of a program on PATH or in the system's directories for servers, or null. */
export const onPath = (name: string): string | null =>
  [...(process.env.PATH ?? '').split(delimiter), ...systemDirectories]
    .filter((directory) => directory !== '')
    .map((directory) => join(directory, name))
    .find(isProgram) ?? null

/** Runs a program to its end. Returns its output, or null if it failed. */
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
