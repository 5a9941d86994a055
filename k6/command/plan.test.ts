import { expect, test } from 'vitest'
import { readPlan, scripts } from './plan.ts'

test.each(scripts)('%s starts a site of its own where none is named', (script) => {
  expect(readPlan([script, '-e', 'RATE=5'], {})).toEqual({
    script,
    url: null,
    options: ['-e', 'RATE=5'],
  })
})

test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
  'load goes to %s, a loopback address',
  (url) => {
    expect(readPlan(['vote'], { BASE_URL: url }).url).toBe(url)
  },
)

test.each(['https://answerable.example', 'http://10.0.0.7', 'http://localhost.example.org'])(
  'load goes to %s only with --anywhere',
  (url) => {
    expect(() => readPlan(['vote'], { BASE_URL: url })).toThrow('--anywhere')
    expect(readPlan(['vote', '--anywhere', '--quiet'], { BASE_URL: url })).toEqual({
      script: 'vote',
      url,
      options: ['--quiet'],
    })
  },
)

test('an invalid command prints the usage', () => {
  expect(() => readPlan([], {})).toThrow('npm run load -- browse|vote|live|mixed')
  expect(() => readPlan(['../secret'], {})).toThrow('npm run load')
  expect(() => readPlan(['vote'], { BASE_URL: 'localhost:8080' })).toThrow('BASE_URL must be')
})
