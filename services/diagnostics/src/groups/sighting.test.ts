import type { ErrorReport } from '@answerable/contracts/diagnostics'
import { cpuMillisecondsOf } from '@answerable/service-kit/testing/cpu-time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { capturedErrors } from '../rules/captured-errors.ts'
import { framesOf } from './frames.ts'
import { sightingOf } from './sighting.ts'

const report = (parts: Partial<ErrorReport>): ErrorReport => ({
  errorType: 'TypeError',
  errorMessage: 'x is undefined',
  timestamp: '2026-11-20T12:00:00Z',
  ...parts,
})
const fingerprintOf = (parts: Partial<ErrorReport>, rule: string | null = 'page-broke') =>
  sightingOf(report(parts), rule).fingerprint

const chromium = (build: string, line = 58) =>
  `TypeError: x
    at Object.readRow (https://answerable.example/assets/index-${build}.js:${line}:63460)
    at new Feed (https://answerable.example/assets/index-${build}.js:${line}:63461)
    at Array.map (<anonymous>)
    at https://answerable.example/assets/index-${build}.js:9:81
    at async load (https://answerable.example/assets/index-${build}.js:9:21)`
const firefox = `readRow@https://answerable.example/assets/index-DkA92xZq.js:58:63460
Feed@https://answerable.example/assets/index-DkA92xZq.js:58:63461
cases/rows<@https://answerable.example/assets/index-DkA92xZq.js:9:81
async*load@https://answerable.example/assets/index-DkA92xZq.js:9:59
`
const webkit = `readRow@https://www.answerable.example/assets/index-DkA92xZq.js:58:63472
Feed@https://www.answerable.example/assets/index-DkA92xZq.js:58:63473
map@[native code]
@https://www.answerable.example/assets/index-DkA92xZq.js:9:81`

describe('one error is one group', () => {
  test('in Chromium, Firefox and WebKit', () => {
    const expected = fingerprintOf({ stackTrace: chromium('DkA92xZq') })
    expect(fingerprintOf({ stackTrace: firefox })).toBe(expected)
    expect(fingerprintOf({ stackTrace: webkit })).toBe(expected)
  })

  test.each([
    'translatedReplace',
    'translatedInsert',
    'renderLoopEffect',
    'undefinedProperty',
    'maxStack',
  ])('in the stacks that the three engines gave for %s', (situation) => {
    const captured = capturedErrors.filter(
      (error) => error.situation === situation && error.stackTrace !== '',
    )
    const fingerprints = captured.map((error) => sightingOf(report(error), error.rule).fingerprint)
    expect(captured.length).toBeGreaterThan(0)
    expect(new Set(fingerprints).size).toBe(1)
  })

  test('in two builds, on two hosts, with another message', () => {
    const expected = fingerprintOf({ stackTrace: chromium('DkA92xZq') })
    expect(fingerprintOf({ stackTrace: chromium('Zz81kQpX', 71) })).toBe(expected)
    expect(fingerprintOf({ stackTrace: chromium('DkA92xZq'), errorMessage: 'y' })).toBe(expected)
  })

  test('however deep a recursion went', () => {
    const frame = '    at dive (https://answerable.example/assets/index-DkA92xZq.js:1:2)\n'
    expect(fingerprintOf({ stackTrace: frame.repeat(3) })).toBe(
      fingerprintOf({ stackTrace: frame.repeat(40) }),
    )
  })

  test('without a stack when the messages differ in numbers, ids and quotes only', () => {
    const expected = fingerprintOf({ errorMessage: "row 12 of 'Acme' failed", stackTrace: null })
    expect(fingerprintOf({ errorMessage: "row 7 of 'Initech' failed" })).toBe(expected)
  })
})

test('errors of other functions, files, rules and messages are other groups', () => {
  const place = (name: string, file: string) =>
    `    at ${name} (https://answerable.example/assets/${file}:1:2)`
  const fingerprints = [
    fingerprintOf({ stackTrace: place('vote', 'index-DkA92xZq.js') }),
    fingerprintOf({ stackTrace: place('flag', 'index-DkA92xZq.js') }),
    fingerprintOf({ stackTrace: place('vote', 'admin-DkA92xZq.js') }),
    fingerprintOf({ stackTrace: place('vote', 'index-DkA92xZq.js') }, 'unavailable'),
    fingerprintOf({ errorMessage: 'one' }),
    fingerprintOf({ errorMessage: 'other' }),
  ]
  expect(new Set(fingerprints).size).toBe(fingerprints.length)
})

test('errors without a rule are grouped by type', () => {
  expect(fingerprintOf({ errorType: 'RangeError' }, null)).not.toBe(fingerprintOf({}, null))
})

test('the release is the entry chunk in sight, else another chunk, else unknown', () => {
  const stackTrace = `    at a (https://answerable.example/assets/admin-page-Yy71kQpA.js:1:2)
    at b (https://answerable.example/assets/index-DkA92xZq.js:1:2)`
  expect(sightingOf(report({ stackTrace }), null).release).toBe('index-DkA92xZq')
  const errorMessage =
    'error loading dynamically imported module: https://answerable.example/assets/admin-page-Yy71kQpA.js'
  expect(sightingOf(report({ errorMessage }), null).release).toBe('admin-page-Yy71kQpA')
  expect(sightingOf(report({}), null).release).toBeNull()
})

test('the example contains the place of the error and no personal data', () => {
  const { example } = sightingOf(
    report({
      errorType: 'SyntaxError',
      errorMessage: 'bad answer for bob@example.org from 192.0.2.7',
      userAction: 'sign in as bob@example.org',
      stackTrace: `SyntaxError: bad answer for bob@example.org
    at read (https://answerable.example/assets/index-DkA92xZq.js:58:63460)
    at show (https://bob:pw@answerable.example/boycott/a1B2c3D4?token=secret:3:4)
    at inject (chrome-extension://abcdefghijklmnop/bob.js:1:2)
    at file (file:///home/bob/page.html:1:2)`,
    }),
    null,
  )
  expect(example).toEqual({
    errorType: 'SyntaxError',
    errorMessage: 'bad answer for [address] from [ip]',
    userAction: 'sign in as [address]',
    stackTrace: 'read index-DkA92xZq.js:58:63460\nshow page:3:4\ninject extension:1:2',
  })
})

test('only frames of a hostile stack are stored', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc.emailAddress(),
      (any, address) => {
        const { example } = sightingOf(
          report({
            errorType: any,
            stackTrace: `${any}\n${address}\n    at ${address} (https://a.example/${address}:1:2)\n${any}`,
          }),
          null,
        )
        expect(JSON.stringify(example)).not.toContain(address)
        expect(JSON.stringify(example)).not.toContain('\\u0000')
      },
    ),
    { numRuns: 30 },
  )
  const flood = `    at ${'a.'.repeat(2_000)} (${'https://'.repeat(200)}:1:2)\n`
  expect(cpuMillisecondsOf(() => framesOf(flood.repeat(50)))).toBeLessThan(20_000)
})
