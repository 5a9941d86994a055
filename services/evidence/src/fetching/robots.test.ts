import { expect, test } from 'vitest'
import { isAllowed, rulesReader } from './robots.ts'

const rulesOf = (robots: string): string => {
  const reader = rulesReader()
  reader.write(Buffer.from(robots))
  return reader.end()
}
const isOpen = (path: string, robots: string): boolean =>
  isAllowed(new URL(path, 'https://example.com'), rulesOf(robots))

test('rules with wildcards, whose matching takes long, are kept up to 8 kB, and others up to 64 kB', () => {
  const robots = [
    'User-agent: *',
    'Disallow: /*/private',
    ...Array.from({ length: 100 }, () => `Disallow: /${'*a'.repeat(100)}b`),
    'Disallow: /*/late',
    'Disallow: /plain',
  ].join('\n')
  expect(rulesOf(robots).length).toBeLessThan(9_000)
  expect(isOpen('/some/private', robots)).toBe(false)
  expect(isOpen('/plain', robots)).toBe(false)
  expect(isOpen('/some/late', robots)).toBe(true)
  const long = `User-agent: *\n${'Disallow: /plain/path\n'.repeat(10_000)}`
  expect(rulesOf(long).length).toBeLessThanOrEqual(65_536)
})
