import { expect, test } from 'vitest'
import { codeLength, email, signInLifetimeSeconds } from './sign-in.ts'

test('a verification code has 6 digits and lives 10 minutes', () => {
  expect(codeLength).toBe(6)
  expect(signInLifetimeSeconds).toBe(600)
})

test('a mail address is trimmed and lower-cased', () => {
  expect(email.parse('  Ada@Example.ORG ')).toBe('ada@example.org')
})

test('what could break out of a mail header or name several addresses is refused', () => {
  const hostile = [
    'a',
    'a@',
    '@b',
    'a b@c.d',
    'a@b.c,d@e.f',
    'a@b.c\r\nBcc: d@e.f',
    'a@b.c;d@e.f',
    '"a"@b.c',
    'a<b@c.d>',
    'a@b@c',
    `${'a'.repeat(65)}@b.c`,
    `a@${'b'.repeat(254)}`,
    'a\u0000@b.c',
  ]
  for (const address of hostile) expect.soft(email.safeParse(address).success, address).toBe(false)
})
