import { stripVTControlCharacters } from 'node:util'

export type Result = { passed: number; failed: number; names: string[] }

/** Extracts the counts and the names of failed tests from the output of `npm ci` and `npm test`. */
export const readLog = (log: string, exitCode: number): Result => {
  const lines = stripVTControlCharacters(log).split('\n')
  const names = lines.flatMap((line) => /^failed: (.+)/.exec(line)?.[1] ?? [])
  const [, passed, failed] =
    lines.map((line) => /^(\d+) passed, (\d+) failed$/.exec(line)).findLast(Boolean) ?? []
  if (exitCode === 0 && passed !== undefined && failed === '0') {
    return { passed: Number(passed), failed: 0, names: [] }
  }
  if (passed !== undefined && names.length > 0) {
    return { passed: Number(passed), failed: Number(failed), names }
  }
  const lastLine = lines.findLast((line) => line.trim() !== '') ?? 'no output'
  return { passed: Number(passed ?? 0), failed: 1, names: [`exit code ${exitCode}: ${lastLine}`] }
}
