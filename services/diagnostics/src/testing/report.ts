import { randomUUID } from 'node:crypto'
import type { ErrorReport } from '@answerable/contracts/diagnostics'

/** A report of a new error. */
export const newReport = (parts: Partial<ErrorReport> = {}): ErrorReport => ({
  errorType: 'TypeError',
  errorMessage: 'Load failed',
  stackTrace: `${functionName()}@https://answerable.example/assets/index-DkA92xZq.js:1:2`,
  userAction: 'vote',
  timestamp: new Date().toISOString(),
  ...parts,
})

const functionName = (): string => `f${randomUUID().replaceAll('-', '').slice(0, 12)}`
