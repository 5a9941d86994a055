import { cpuMillisecondsOf } from '@answerable/service-kit/testing/cpu-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scrubText } from './scrub.ts'

const textOf = (alphabet: string) =>
  fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 40 })
const text = textOf('abc xyz .,:!')
const textWithDigits = textOf('abc xyz .,:!12')
/** Positions of personal data in a message. */
const frame = fc.constantFrom(
  ['', ''],
  [' ', ' '],
  ['"', '"'],
  ["'", "'"],
  ['(', ')'],
  ['for ', ': failed'],
  ['id=', ','],
  ['at https://answerable.example/boycott/', ''],
  ['{"error":{"message":"', '"}}'],
  ['line one\n', '\nline three'],
) as fc.Arbitrary<[string, string]>

const isGone = (secret: fc.Arbitrary<string>) =>
  fc.assert(
    fc.property(
      textWithDigits,
      frame,
      secret,
      textWithDigits,
      (before, [open, close], personal, after) => {
        fc.pre(!before.includes(personal) && !after.includes(personal))
        const scrubbed = scrubText(`${before} ${open}${personal}${close} ${after}`)
        expect(scrubbed).not.toContain(personal)
      },
    ),
    { numRuns: 300 },
  )

const random = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length })
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('removes mail addresses and their local parts', () => {
  isGone(fc.emailAddress())
  fc.assert(
    fc.property(fc.emailAddress(), frame, (address, [open, close]) => {
      const [local = ''] = address.split('@')
      fc.pre(local.length > 9)
      expect(scrubText(`${open}${address}${close}`)).not.toContain(local)
    }),
  )
})

test('removes a mail address with an apostrophe from a link', () => {
  const text = "at https://answerable.example/boycott/someone.else'@a.example"
  expect(scrubText(text)).not.toContain('someone')
})

test('removes a mail address with a space that begins in a link', () => {
  expect(scrubText('at https://answerable.example/boycott/someone@ a.example')).toBe(
    'at /boycott/[address]',
  )
})

test.each([
  ['status 404 1990someone@a.example', 'status 404 [address]'],
  ['at https://answerable.example/boycott/12 3456someone@a.example', 'at /boycott/12 [address]'],
  ['call 123 456 1990someone [at] a [dot] example', 'call [number] [address]'],
  ['status 404 .1990someone@a.example', 'status 404 [address]'],
])('removes the whole mail address, digits and all, from %s', (text, scrubbed) => {
  expect(scrubText(text)).toBe(scrubbed)
})

test('removes user ids', () => isGone(fc.uuid()))

test('removes addresses of devices', () => {
  isGone(fc.ipV4())
  isGone(fc.ipV6().filter((address) => address !== '::'))
})

test('removes tokens, sessions and hashes', () => {
  isGone(random(base64, 43))
  isGone(random('0123456789abcdef', 64))
  isGone(random('0123456789ABCDEF', 16))
  isGone(
    fc.array(random(base64, 30), { minLength: 3, maxLength: 3 }).map((parts) => parts.join('.')),
  )
})

test('removes sign-in codes and phone numbers', () => {
  isGone(random('0123456789', 6))
  expect(scrubText('call 123 456 at home')).toBe('call [number] at home')
  expect(scrubText('call 030/123 45 67 @home')).toBe('call [number] [address]')
  for (const number of ['123 456', '123-456', '+49 170 1234567', '030/123 45 67', '555-123-4567']) {
    expect(scrubText(`call ${number} now`)).toBe('call [number] now')
  }
})

