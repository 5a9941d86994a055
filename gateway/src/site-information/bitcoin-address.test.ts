import { expect, test } from 'vitest'
import { isBitcoinAddress } from './bitcoin-address.ts'

/** From BIP 173, BIP 350 and Bitcoin's own tests. */
const addresses = [
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  '1111111111111111111114oLvT2',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
]

test('addresses of every kind are valid, on the main and the test networks', () => {
  expect(addresses.filter((address) => !isBitcoinAddress(address))).toEqual([])
})

test('one wrong character at any position is detected', () => {
  for (const address of addresses) {
    for (let index = 0; index < address.length; index += 1) {
      const wrong = address[index] === '9' ? '8' : '9'
      const mistyped = address.slice(0, index) + wrong + address.slice(index + 1)
      expect(isBitcoinAddress(mistyped), mistyped).toBe(false)
    }
  }
})

test('other texts are invalid', () => {
  for (const text of [
    '',
    'bitcoin',
    'bc1',
    'bc1qW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    'bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ]) {
    expect(isBitcoinAddress(text), text).toBe(false)
  }
})
