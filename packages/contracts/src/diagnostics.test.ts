import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorReport, errorReportLimits, fitErrorReport } from './diagnostics.ts'

const timestamp = '2026-01-31T12:00:00.000Z'
const text = fc.string({ unit: 'binary', maxLength: 12_000 })

test('a report of any size and alphabet is cut to the accepted lengths', () => {
  const report = fc.record({
    errorType: text,
    errorMessage: text,
    stackTrace: fc.oneof(text, fc.constant(null)),
    userAction: fc.oneof(text, fc.constant(null)),
    timestamp: fc.constant(timestamp),
  })
  fc.assert(
    fc.property(report, (given) => {
      const fitting = fitErrorReport(given)
      expect(errorReport.safeParse(fitting).success).toBe(true)
      expect(Buffer.byteLength(JSON.stringify(fitting))).toBeLessThanOrEqual(16_384)
      expect(given.errorMessage.startsWith(fitting.errorMessage)).toBe(true)
    }),
    { numRuns: 50 },
  )
  const worst = '\u0001'.repeat(12_000)
  const fitting = fitErrorReport({
    errorType: worst,
    errorMessage: worst,
    stackTrace: worst,
    userAction: worst,
    timestamp,
  })
  expect(Buffer.byteLength(JSON.stringify(fitting))).toBeLessThanOrEqual(16_384)
})

test('a report of ordinary text is cut only at the limits', () => {
  const given = {
    errorType: 'TypeError',
    errorMessage: 'm'.repeat(errorReportLimits.errorMessage),
    stackTrace: 's'.repeat(errorReportLimits.stackTrace),
    userAction: 'vote',
    timestamp,
  }
  expect(fitErrorReport({ ...given, stackTrace: `${given.stackTrace}and more` })).toEqual(given)
})

test('overlong texts are cut, not refused', () => {
  const read = errorReport.parse({
    errorType: 'Error',
    errorMessage: 'm'.repeat(9_000),
    timestamp: '2026-01-31T13:00:00+01:00',
  })
  expect(read.errorMessage).toHaveLength(errorReportLimits.errorMessage)
})
