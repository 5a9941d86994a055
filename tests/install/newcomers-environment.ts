import { delimiter } from 'node:path'

/**
 * The environment without the directories that the project's launcher added to PATH, and without npm's
 * variables for its scripts.
 */
export const newcomersEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_(registry|cafile|cache)$)|INIT_CWD$|NODE$)/.test(name),
    ),
  ),
  PATH: pathOfMachine(),
})

export const pathOfMachine = (): string =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((directory) => !directory.includes('node_modules'))
    .join(delimiter)
