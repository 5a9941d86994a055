import fc from 'fast-check'
import { expect, test } from 'vitest'
import { embedOf } from '../features/submissions/embed.ts'
import { aSubmission } from '../testing/submissions.ts'
import { addressParts } from './address-parts.ts'

const pieces = fc.array(
  fc.oneof(
    fc.webUrl(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('javascript:alert(1)', 'data:text/html,x', 'http://', 'https://[', '\n', '<a>'),
  ),
)

test('nothing of the text is lost, and nothing but http and https is linked', () => {
  fc.assert(
    fc.property(pieces, (given) => {
      const text = given.join(' ')
      const parts = addressParts(text)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      for (const { href } of parts) {
        if (href !== undefined) expect(new URL(href).protocol).toMatch(/^https?:$/)
      }
    }),
  )
})

test('an address with user info is not linked', () => {
  for (const text of [
    'https://www.bank.example@evil.example/',
    'https://bank.example:443@evil.example',
    'http://:x@evil.example',
    'https://bank.example%2f@evil.example',
  ]) {
    expect(addressParts(text)).toEqual([{ text }])
  }
})

test.each([
  ['letters of another alphabet', 'https://www.p\u0430ypal.com/a'],
  ['letters of another alphabet alone', 'https://\u0430\u0440\u0440\u04cf\u0435.com'],
  ['Latin letters that look like others', 'https://v\u0131sa.com/'],
  ['letters that look like a slash', 'https://good.com\u30ce.evil.com'],
  ['wide letters', 'https://\uff45vil.com/x'],
  ['one number', 'http://0x7f000001/'],
  ['what comes after backslashes', 'https://\\evil.com\\good.com'],
])('a host made of %s is shown in ASCII', (_what, text) => {
  const url = new URL(text)
  const [part] = addressParts(text)
  expect(part?.href).toBe(url.href)
  expect(part?.text.startsWith(`${url.protocol}//${url.host}`)).toBe(true)
})

test('a host in one alphabet is shown as typed', () => {
  for (const text of [
    'https://Example.org/A',
    'https://example.org:443/a',
    'https://m\u00fcnchen.de:8443/a?b#c',
    'https://\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444/\u0430',
    'http://127.0.0.1/',
    'https://[2001:db8::1]/',
  ]) {
    expect(addressParts(text)).toEqual([{ text, href: new URL(text).href }])
  }
})

test('punctuation after an address does not belong to it', () => {
  expect(addressParts('See https://example.org/a, (http://example.org/b).')).toEqual([
    { text: 'See ' },
    { text: 'https://example.org/a', href: 'https://example.org/a' },
    { text: ', (' },
    { text: 'http://example.org/b', href: 'http://example.org/b' },
    { text: ').' },
  ])
})

test('a closing bracket belongs to an address that has the opening one', () => {
  const film = 'https://example.org/Blackfish_(film)'
  expect(addressParts(film)).toEqual([{ text: film, href: film }])
  expect(addressParts(`(see ${film}).`)).toEqual([
    { text: '(see ' },
    { text: film, href: film },
    { text: ').' },
  ])
})

test('only the player of the declared type is framed', () => {
  const framed = (embedType: 'youtube' | 'tiktok' | 'twitter', embedUrl: string) =>
    embedOf(aSubmission({ embedType, embedUrl }))?.src
  const good = 'https://www.youtube-nocookie.com/embed/abc'
  expect(framed('youtube', good)).toBe(good)
  expect(framed('tiktok', good)).toBeUndefined()
  expect(framed('youtube', good.replace('https', 'http'))).toBeUndefined()
  expect(
    framed('youtube', 'https://www.youtube-nocookie.com.example.org/embed/abc'),
  ).toBeUndefined()
  expect(framed('youtube', 'https://user@example.org/www.youtube-nocookie.com')).toBeUndefined()
  expect(framed('twitter', 'javascript:alert(1)')).toBeUndefined()
  expect(embedOf(aSubmission())).toBeUndefined()
})
