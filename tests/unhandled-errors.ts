import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter } from 'vitest/node'

/** An error that no test caught, with the test file that ran when it happened, if vitest knows it. */
export type UnhandledError = { file?: string; message: string }

/** Where the reporter writes its list. Relative to the directory in which vitest runs. */
export const unhandledErrorsReport = join('.cache', 'reports', 'unhandled-errors.json')

/** Writes the errors that no test caught: they fail the run, but vitest's JSON report does not have them. */
// biome-ignore lint/style/noDefaultExport: vitest requires one
export default class UnhandledErrorsReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_modules, errors) => {
    const list = errors.map(
      ({ stack, message, cause, VITEST_TEST_PATH }): UnhandledError => ({
        ...(typeof VITEST_TEST_PATH === 'string' && { file: VITEST_TEST_PATH }),
        // For a process that ended, only the cause has the signal and the file.
        message: [cause?.message ?? [], stack ?? message].flat().join('\n'),
      }),
    )
    writeFileSync(unhandledErrorsReport, JSON.stringify(list))
  }
}
