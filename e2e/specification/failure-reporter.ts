import { basename } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { claim } from './claims.ts'

/** Records failed journeys, so that their missing claims are attributed to them. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for one
export default class FailureReporter implements Reporter {
  onTestEnd({ title, location }: TestCase, { status }: TestResult): void {
    if (status === 'passed' || status === 'skipped') return
    claim({ kind: 'failure', name: title, file: basename(location.file) })
  }
}
