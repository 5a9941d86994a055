import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aSubmission } from '../../testing/submissions.ts'
import { embedOf } from './embed.ts'
import { sourceParts } from './source-parts.ts'

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
      const parts = sourceParts(text)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      for (const { href } of parts) {
        if (href !== undefined) expect(new URL(href).protocol).toMatch(/^https?:$/)
      }
    }),
  )
})

test('punctuation after an address does not belong to it', () => {
  expect(sourceParts('See https://example.org/a, (http://example.org/b).')).toEqual([
    { text: 'See ' },
    { text: 'https://example.org/a', href: 'https://example.org/a' },
    { text: ', (' },
    { text: 'http://example.org/b', href: 'http://example.org/b' },
    { text: ').' },
  ])
})

test('only the player of the declared type is ever framed', () => {
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
