import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance, nearMisses } from './edits.ts'
import { fold } from './fold.ts'
import { markExcerpt, markMatches } from './matches.ts'
import { parseQuery, replaceTerms } from './query.ts'

const textsOf = (text: string) => {
  const { required, excluded } = parseQuery(text)
  return [required.map((term) => term.text), excluded.map((term) => term.text)]
}

test.each([
  ['coca cola', [['coca', 'cola'], []]],
  ['"Coca Cola" -zero', [['Coca Cola'], ['zero']]],
  ['“block the lane” -"no sugar" x', [['block the lane', 'x'], ['no sugar']]],
  ['coca-cola - & "" - -', [['coca-cola'], []]],
  ['"unclosed phrase', [['unclosed', 'phrase'], []]],
  ['a -b -', [['a'], ['b']]],
])('%s', (text, expected) => {
  expect(textsOf(text)).toEqual(expected)
})

test('only a word at the end of the text is the beginning of a word', () => {
  const prefixesOf = (text: string) => parseQuery(text).required.map(({ isPrefix }) => isPrefix)
  expect(prefixesOf('coca col')).toEqual([false, true])
  expect(prefixesOf('coca "col"')).toEqual([false, false])
  expect(prefixesOf('coca -col')).toEqual([false])
})

const anyText = fc.string({ unit: 'grapheme', maxLength: 200 })

test('every text has terms with letters or digits, and writing them again gives the same terms', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const parsed = parseQuery(text)
      for (const term of [...parsed.required, ...parsed.excluded])
        expect(term.text).toMatch(/[\p{L}\p{N}]/u)
      expect(textsOf(replaceTerms(parsed, new Map()))).toEqual(textsOf(text))
    }),
  )
})

test('marked texts are the original text', () => {
  fc.assert(
    fc.property(
      anyText,
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
      (text, word) => {
        const marked = [{ word: fold(word).text, isPrefix: true }]
        const parts = markMatches(text, marked)
        if (parts !== undefined) expect(parts.map((part) => part.text).join('')).toBe(text)
        for (const part of markExcerpt(text, marked) ?? [])
          expect(part.text.isWellFormed()).toBe(true)
      },
    ),
  )
})

test('an excerpt contains the first match and some context', () => {
  const text = `${'before '.repeat(40)}the Needle is here ${'after '.repeat(80)}`
  const parts = markExcerpt(text, [{ word: 'needle', isPrefix: false }]) ?? []
  expect(parts.filter(({ marked }) => marked)).toEqual([{ text: 'Needle', marked: true }])
  const whole = parts.map((part) => part.text).join('')
  expect(whole).toMatch(/^… before .*the Needle is here .* …$/)
  expect(whole.length).toBeLessThan(230)
})

test('near misses are one letter away', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcxyz'), minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(editDistance(one, other)).toBe(editDistance(other, one))
      expect(nearMisses(one).includes(other)).toBe(editDistance(one, other) === 1)
    }),
  )
})
