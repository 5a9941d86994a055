import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../command.ts'
import type { Result } from './read-log.ts'
import { runSuite, type Setting, settings } from './run-suite.ts'

const usage = `Usage: npm run tool -- repeat-tests [--quiet N] [--one-core N] [--busy N]

Runs npm ci and npm test in a new clone of the last commit, N times in each setting:
  quiet     as the machine is (1 unless told)
  one-core  on the first core alone, by taskset
  busy      beside a process for each core that computes without a pause
`

type Run = Result & { setting: Setting; minutes: number; log: string }

const plan = (): Setting[] => {
  const count = { type: 'string' } as const
  const { values } = parseArgs({ options: { quiet: count, 'one-core': count, busy: count } })
  const isDefault = Object.keys(values).length === 0
  return settings.flatMap((setting) => {
    const times = Number(values[setting] ?? (isDefault && setting === 'quiet' ? 1 : 0))
    if (!Number.isInteger(times) || times < 0) throw new TypeError(`--${setting} needs a number`)
    return Array.from({ length: times }, () => setting)
  })
}

const repeat = async (runs: readonly Setting[]): Promise<Run[]> => {
  const logs = join(root, '.cache/repeat-tests', new Date().toISOString().replaceAll(':', '.'))
  mkdirSync(logs, { recursive: true })
  const done: Run[] = []
  for (const [index, setting] of runs.entries()) {
    const log = join(logs, `${index + 1}-${setting}.log`)
    console.log(`run ${index + 1} of ${runs.length}, ${setting}: ${log}`)
    const started = performance.now()
    const result = await runSuite(setting, log)
    done.push({ ...result, setting, log, minutes: (performance.now() - started) / 60_000 })
  }
  return done
}

/** A bar would end the cell. */
const cellOf = (names: readonly string[]): string => names.join('; ').replaceAll('|', '\\|')

const printTable = (runs: readonly Run[]): void => {
  console.log('\n| Run | Setting | Passed | Failed | Minutes | Failed tests |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const [index, { setting, passed, failed, minutes, names }] of runs.entries()) {
    const cells = [index + 1, setting, passed, failed, minutes.toFixed(1), cellOf(names)]
    console.log(`| ${cells.join(' | ')} |`)
  }
  const failures = runs.filter(({ failed }) => failed > 0).length
  console.log(`\n${runs.length - failures} of ${runs.length} runs passed`)
}

const stop = (line: string): never => {
  process.stderr.write(`${line}\n`)
  process.exit(2)
}

const readPlan = (): Setting[] => {
  try {
    return plan()
  } catch (error) {
    return stop(`${(error as Error).message}\n\n${usage}`)
  }
}

const runs = readPlan()
if (runs.includes('one-core') && spawnSync('taskset', ['--version']).status !== 0) {
  stop('taskset is missing: install util-linux, or leave out --one-core.')
}
const done = await repeat(runs)
printTable(done)
process.exitCode = done.every(({ failed }) => failed === 0) ? 0 : 1
