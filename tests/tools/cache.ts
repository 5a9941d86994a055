import { spawnSync } from 'node:child_process'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where tools live that tests have fetched or built; every run finds them again. */
export const toolsDirectory = (): string => {
  const directory = join(import.meta.dirname, '../../.cache/tools')
  mkdirSync(directory, { recursive: true })
  return directory
}

/** The program of that name that a shell would run, or null. */
export const onPath = (name: string): string | null =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((directory) => directory !== '')
    .map((directory) => join(directory, name))
    .find(isProgram) ?? null

/** Runs a program to its end: what it printed, or null when it failed. */
export const outputOf = (
  command: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): string | null => {
  const result = spawnSync(command, args, { ...options, encoding: 'utf8', timeout: 600_000 })
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
