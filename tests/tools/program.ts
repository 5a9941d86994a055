import { onPath, outputOf } from './cache.ts'

/** A source of a program. */
export type Source = {
  /** The label in the output, for example "PATH" or "Debian package". */
  name: string
  /** The path of the program if it is already on this machine, else null. Uses no network. */
  present: () => string | null
  /** Whether this machine meets the requirements for fetching, as far as can be checked offline. */
  canFetch: () => boolean
  /** Fetches the program; returns null on failure. */
  fetch: () => string | null
}

/** A program that tests run, with its sources in order of preference. */
export type Program = {
  name: string
  /** The oldest version that the tests pass with. */
  minimum: string
  /** Whether a program has what the tests need of it. */
  isUsable?: (path: string) => boolean
  sources: readonly Source[]
  /** Advice on what to install if no source has the program. */
  advice: string
}

/** A program that is installed on this machine under one of these names. */
export const installed = (...names: readonly string[]): Source[] =>
  names.map((name) => ({
    name: `${name} on PATH`,
    present: () => onPath(name),
    canFetch: () => false,
    fetch: () => null,
  }))

export type Found = { path: string; version: string; source: string }

/**
 * Finds a program that is new enough: first on this machine, then by fetching it. Calls `announce` before
 * each fetch. Throws a one-line error if no source has it.
 */
export const findProgram = (
  program: Program,
  announce: (line: string) => void = printToStderr,
): Found => {
  const refused: string[] = []
  const accept = (source: Source, path: string | null): Found | null => {
    const version = path === null ? null : versionOf(path)
    if (path === null || version === null) return null
    if (!isAtLeast(version, program.minimum)) {
      refused.push(`${version} from ${source.name} is too old`)
      return null
    }
    if (program.isUsable?.(path) === false) {
      refused.push(`${version} from ${source.name} lacks what the tests need`)
      return null
    }
    return { path, version, source: source.name }
  }
  for (const source of program.sources) {
    const found = accept(source, source.present())
    if (found !== null) return found
  }
  for (const source of program.sources) {
    if (!source.canFetch()) continue
    announce(`${program.name}: fetching it (${source.name}) …`)
    const found = accept(source, source.fetch())
    if (found !== null) return found
  }
  const reasons = refused.length === 0 ? '' : ` (${refused.join(', ')})`
  throw new Error(`${program.name} is missing${reasons}: ${program.advice}.`)
}

/** The version that a program prints, for example "7.0.15"; null if it does not run. */
export const versionOf = (path: string): string | null =>
  /\d+(\.\d+)+/.exec(outputOf(path, ['--version']) ?? '')?.[0] ?? null

/** Compares versions number by number: 2.10.23 is newer than 2.9.30. */
export const isAtLeast = (version: string, minimum: string): boolean => {
  const numbers = version.split('.').map(Number)
  for (const [index, least] of minimum.split('.').map(Number).entries()) {
    const number = numbers[index] ?? 0
    if (number !== least) return number > least
  }
  return true
}

const printToStderr = (line: string): void => void process.stderr.write(`${line}\n`)
