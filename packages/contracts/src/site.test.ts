import { expect, test } from 'vitest'
import { isTestnetAddress } from './site.ts'

test('recognises addresses of the test networks', () => {
  for (const address of [
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'TB1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KXPJZSX',
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    'n2ZNV88uQbede7C5M5jzi6SyG4GVuPpng6',
    '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
  ]) {
    expect(isTestnetAddress(address)).toBe(true)
  }
  for (const address of [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  ]) {
    expect(isTestnetAddress(address)).toBe(false)
  }
})
