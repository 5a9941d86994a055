import { expect, test } from 'vitest'
import { placeQueryOf } from './rules.ts'

test.each([
  ['Berl', { name: 'Berl', area: null }],
  ['Berlin, Ger', { name: 'Berlin', area: ' Ger' }],
  ['Berlin, State of Berlin, Ger', { name: 'Berlin', area: ' Ger' }],
  ['Berlin, ', { name: 'Berlin', area: null }],
  ['東京、日本', { name: '東京', area: '日本' }],
])('%s', (text, query) => {
  expect(placeQueryOf(text)).toEqual(query)
})
