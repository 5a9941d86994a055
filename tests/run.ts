import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildWebWhenNeeded } from '@answerable/infra/embedded/web-build'
import { root, runTool } from './command.ts'
import { runChecks } from './static-checks.ts'

type Totals = { passed: number; failed: number }

const reports = join(root, '.cache/reports')

/** A runner that ends without a report, or badly without saying which test failed, is a failure. */
const totalsOf = async (
  report: string,
  exitCode: number,
  read: (report: never) => Totals,
): Promise<Totals> => {
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const totals = read(JSON.parse(await readFile(report, 'utf8')) as never)
  const isSilentFailure = totals.failed === 0 && (exitCode !== 0 || totals.passed === 0)
  return isSilentFailure ? { ...totals, failed: 1 } : totals
}

const staticChecks = async (): Promise<Totals> => {
  const { passed, failed } = await runChecks()
  return { passed: passed.length, failed: failed.length }
}

const unitAndIntegration = async (): Promise<Totals> => {
  const report = join(reports, 'vitest.json')
  const code = await runTool('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  return totalsOf(report, code, (json: { numPassedTests: number; numFailedTests: number }) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
  }))
}

const journeys = async (): Promise<Totals> => {
  const report = join(reports, 'playwright.json')
  const code = await runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  return totalsOf(
    report,
    code,
    (json: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
      passed: json.stats.expected,
      failed: json.stats.unexpected + json.stats.flaky,
    }),
  )
}

await rm(reports, { recursive: true, force: true })
await mkdir(reports, { recursive: true })
await buildWebWhenNeeded((step) => console.log(`${step} …`))
const parts = {
  'static checks': await staticChecks(),
  'unit and integration tests': await unitAndIntegration(),
  'journeys in a browser': await journeys(),
}
console.log()
let passed = 0
let failed = 0
for (const [name, totals] of Object.entries(parts)) {
  console.log(`${name}: ${totals.passed} passed, ${totals.failed} failed`)
  passed += totals.passed
  failed += totals.failed
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
