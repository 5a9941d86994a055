import { analyzeError, errorReportLimits, listErrorGroups } from '@answerable/contracts/diagnostics'
import {
  newMember,
  startBareTestService,
  startTestService,
  type TestService,
} from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { capturedErrors } from '../rules/captured-errors.ts'
import { diagnostics } from '../service.ts'
import { newReport } from '../testing/report.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService(diagnostics)
})
afterAll(() => service.stop())

const analyze = (body: unknown) =>
  service.send({ method: 'POST', path: analyzeError.path, body: JSON.stringify(body) })

describe('200', () => {
  test('a visitor gets the likeliest advice first', async () => {
    const response = await service.call(analyzeError, {
      body: newReport({ errorMessage: 'Failed to fetch' }),
    })
    expect(response.status).toBe(200)
    expect(response.body.suggestions[0]).toMatchObject({
      title: 'Your device may be offline',
      severity: 'high',
      confidence: 0.7,
    })
    expect(response.body.suggestions).toHaveLength(5)
  })

  test('an unknown error gets an empty list', async () => {
    const { body } = await service.call(analyzeError, {
      body: newReport({ errorMessage: 'the flux capacitor is empty' }),
    })
    expect(body).toEqual({ suggestions: [] })
  })

  test('every captured error gets a suggestion', async () => {
    const responses = await Promise.all(
      capturedErrors.map(({ errorType, errorMessage, stackTrace }) =>
        service.call(
          analyzeError,
          { body: newReport({ errorType, errorMessage, stackTrace }) },
          { viewer: newMember() },
        ),
      ),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('stack and action may be missing, longer texts are cut', async () => {
    const { stackTrace: _stack, userAction: _action, ...bare } = newReport()
    expect((await analyze(bare)).status).toBe(200)
    expect((await analyze({ ...bare, stackTrace: null, userAction: null })).status).toBe(200)
    const errorMessage = 'm'.repeat(errorReportLimits.errorMessage + 5_000)
    expect((await analyze({ ...bare, errorMessage })).status).toBe(200)
  })

  test('text that cannot be stored does no harm', async () => {
    const response = await analyze(newReport({ errorMessage: 'a\u0000b', errorType: '\ud800' }))
    expect(response.status).toBe(200)
  })

  test('advice does not need the database', async () => {
    const alone = await startBareTestService(diagnostics, {
      DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/nowhere',
    })
    onTestFinished(() => alone.stop())
    const response = await alone.call(analyzeError, { body: newReport() })
    expect(response.body.suggestions).not.toEqual([])
    const admin = { ...newMember(), role: 'admin' as const }
    expect((await alone.call(listErrorGroups, {}, { viewer: admin })).status).toBe(503)
  })
})

describe('400', () => {
  const complete = newReport()
  test.each([
    ['nothing', {}],
    ['no list', []],
    ['no message', { ...complete, errorMessage: undefined }],
    ['a type that is no text', { ...complete, errorType: 1 }],
    ['a stack that is no text', { ...complete, stackTrace: ['a'] }],
    ['a time that is none', { ...complete, timestamp: 'yesterday' }],
    ['a field that is not in the contract', { ...complete, email: 'bob@example.org' }],
  ])('for %s', async (_what, body) => {
    const response = await analyze(body)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ error: { code: 'invalid_request' } })
  })
})

test('413 for a body of more than 16 kB', async () => {
  const response = await analyze(newReport({ stackTrace: 's'.repeat(16_384) }))
  expect(response.status).toBe(413)
  expect(response.body).toMatchObject({ error: { code: 'body_too_large' } })
})

test('a content type other than JSON is 415', async () => {
  const response = await service.send(
    { method: 'POST', path: analyzeError.path, body: 'a=b' },
    { headers: { 'content-type': 'text/plain' } },
  )
  expect(response.status).toBe(415)
})
