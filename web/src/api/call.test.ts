import { verifyCode } from '@answerable/contracts/sign-in'
import { listSubmissions, readSubmission } from '@answerable/contracts/submissions'
import { withdrawVote } from '@answerable/contracts/votes'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, failedFetch, messageFor } from './api-error.ts'
import { call, callWithHeaders } from './call.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const answering = (body: string | null, init: ResponseInit = {}) => {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => new Response(body, init))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const failureOf = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error('The call did not fail as an ApiError.')
}

const codeInput = { body: { email: 'a@example.org', code: '123456' } }

test('a call sends credentials, and JSON only with a body', async () => {
  const fetched = answering('{}')
  await call(withdrawVote, { params: { id: 'a1B2c3D4' } })
  await call(verifyCode, codeInput)
  const [[bareUrl, bareInit], [, bodyInit]] = fetched.mock.calls as [
    [string, RequestInit],
    [string, RequestInit],
  ]
  expect(bareUrl).toBe('/api/boycotts/a1B2c3D4/vote')
  expect(bareInit).toMatchObject({ method: 'DELETE', credentials: 'include', headers: {} })
  expect(bareInit).not.toHaveProperty('body')
  expect(bodyInit).toMatchObject({
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(codeInput.body),
  })
})

test('an error message is the status, a colon, a space and the body', async () => {
  answering('Out of order', { status: 500, statusText: 'Internal Server Error' })
  const error = await failureOf(call(verifyCode, codeInput))
  expect(error.message).toBe('500: Out of order')
})

test('an error message without a body is the status text, even if the protocol sends none', async () => {
  answering(null, { status: 503 })
  expect((await failureOf(call(verifyCode, codeInput))).message).toBe('503: Service Unavailable')
  answering(null, { status: 418, statusText: 'Teapot' })
  expect((await failureOf(call(verifyCode, codeInput))).message).toBe('418: Teapot')
})

test('an error has the server’s message, field errors and waiting time', async () => {
  const body = {
    error: {
      code: 'too_many_requests',
      message: 'Too many requests. Please wait a moment.',
      requestId: 'r-1',
      fields: { email: 'Please enter a valid email address.' },
    },
  }
  answering(JSON.stringify(body), { status: 429, headers: { 'retry-after': '60' } })
  const error = await failureOf(call(verifyCode, codeInput))
  expect(error).toMatchObject({
    status: 429,
    code: 'too_many_requests',
    serverMessage: 'Too many requests. Please wait a moment.',
    fields: { email: 'Please enter a valid email address.' },
    retryAfterSeconds: 60,
  })
  expect(messageFor(error, 'fallback')).toBe(
    'Too many requests. Please wait a moment. You can try again in 60 seconds.',
  )
  expect(messageFor(new TypeError('network'), 'fallback')).toBe('fallback')
})

test('an empty response is undefined, and its headers are available', async () => {
  answering(JSON.stringify([]), { headers: { 'x-total-count': '38' } })
  const { body, headers } = await callWithHeaders(listSubmissions, { query: { page: '2' } })
  expect(body).toEqual([])
  expect(headers.get('x-total-count')).toBe('38')
  answering(null, { status: 204 })
  expect(await call(withdrawVote, { params: { id: 'a1B2c3D4' } })).toBeUndefined()
})

const hang = (path: string, init: RequestInit) =>
  new Promise((resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    answers.set(path, resolve)
  })
const answers = new Map<string, (response: Response) => void>()
const submission = { params: { id: 'a1B2c3D4' } }

/** Stops the browser's time, which then passes only by `pass`. */
const stopTime = () => {
  let elapse = () => {}
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const second = new AbortController()
    elapse = () => second.abort()
    return second.signal
  })
  return {
    pass: (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) elapse()
    },
    counted: () => timeout.mock.calls.flat(),
  }
}

test('a call can be aborted', async () => {
  vi.stubGlobal('fetch', hang)
  const leaving = new AbortController()
  const given = call(readSubmission, submission, { signal: leaving.signal })
  leaving.abort(new Error('left the page'))
  await expect(given).rejects.toThrow('left the page')
})

test.each([
  ['', {}],
  [' that can also be aborted', { signal: new AbortController().signal }],
])('a call%s without a response ends after ten seconds', async (_, options) => {
  vi.stubGlobal('fetch', hang)
  const time = stopTime()
  const late = call(readSubmission, submission, options)
  time.pass(10)
  await expect(late.catch(failedFetch('Failed to fetch boycott'))).rejects.toThrow(
    'Failed to fetch boycott: Request Timeout',
  )
  expect(time.counted()).toEqual(Array.from({ length: 10 }, () => 1_000))
})

test('a call with a response that stops halfway ends after ten seconds', async () => {
  const reading = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
    const start = (body: ReadableStreamDefaultController): void => {
      // Chromium throws this error whenever the reading of a body is aborted.
      const ended = new DOMException('The user aborted a request.', 'AbortError')
      signal?.addEventListener('abort', () => body.error(ended))
    }
    const pull = (): void => reading.resolve()
    return new Response(new ReadableStream({ start, pull }, { highWaterMark: 0 }))
  })
  const time = stopTime()
  const late = call(readSubmission, submission)
  await reading.promise
  time.pass(10)
  await expect(late.catch(failedFetch('Failed to fetch boycott'))).rejects.toThrow(
    'Failed to fetch boycott: Request Timeout',
  )
})

test('a page that was busy for longer than the limit gets a response that arrived during that time', async () => {
  vi.stubGlobal('fetch', hang)
  const time = stopTime()
  const waiting = call(readSubmission, submission)
  // Only the running timer elapses while the page is busy.
  time.pass(1)
  answers.get('/api/boycotts/a1B2c3D4')?.(new Response('{"id":"a1B2c3D4"}'))
  expect(await waiting).toEqual({ id: 'a1B2c3D4' })
  // The limit ends with the call.
  time.pass(1)
  expect(time.counted()).toHaveLength(2)
})
