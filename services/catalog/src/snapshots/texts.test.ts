import { expect, test } from 'vitest'
import { csvLine, jsonLine, withoutAddresses } from './texts.ts'

test.each([
  ['=HYPERLINK("https://example.org")', `"'=HYPERLINK(""https://example.org"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['a, "b"\nc', '"a, ""b""\nc"'],
])('no spreadsheet runs %j of a CSV file as a formula', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

test('numbers, times and missing values stay what they are', () => {
  const row = [-5, 1.5, true, new Date('2026-01-01T00:00:00Z'), null, '']
  expect(csvLine(row)).toBe('-5,1.5,true,2026-01-01T00:00:00.000Z,,\r\n')
  expect(jsonLine(['score', 'hot', 'public', 'at', 'kind', 'text'], row)).toBe(
    '{"score":-5,"hot":1.5,"public":true,"at":"2026-01-01T00:00:00.000Z","kind":null,"text":""}\n',
  )
})

test('mail addresses in names are replaced', () => {
  expect(withoutAddresses('Jo <jo.doe+x@example.org>, Paris')).toBe('Jo <[address]>, Paris')
  expect(withoutAddresses('Acme @ Home')).toBe('Acme @ Home')
  expect(withoutAddresses(null)).toBe(null)
})
