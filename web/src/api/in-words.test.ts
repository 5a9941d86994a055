import { expect, test } from 'vitest'
import { inWords } from './in-words.ts'

test('a waiting time has a fitting unit, and is rounded up', () => {
  expect(inWords(1)).toBe('1 second')
  expect(inWords(40)).toBe('40 seconds')
  expect(inWords(91)).toBe('2 minutes')
  expect(inWords(3_600)).toBe('60 minutes')
  expect(inWords(5_401)).toBe('2 hours')
})
