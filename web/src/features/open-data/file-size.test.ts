import { expect, test } from 'vitest'
import { fileSize } from './file-size.ts'

test.each([
  [0, '0 bytes'],
  [812, '812 bytes'],
  [4_210, '4.2 kB'],
  [56_789, '56.8 kB'],
  [120_400_000, '120 MB'],
  [5_000_000_000_000, '5000 GB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
