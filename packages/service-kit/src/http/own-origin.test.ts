import { expect, test } from 'vitest'
import { isOwnOrigin } from './own-origin.ts'

const production = { publicOrigin: 'https://answerable.example', host: 'answerable.example' }
const development = { publicOrigin: 'http://localhost:8080', host: '127.0.0.1:8080' }

test('production accepts its own origin and nothing else', () => {
  expect(isOwnOrigin('https://answerable.example', production)).toBe(true)
  for (const other of [
    'http://answerable.example',
    'https://answerable.example:444',
    'https://answerable.example.evil.example',
    'https://answerable.example, https://answerable.example',
    'null',
    '',
  ]) {
    expect(isOwnOrigin(other, production)).toBe(false)
  }
})

test('development accepts its other local names, but no foreign name that resolves to this machine', () => {
  expect(isOwnOrigin('http://localhost:8080', development)).toBe(true)
  expect(isOwnOrigin('http://127.0.0.1:8080', development)).toBe(true)
  expect(isOwnOrigin('http://127.0.0.1:9090', development)).toBe(false)
  const rebound = { publicOrigin: 'http://localhost:8080', host: 'evil.example:8080' }
  expect(isOwnOrigin('http://evil.example:8080', rebound)).toBe(false)
})
