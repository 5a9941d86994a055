import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { limitedLog, maxLinesPerSecond } from './limited-log.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const open = (level = 'info') => {
  const lines: { msg: string; leftOut?: number; requestId?: string }[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  return { lines, log: limitedLog(createLog({ service: 'test', level }, destination)) }
}

test('writes ten lines of a message a second and counts the rest in one line', () => {
  const { lines, log } = open()
  for (let at = 0; at < 18_000; at += 1) log.write('warn', { requestId: String(at) }, 'it failed')
  log.write('warn', {}, 'something else')
  expect(lines).toHaveLength(maxLinesPerSecond + 1)
  expect(lines[0]).toMatchObject({ requestId: '0', msg: 'it failed' })
  vi.advanceTimersByTime(1_000)
  expect(lines).toHaveLength(maxLinesPerSecond + 2)
  expect(lines.at(-1)).toMatchObject({ leftOut: 18_000 - maxLinesPerSecond, msg: 'it failed' })
  log.write('warn', { requestId: 'later' }, 'it failed')
  expect(lines.at(-1)).toMatchObject({ requestId: 'later' })
})

test('a disabled level writes and counts nothing', () => {
  const { lines, log } = open('error')
  for (let at = 0; at < 100; at += 1) log.write('warn', {}, 'it failed')
  vi.advanceTimersByTime(1_000)
  expect(lines).toEqual([])
})

test('debug lines are all written', () => {
  const { lines, log } = open('debug')
  for (let at = 0; at < 100; at += 1) log.write('debug', {}, 'request completed')
  expect(lines).toHaveLength(100)
})
