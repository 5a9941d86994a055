import { onPath, outputOf } from './cache.ts'

/** One of the places that a program can come from. */
export type Source = {
  /** As it is printed: "PATH", "Debian package". */
  name: string
  /** The program when it is on this machine already, else null. Uses no network. */
  present: () => string | null
  /** Whether this machine has what fetching needs, as far as that is known without a network. */
  canFetch: () => boolean
  /** Fetches the program, or returns null where that fails. */
  fetch: () => string | null
}

/** A program that tests run, with its sources in order of preference. */
export type Program = {
  name: string
  /** The oldest version that the tests pass with. */
  minimum: string
  sources: readonly Source[]
  /** What to install when no source has it. */
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
 * Finds a program that is new enough: first among those on this machine, then by fetching it. `announce`
 * hears of each fetch before it begins. Throws one line when no source has it.
 */
export const findProgram = (
  program: Program,
  announce: (line: string) => void = printToStderr,
): Found => {
  const tooOld: string[] = []
  const accept = (source: Source, path: string | null): Found | null => {
    const version = path === null ? null : versionOf(path)
    if (path === null || version === null) return null
    if (isAtLeast(version, program.minimum)) return { path, version, source: source.name }
    tooOld.push(`${version} from ${source.name} is too old`)
    return null
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
  const reasons = tooOld.length === 0 ? '' : ` (${tooOld.join(', ')})`
  throw new Error(`${program.name} is missing${reasons}: ${program.advice}.`)
}

/** What a program prints as its version, for example "7.0.15"; null when it does not run. */
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
