import { createHash, createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeMacOf, equalHashes, hashOf, keyedHash, newCode, newSecret } from './secrets.ts'

const [key, otherKey] = [randomBytes(32), randomBytes(32)]

test('a secret is 256 random bits and never repeats', () => {
  const secrets = Array.from({ length: 1_000 }, newSecret)
  for (const secret of secrets) {
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  }
  expect(new Set(secrets).size).toBe(1_000)
})

test('a code is six random digits, with leading zeros', () => {
  const codes = Array.from({ length: 5_000 }, newCode)
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  for (let place = 0; place < 6; place += 1) {
    expect(new Set(codes.map((code) => code[place])).size).toBe(10)
  }
})

test('a secret is stored as its SHA-256', () => {
  const expected = createHash('sha256').update('secret').digest('base64url')
  expect(hashOf('secret')).toBe(expected)
  expect(hashOf('secret')).toHaveLength(43)
})

test('guessable values are stored as keyed hashes, separately for each kind', () => {
  const expected = createHmac('sha256', key).update('mails\nada').digest('base64url')
  expect(keyedHash(key, 'mails', 'ada')).toBe(expected)
  expect(keyedHash(otherKey, 'mails', 'ada')).not.toBe(expected)
  expect(keyedHash(key, 'codes', 'ada')).not.toBe(expected)
  expect(keyedHash(key, 'mails', 'bea')).not.toBe(expected)
})

test('the stored hash of a code depends on its mail and key, and differs from other stored hashes', () => {
  const hash = codeMacOf(key, 'flow', '123456')
  expect(codeMacOf(key, 'flow', '123456')).toBe(hash)
  expect(codeMacOf(key, 'other', '123456')).not.toBe(hash)
  expect(codeMacOf(key, 'flow', '123457')).not.toBe(hash)
  expect(codeMacOf(otherKey, 'flow', '123456')).not.toBe(hash)
  expect(keyedHash(key, '', 'flow 123456')).not.toBe(hash)
  // Another split of the same characters has another hash.
  expect(codeMacOf(key, 'flow1', '23456')).not.toBe(hash)
})

test('hashes are equal only if all characters are equal; different lengths never match', () => {
  expect(equalHashes('abc', 'abc')).toBe(true)
  expect(equalHashes('abc', 'abd')).toBe(false)
  expect(equalHashes('abc', 'abcd')).toBe(false)
  expect(equalHashes('abcd', 'abc')).toBe(false)
  expect(equalHashes('', 'abc')).toBe(false)
})
