import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutText, line, lines } from './text.ts'

const oneLine = line({ min: 1, max: 120 })
const manyLines = lines({ min: 1, max: 5_000 })

describe('text that people write', () => {
  test('is never accepted with NUL or a lone surrogate', () => {
    for (const hostile of ['a\u0000b', 'a\ud800b', '\udc00']) {
      expect(oneLine.safeParse(hostile).success).toBe(false)
      expect(manyLines.safeParse(hostile).success).toBe(false)
    }
  })

  test('is trimmed, composed (NFC) and freed of control and bidi characters', () => {
    expect(oneLine.parse('  Cafe\u0301\u202e\u0007 ')).toBe('Caf\u00e9')
    expect(oneLine.parse('e\u200e\u0301')).toBe('\u00e9')
    expect(manyLines.parse('a\r\nb\u2067\u200fc')).toBe('a\nbc')
  })

  test('loses invisible characters that could imitate another text', () => {
    for (const invisible of [
      '\u00ad',
      '\u034f',
      '\u180e',
      '\u200b',
      '\u200c',
      '\u200d',
      '\u2060',
      '\u2063',
      '\u206a',
      '\u3164',
      '\uffa0',
      '\ufe0f',
      '\ufeff',
      '\ufff9',
      '\u{e0001}',
      '\u{e0061}',
      '\u{e0100}',
      '\u{1d173}',
    ]) {
      expect(oneLine.parse(`Ac${invisible}me 1${invisible}2`)).toBe('Acme 12')
      expect(manyLines.parse(`${invisible}Acme${invisible}${invisible}`)).toBe('Acme')
    }
  })

  test.each([
    ['an emoji of several', '👩‍👩‍👧 👨🏽‍🚀 ❤️‍🔥 🏳️‍🌈'],
    ['an emoji in colour, and one as text', '❤️ ❤︎ 1️⃣ #️⃣'],
    ['the flag of a region', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['Persian', 'می‌خواهم'],
    ['an abbreviation in Arabic script', 'ه‍.ش'],
    ['Hindi', 'क्‍ष क्‌ष'],
    ['Sinhala', 'ශ්‍රී'],
    ['Malayalam with a final chillu', 'അവന്‍'],
    ['Khmer with places to break', 'ភាសា​ខ្មែរ'],
    ['Han with a variant', '葛󠄀城市'],
    ['Mongolian with a variant', 'ᠠ᠋'],
    ['Old Korean', 'ᅟᅡ ᄀᅠ'],
  ])('keeps what %s needs', (_what, text) => {
    expect(oneLine.parse(text)).toBe(text.normalize('NFC'))
    expect(oneLine.parse(`a ${text} b`)).toBe(`a ${text.normalize('NFC')} b`)
  })

  test('retains a joiner only between letters that it joins', () => {
    expect(oneLine.parse('👩‍a')).toBe('👩a')
    expect(oneLine.parse('می‌ خواهم')).toBe('می خواهم')
    expect(oneLine.parse('क्‍‍‍ष')).toBe('क्‍ष')
    expect(oneLine.parse('🏴󠁧󠁢')).toBe('🏴')
    expect(oneLine.parse('12️3')).toBe('123')
  })

  test('is cut between characters, never within one', () => {
    expect(cutText('ab😀', 3)).toBe('ab')
    expect(cutText('ab😀', 4)).toBe('ab😀')
    expect(cutText('abc', 3)).toBe('abc')
  })

  test('of one line has no line break', () => {
    expect(oneLine.parse('a\n\tb')).toBe('a b')
    expect(oneLine.parse('a\t\u0001\tb')).toBe('a b')
  })

  test('without visible characters counts as empty', () => {
    for (const blank of ['', '   ', '\n', '\u200b', '\u202e', '\u3164', '\u1160\uffa0', '\u2800']) {
      expect(oneLine.safeParse(blank).success).toBe(false)
    }
  })

  test('may have the maximum length, but no more', () => {
    expect(oneLine.safeParse('x'.repeat(120)).success).toBe(true)
    expect(oneLine.safeParse('x'.repeat(121)).success).toBe(false)
  })

  test('comes out the same when it is cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (input) => {
        for (const schema of [oneLine, manyLines]) {
          const once = schema.safeParse(input)
          if (once.success) expect(schema.parse(once.data)).toBe(once.data)
        }
      }),
    )
  })
})
