import { expect, test } from 'vitest'
import { turnOf } from './turn-of.ts'

test.each([
  ['example.org', 'example.org'],
  ['www.example.org', 'example.org'],
  ['a.b.example.org.', 'example.org'],
  ['www.bbc.co.uk', 'bbc.co.uk'],
  // Hosts of different owners below a shared domain.
  ['one.github.io', 'one.github.io'],
  ['www.two.github.io', 'two.github.io'],
  ['github.io', 'github.io'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['9.9.9.9', '9.9.9.9'],
  ['[2600::1]', '[2600::1]'],
])('%s has the turns of %s', (host, turn) => {
  expect(turnOf(host)).toBe(turn)
})
