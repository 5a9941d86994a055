import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scrub } from './scrub.ts'

const origin = 'https://answerable.example'
const clean = (text: string) => scrub(text, origin)

const word = fc.stringMatching(/^[a-z]{1,9}$/)
const around = fc.constantFrom(
  (text: string) => text,
  (text: string) => `Failed: ${text}.`,
  (text: string) => `at read (${text})`,
  (text: string) => `{"value":"${text}"}`,
  (text: string) => `first\n  ${text}, then\n`,
)
const base64url = fc.stringMatching(/^[\w-]{43}$/)
const secrets = {
  'a mail address': fc.tuple(word, word, word).map(([name, host, end]) => `${name}@${host}.${end}`),
  'a mail address in a link': fc.tuple(word, word).map(([name, host]) => `${name}%40${host}.org`),
  'a sign-in token': base64url,
  'a session id': fc.uuid(),
  'a six-digit code': fc.stringMatching(/^\d{6}$/),
  'a code in two groups': fc.stringMatching(/^\d{3}[ -]\d{3}$/),
  'a spaced mail address': fc.tuple(word, word).map(([name, host]) => `${name} @ ${host}.org`),
  'a mail address in words': fc
    .tuple(word, word)
    .map(([name, host]) => `${name} [at] ${host} [dot] org`),
  'a home directory': fc
    .tuple(fc.constantFrom('/home/', '/Users/', 'C:\\Users\\'), word)
    .map((parts) => parts.join('')),
  'a network address': fc.ipV4(),
  'a link of another site': fc.webUrl({ withQueryParameters: true, withFragments: true }),
}

test.each(Object.entries(secrets))('%s never leaves the browser', (_, secret) => {
  fc.assert(
    fc.property(secret, around, word, (text, place, before) => {
      expect(clean(`${before} ${place(text)}`)).not.toContain(text)
    }),
  )
})

test('a query string never leaves the browser, whatever it belongs to', () => {
  const value = fc.stringMatching(/^[A-Za-z]{3,12}$/).map((text) => `v${text}v`)
  const address = fc.constantFrom(
    `${origin}/auth/callback?token=`,
    `${origin}/?page=2&q=`,
    '/auth/callback?token=',
    'https://other.example/a?b=',
    '/api/boycotts?page=1&sort=',
  )
  fc.assert(
    fc.property(address, value, around, (start, text, place) => {
      expect(clean(place(`${start}${text}`))).not.toContain(text)
    }),
  )
})

test('a named secret never leaves the browser', () => {
  const name = fc.constantFrom(
    'username',
    'userName',
    'login',
    'token',
    'code',
    'password',
    'sid',
    'authorization',
    'session',
  )
  const sign = fc.constantFrom('=', ': ', ':', ' = ', '":"')
  fc.assert(
    fc.property(name, sign, fc.stringMatching(/^x[a-z]{4,10}x$/), (key, between, text) => {
      expect(clean(`Refused, ${key}${between}${text} is wrong`)).not.toContain(text)
    }),
  )
})

test('scrubbing is idempotent', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), ...Object.values(secrets)), around, (text, place) => {
      const once = clean(place(text))
      expect(clean(clean(once))).toBe(clean(once))
    }),
  )
})

test('text about the fault remains: words, own scripts, lines and columns', () => {
  const stack = [
    "TypeError: Cannot read properties of undefined (reading 'score')",
    `    at Feed (${origin}/assets/index-DStmKZou.js:11:123456)`,
    `    at ${origin}/assets/access-restricted-dialog-CNw15gOB.js:1:20`,
  ].join('\n')
  expect(clean(stack)).toBe(stack.replaceAll(origin, ''))
})

test('the submission that the user was reading is removed', () => {
  expect(clean(`at ${origin}/boycott/a1B2c3D4:3:7`)).toBe('at /boycott/[part]')
  expect(clean(`${origin}/auth/callback?token=secretsecret#x`)).toBe('/auth/callback')
})

test('quoted content is removed', () => {
  expect(clean('Unexpected token \'M\', "Margaret Hale wrote" is not valid JSON')).toBe(
    'Unexpected token \'M\', "[text]" is not valid JSON',
  )
  expect(clean(`can't access property "score", one is undefined`)).toContain('"score"')
})
