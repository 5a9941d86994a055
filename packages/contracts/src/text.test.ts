import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { line, lines } from './text.ts'

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

  test('of one line has no line break', () => {
    expect(oneLine.parse('a\n\tb')).toBe('a b')
    expect(oneLine.parse('a\t\u0001\tb')).toBe('a b')
  })

  test('that shows nothing counts as empty', () => {
    for (const blank of ['', '   ', '\n', '\u200b', '\u202e', '\u3164', '\u1160\uffa0', '\u2800']) {
      expect(oneLine.safeParse(blank).success).toBe(false)
    }
  })

  test('may have exactly the longest length, and no more', () => {
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
