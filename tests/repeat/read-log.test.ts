import { expect, test } from 'vitest'
import { readLog } from './read-log.ts'

test('counts a passed run by its last line', () => {
  const log = 'static checks: 6 passed, 0 failed\n\n\u001b[32m2405 passed, 0 failed\u001b[39m\n'
  expect(readLog(log, 0)).toEqual({ passed: 2405, failed: 0, names: [] })
})

test('a run with failures names them', () => {
  const log =
    'failed: a.test.ts › counts\n    expected 3\n\nfailed: b › draws\n\n2403 passed, 2 failed\n'
  expect(readLog(log, 1)).toEqual({
    passed: 2403,
    failed: 2,
    names: ['a.test.ts › counts', 'b › draws'],
  })
})

test('a run that ended before any test has failed, and its last line is the reason', () => {
  expect(readLog('The tests cannot run. nats-server is missing.\n\n', 1)).toEqual({
    passed: 0,
    failed: 1,
    names: ['exit code 1: The tests cannot run. nats-server is missing.'],
  })
  expect(readLog('2405 passed, 0 failed\n', 1).failed).toBe(1)
})
