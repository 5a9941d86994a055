import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWebWhenNeeded } from '@answerable/site/web-build'
import { root, runTool } from './command.ts'
import { type Outcome, playwrightOutcome, vitestOutcome } from './outcome.ts'
import { runChecks } from './static-checks.ts'
import { makeMemoryDirectory } from './tools/memory-directory.ts'
import { obtainNeeds } from './tools/needs.ts'
import { unhandledErrorsReport } from './unhandled-errors.ts'

const reports = join(root, '.cache/reports')

const staticChecks = async (): Promise<Outcome> => {
  const { passed, failed } = await runChecks()
  return { passed: passed.length, failures: failed }
}

const unitAndIntegration = async (): Promise<Outcome> => {
  const report = join(reports, 'vitest.json')
  const code = await runTool('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./tests/unhandled-errors.ts',
    `--outputFile.json=${report}`,
  ])
  return vitestOutcome(report, join(root, unhandledErrorsReport), code)
}

const journeys = async (): Promise<Outcome> => {
  const report = join(reports, 'playwright.json')
  const code = await runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  return playwrightOutcome(report, code)
}

/** Adds the seconds that a part of the run takes. */
const timed = async (run: () => Promise<Outcome>): Promise<Outcome & { seconds: number }> => {
  const startedAt = performance.now()
  const outcome = await run()
  return { ...outcome, seconds: Math.round((performance.now() - startedAt) / 1_000) }
}

console.log('— prerequisites')
if (!(await obtainNeeds(console.log))) process.exit(1)
const memoryDirectory = process.env.TMPDIR === undefined ? makeMemoryDirectory() : null
if (memoryDirectory !== null) process.env.TMPDIR = memoryDirectory
console.log(`Temporary files: ${tmpdir()}`)
await rm(reports, { recursive: true, force: true })
await mkdir(reports, { recursive: true })
await buildWebWhenNeeded((step) => console.log(`${step} …`))
const parts = {
  'static checks': await timed(staticChecks),
  'unit and integration tests': await timed(unitAndIntegration),
  'journeys in a browser': await timed(journeys),
}
if (memoryDirectory !== null) await rm(memoryDirectory, { recursive: true, force: true })
const outcomes = Object.values(parts)
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failures = outcomes.flatMap((outcome) => outcome.failures)
for (const failure of failures) console.log(`\nfailed: ${failure}`)
console.log()
for (const [name, part] of Object.entries(parts)) {
  console.log(`${name}: ${part.passed} passed, ${part.failures.length} failed, ${part.seconds} s`)
}
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1
