import { expect, test } from 'vitest'
import { circuitBreaker, type Outcome } from './breaker.ts'

const setUp = () => {
  const clock = { now: 0 }
  const breaker = circuitBreaker(() => clock.now)
  const call = (outcome: Outcome): boolean => {
    const settle = breaker.begin()
    settle?.(outcome)
    return settle !== null
  }
  const times = (count: number, outcome: Outcome) => {
    for (let index = 0; index < count; index += 1) call(outcome)
  }
  return { clock, breaker, call, times }
}

test('stays closed below 20 calls, however many fail', () => {
  const { call, times } = setUp()
  times(19, 'failure')
  expect(call('success')).toBe(true)
})

test('opens when half of at least 20 calls have failed, and refuses for a second', () => {
  const { clock, call, times } = setUp()
  times(10, 'success')
  times(9, 'failure')
  expect(call('failure')).toBe(true)
  expect(call('success')).toBe(false)
  clock.now = 999
  expect(call('success')).toBe(false)
})

test('stays closed while less than half fail, and ignores calls older than 10 s', () => {
  const { clock, call, times } = setUp()
  times(11, 'success')
  times(9, 'failure')
  expect(call('success')).toBe(true)
  clock.now = 10_500
  times(10, 'failure')
  expect(call('success')).toBe(true)
})

test('lets one probe through after the second: it closes on success and stays open on failure', () => {
  const { clock, breaker, call, times } = setUp()
  times(20, 'failure')
  clock.now = 1_000
  const probe = breaker.begin()
  expect(probe).not.toBeNull()
  expect(breaker.begin()).toBeNull()
  probe?.('failure')
  expect(call('success')).toBe(false)
  clock.now = 2_000
  expect(call('success')).toBe(true)
  times(19, 'failure')
  expect(call('success')).toBe(true)
})

test('a probe whose client left is repeated at once', () => {
  const { clock, call, times } = setUp()
  times(20, 'failure')
  clock.now = 1_000
  expect(call('abandoned')).toBe(true)
  expect(call('success')).toBe(true)
})

test('clients that leave do not open it', () => {
  const { call, times } = setUp()
  times(100, 'abandoned')
  expect(call('success')).toBe(true)
})

test('failures of calls that began before it opened do not count after it has closed', () => {
  const { clock, breaker, call, times } = setUp()
  const early = Array.from({ length: 40 }, () => breaker.begin())
  times(20, 'failure')
  expect(call('success')).toBe(false)
  clock.now = 1_000
  expect(call('success')).toBe(true)
  for (const report of early) report?.('failure')
  expect(call('success')).toBe(true)
})