test('removes query strings', () => {
  isGone(
    fc
      .array(fc.tuple(random('abcdefghij', 5), random(`${base64}%.`, 12)), { minLength: 1 })
      .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`),
  )
  expect(scrubText('GET https://answerable.example/auth/callback?token=abc#top failed')).toBe(
    'GET /auth/callback failed',
  )
})

test('removes values that a header or form field names as secret', () => {
  expect(scrubText('Authorization: abc')).toBe('[secret]')
  expect(scrubText('{"password":"hunter"}')).toBe('{"[secret]}')
  expect(scrubText('{"password":"my dear hunter","a":1}')).toBe('{"[secret],"a":1}')
  expect(scrubText('cookie = a')).toBe('[secret]')
  expect(scrubText('Authorization: Basic Ym9iOnA')).toBe('[secret]')
  expect(scrubText('Cookie: a=b; c=d')).toBe('[secret]')
  expect(scrubText('code １２３４５６ of bob＠example．org')).toBe('code [number] of [address]')
})

test.each([
  'bob%40example.org',
  'bob%2540example.org',
  '/u/bob%40example.org/edit',
  'bob @ example.org',
  'bob@ example . org',
  'bob [at] example [dot] org',
  'bob(at)example.org',
  'bob at example dot org',
])('an address written as %s is one', (address) => {
  expect(scrubText(`mail ${address} failed`)).toBe('mail [address] failed')
})

test.each([
  '/home/bob/notes/diary.txt',
  '/Users/bob.smith/Library',
  '/home/bob',
  String.raw`C:\Users\bob\Desktop\a.html`,
  String.raw`C:\Users\Bob Smith\Desktop`,
  String.raw`C:\\Users\\bob\\a`,
  'D:/Users/bob/a',
])('the home directory %s is left out', (path) => {
  expect(scrubText(`cannot read "${path}" now`)).toBe('cannot read "[home]" now')
})

test.each([
  ['{"username":"bob","id":7}', '{"[user],"id":7}'],
  [String.raw`{\"userName\":\"bob\"}`, String.raw`{\"[user]}`],
  ['{"displayName":"Bob B. Smith"}', '{"[user]}'],
  ['user=bob&x', '[user]&x'],
  ['author: bob', '[user]'],
  ["User 'bob' is not there", '[user] is not there'],
  ['GET /users/bob failed', 'GET [user] failed'],
  ['GET /users//users/bob failed', 'GET [user] failed'],
  ['GET https://answerable.example/api/members/bob/votes failed', 'GET /api[user]/votes failed'],
])('the name of a user in %s is left out', (text, scrubbed) => {
  expect(scrubText(text)).toBe(scrubbed)
})

test.each([
  'eyJhbGciOiJub25lIn0.e30.',
  'q2+w/8Zp3k1+aLm0',
  'Zm9vYmFyYmF6MTI=',
  'q2%2Bw%2F8Zp3k1%2BaLm0Zp3k1aLm0xyz%3D',
])('no part is left of the token %s', (token) => {
  expect(scrubText(`with ${token} it failed`)).toBe('with [token] it failed')
})

test('removes text that a parser quotes from a response', () => {
  expect(scrubText('Unexpected token \'M\', "Mrs Smith,"... is not valid JSON')).toBe(
    'Unexpected token \'M\', "[text]" is not valid JSON',
  )
})

test('removes hosts, extensions, files and blobs, but not paths of the site', () => {
  expect(scrubText('wss://answerable.example/ws failed')).toBe('/ws failed')
  expect(scrubText('chrome-extension://abcdefghijklmnop/a.js')).toBe('[url]')
  expect(scrubText('file:///home/bob/index.html')).toBe('[url]')
  expect(scrubText('blob:https://answerable.example/1b4e28ba')).toBe('[url]')
})

test('does not remove text that helps to find the cause', () => {
  for (const message of [
    "Cannot read properties of undefined (reading 'username')",
    'can\'t access property "username", e.author is null',
    'Minified React error #185; visit it for the full message',
    '503: {"error":{"code":"unavailable","message":"Please try again in a moment."}}',
    'Failed to fetch boycotts: Service Unavailable',
    'JSON.parse: unexpected character at line 1 column 1 of the JSON data',
    'Failed to load /assets/submission-page-Zz81kQpX.js',
    'NS_ERROR_WEBSOCKET_CONNECTION_REFUSED',
    "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
    'The user aborted a request at line 3. Then it stopped.',
    'GET /api/boycotts/a1B2c3D4/comments failed',
    'User denied Geolocation',
  ]) {
    expect(scrubText(message)).toBe(message)
  }
})

test('removes characters that PostgreSQL cannot store', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (any) => {
      const scrubbed = scrubText(`${any}\u0000\ud800`)
      expect(scrubbed).not.toContain('\u0000')
      expect(scrubbed.isWellFormed()).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('scrubbing twice changes nothing more', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.emailAddress(), fc.uuid(), fc.ipV4(), fc.webUrl()),
      text,
      (one, two) => {
        const once = scrubText(`${two} ${one} ${two}`)
        expect(scrubText(once)).toBe(once)
      },
    ),
  )
})

test('hostile texts cost no more than a moment', () => {
  const pieces = [
    'a',
    '1',
    ':',
    '@',
    '?a=',
    'a.',
    '"',
    '-',
    'token ',
    'http://',
    '::',
    '1.',
    'f'.repeat(31),
    'a at ',
    'a@ b. ',
    '%40',
    '%2B',
    'eyJ.',
    '/home/',
    'C:\\Users\\a b',
    '1 ',
    '1 (a',
    'user="',
    '/u/',
  ]
  const milliseconds = cpuMillisecondsOf(() => {
    for (const piece of pieces) scrubText(piece.repeat(6_000).slice(0, 6_000))
  })
  expect(milliseconds).toBeLessThan(10_000)
})
