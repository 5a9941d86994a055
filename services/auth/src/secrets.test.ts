import { createHash, createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeMacOf, equalHashes, hashOf, keyedHash, newCode, newSecret } from './secrets.ts'

const [key, otherKey] = [randomBytes(32), randomBytes(32)]

test('a secret is 256 random bits, never the same twice', () => {
  const secrets = Array.from({ length: 1_000 }, newSecret)
  for (const secret of secrets) {
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  }
  expect(new Set(secrets).size).toBe(1_000)
})

test('a code is six digits, each of them any, small ones with zeros before them', () => {
  const codes = Array.from({ length: 5_000 }, newCode)
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  for (let place = 0; place < 6; place += 1) {
    expect(new Set(codes.map((code) => code[place])).size).toBe(10)
  }
})

test('of a secret its SHA-256 is kept', () => {
  const expected = createHash('sha256').update('secret').digest('base64url')
  expect(hashOf('secret')).toBe(expected)
  expect(hashOf('secret')).toHaveLength(43)
})

test('what is guessable is kept under a key, and each kind under its own name', () => {
  const expected = createHmac('sha256', key).update('mails\nada').digest('base64url')
  expect(keyedHash(key, 'mails', 'ada')).toBe(expected)
  expect(keyedHash(otherKey, 'mails', 'ada')).not.toBe(expected)
  expect(keyedHash(key, 'codes', 'ada')).not.toBe(expected)
  expect(keyedHash(key, 'mails', 'bea')).not.toBe(expected)
})

test('what is kept of a code differs with its mail, with the key, and from anything else that is kept', () => {
  const kept = codeMacOf(key, 'flow', '123456')
  expect(codeMacOf(key, 'flow', '123456')).toBe(kept)
  expect(codeMacOf(key, 'other', '123456')).not.toBe(kept)
  expect(codeMacOf(key, 'flow', '123457')).not.toBe(kept)
  expect(codeMacOf(otherKey, 'flow', '123456')).not.toBe(kept)
  expect(keyedHash(key, '', 'flow 123456')).not.toBe(kept)
  // No other split of the same signs is the same.
  expect(codeMacOf(key, 'flow1', '23456')).not.toBe(kept)
})

test('hashes are equal when every sign is, and of other lengths never', () => {
  expect(equalHashes('abc', 'abc')).toBe(true)
  expect(equalHashes('abc', 'abd')).toBe(false)
  expect(equalHashes('abc', 'abcd')).toBe(false)
  expect(equalHashes('abcd', 'abc')).toBe(false)
  expect(equalHashes('', 'abc')).toBe(false)
})
