import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import type { UnhandledError } from './unhandled-errors.ts'

/**
 * The result of a test runner; `failures` holds the name of each failed test with the first lines of its
 * error.
 */
export type Outcome = { passed: number; failures: string[] }

type VitestReport = {
  numPassedTests: number
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    file: string
    tests: {
      projectName: string
      status: string
      results: { errors: { message?: string }[] }[]
    }[]
  }[]
}

type PlaywrightReport = {
  stats: { expected: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

/**
 * Parses vitest's JSON report, and the list of errors that no test caught. A file that could not run at all
 * and an error outside of a test count as one failure each.
 */
export const vitestOutcome = async (
  file: string,
  unhandledErrors: string,
  exitCode: number,
): Promise<Outcome> => {
  const unhandled = existsSync(unhandledErrors)
    ? ((parsed(await readFile(unhandledErrors, 'utf8')) as UnhandledError[] | null) ?? [])
    : []
  return outcomeOf(file, exitCode, (report: VitestReport) => ({
    passed: report.numPassedTests,
    failures: [
      ...report.testResults.flatMap(failedTests),
      ...unhandled.map(({ file: during = 'no file', message }) =>
        failureText(`outside of a test, during ${during}`, [message]),
      ),
    ],
  }))
}

const failedTests = ({ name, message, assertionResults }: VitestReport['testResults'][number]) => {
  const failed = assertionResults
    .filter(({ status }) => status === 'failed')
    .map((test) => failureText(`${name} › ${test.fullName}`, test.failureMessages))
  return failed.length === 0 && message !== '' ? [failureText(name, [message])] : failed
}

/** Parses Playwright's JSON report. A journey that passed only after a retry counts as failed. */
export const playwrightOutcome = (file: string, exitCode: number): Promise<Outcome> =>
  outcomeOf(file, exitCode, (report: PlaywrightReport) => ({
    passed: report.stats.expected,
    failures: [
      ...report.suites.flatMap(failedJourneys),
      ...report.errors.map(({ message = '' }) => failureText('outside of a journey', [message])),
    ],
  }))

const failedJourneys = ({ suites = [], specs }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        failureText(
          `[${projectName}] ${file} › ${title}`,
          results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
        ),
      ),
  ),
  ...suites.flatMap(failedJourneys),
]

/** A runner that ends without a report, or fails without naming a test, counts as a failure. */
const outcomeOf = async <Report>(
  file: string,
  exitCode: number,
  read: (report: Report) => Outcome,
): Promise<Outcome> => {
  if (!existsSync(file)) return { passed: 0, failures: [`no report, exit code ${exitCode}`] }
  const report = parsed(await readFile(file, 'utf8')) as Report | null
  if (report === null) {
    return { passed: 0, failures: [`the report cannot be read, exit code ${exitCode}`] }
  }
  const outcome = read(report)
  if (outcome.failures.length > 0) return outcome
  if (outcome.passed === 0) return { passed: 0, failures: ['no test ran'] }
  if (exitCode === 0) return outcome
  return { ...outcome, failures: [`exit code ${exitCode}, but no test failed`] }
}

/** Null for incomplete JSON. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const maxMessageLines = 12

const failureText = (name: string, messages: readonly string[]) => {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, maxMessageLines)
  return [name, ...lines.map((line) => `    ${line}`)].join('\n')
}
