import { suggestion } from '@answerable/contracts/diagnostics'
import { errorCatalogue } from '@answerable/contracts/errors'
import { cpuMillisecondsOf } from '@answerable/service-kit/testing/cpu-time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diagnose, suggestionOf } from '../suggestions/diagnose.ts'
import { type CapturedError, capturedErrors } from './captured-errors.ts'
import { rules } from './rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const report = (error: Partial<CapturedError> & { userAction?: string; timestamp?: string }) => ({
  errorType: error.errorType ?? 'Error',
  errorMessage: error.errorMessage ?? '',
  stackTrace: error.stackTrace ?? null,
  userAction: error.userAction ?? null,
  timestamp: error.timestamp ?? now.toISOString(),
})
const idsFor = (error: Parameters<typeof report>[0]) =>
  diagnose(report(error), now).map(({ rule }) => rule.id)

describe('errors captured from real engines', () => {
  test.each(capturedErrors)(
    '$engine $version, $situation ($source): $rule comes first',
    ({ rule, ...error }) => {
      expect(idsFor(error)[0] ?? null).toBe(rule)
    },
  )

  test('every rule is the best match for at least one of them', () => {
    const hit = new Set(capturedErrors.map(({ rule }) => rule))
    expect(rules.filter(({ id }) => !hit.has(id)).map(({ id }) => id)).toEqual([])
  })

  test('Chromium, Firefox and WebKit each threw a good part of them', () => {
    const thrown = Map.groupBy(
      capturedErrors.filter(({ source, rule }) => source === 'thrown' && rule !== null),
      ({ engine }) => engine,
    )
    for (const engine of ['chromium', 'firefox', 'webkitgtk'] as const) {
      expect(thrown.get(engine)?.length).toBeGreaterThan(40)
    }
  })
})

test('every error of the site’s catalogue gets advice, in the page’s wording', () => {
  for (const [code, { status, message }] of Object.entries(errorCatalogue)) {
    const body = JSON.stringify({ error: { code, message, requestId: 'r' } })
    const ids = idsFor({ errorType: 'ApiError', errorMessage: `${status}: ${body}` })
    expect(ids, code).not.toEqual([])
  }
})

test('a failed request without a reason gets the likely causes in order', () => {
  for (const errorMessage of [
    'Failed to fetch',
    'Failed to fetch (answerable.example)',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
    'Load failed (answerable.example)',
  ]) {
    expect(idsFor({ errorType: 'TypeError', errorMessage })).toEqual([
      'network-down',
      'site-unreachable',
      'content-blocked',
      'connection-cut',
      'address-not-found',
    ])
  }
})

test('a clock that is far off moves up among the causes of a failed request', () => {
  const ids = idsFor({
    errorType: 'TypeError',
    errorMessage: 'Load failed',
    timestamp: '2019-01-01T00:00:00Z',
  })
  expect(ids.slice(0, 2)).toEqual(['network-down', 'clock-wrong'])
})

test('the last action distinguishes errors with the same message in WebKit', () => {
  const error = {
    errorType: 'NotAllowedError',
    errorMessage:
      'The request is not allowed by the user agent or the platform in the current context, possibly because the user denied permission.',
  }
  expect(idsFor({ ...error, userAction: 'copy the address' })[0]).toBe('clipboard-refused')
})

test('a code that a scrubber took for a secret is known by its sentence', () => {
  const errorMessage = '403: {"error"[text]"[text]Signing in is not available in your location."}'
  expect(idsFor({ errorType: 'ApiError', errorMessage })[0]).toBe('jurisdiction-restricted')
})

test('an error event’s message counts like the error it names', () => {
  const expected = idsFor({ errorType: 'TypeError', errorMessage: 'Failed to fetch' })
  for (const errorMessage of [
    'Uncaught TypeError: Failed to fetch',
    'Uncaught (in promise) TypeError: Failed to fetch',
    'TypeError: Failed to fetch',
  ]) {
    expect(idsFor({ errorType: 'Error', errorMessage })).toEqual(expected)
    expect(idsFor({ errorType: '', errorMessage })).toEqual(expected)
  }
})

test('an unknown error gets no advice', () => {
  expect(idsFor({ errorMessage: 'The flux capacitor is empty' })).toEqual([])
  expect(idsFor({ errorType: '', errorMessage: '' })).toEqual([])
})

test('advice fits the contract and contains steps, and rule ids are unique', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
  for (const rule of rules) {
    const advice = suggestionOf({ rule, confidence: 0.5 })
    expect(suggestion.safeParse(advice), rule.id).toMatchObject({ success: true })
    expect(advice.actionSteps.length, rule.id).toBeGreaterThan(0)
    for (const { confidence } of rule.signs) {
      expect(confidence, rule.id).toBeGreaterThan(0)
      expect(confidence, rule.id).toBeLessThan(1)
    }
  }
})

test('any input gets at most five suggestions, the likeliest first', () => {
  const piece = fc.constantFrom(...capturedErrors.map(({ errorMessage }) => errorMessage))
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(piece, { maxLength: 4 }),
      fc.string(),
      (type, texts, stack) => {
        const found = diagnose(
          report({ errorType: type, errorMessage: texts.join(' '), stackTrace: stack }),
          now,
        )
        const confidences = found.map(({ confidence }) => confidence)
        expect(found.length).toBeLessThanOrEqual(5)
        expect(confidences).toEqual(confidences.toSorted((one, other) => other - one))
      },
    ),
  )
})

test('hostile texts cost no more than a moment', () => {
  const pieces = capturedErrors.flatMap(({ errorMessage, errorType }) => [
    errorMessage.slice(0, 12),
    `${errorType}: ${errorMessage}`.slice(0, 30),
  ])
  const tried = new Set(pieces)
  const milliseconds = cpuMillisecondsOf(() => {
    for (const piece of tried) {
      const flood = `${piece}${piece.slice(-3).repeat(2_000)}`.slice(0, 2_000)
      diagnose(report({ errorMessage: flood, stackTrace: `${flood}\n${flood}` }), now)
    }
  })
  expect(milliseconds / tried.size).toBeLessThan(100)
})
