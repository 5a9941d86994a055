import { randomUUID } from 'node:crypto'
import type { APIRequestContext, APIResponse } from '@playwright/test'
import { repeatWhileBusy } from '../tests/tools/repeat-while-busy.ts'

/** A response with this header is an outage that the journey has made. */
export const outageHeader = 'x-journey-outage'

const repeated = new WeakSet<APIResponse>()

/** Whether earlier attempts were refused. They may have taken effect. */
export const wasRepeated = (response: APIResponse): boolean => repeated.has(response)

/**
 * Makes a journey's own calls repeat what the gateway refuses on a busy machine. A key makes the repetition of a POST
 * safe where the API accepts one.
 */
export const repeatRefused = (request: APIRequestContext): void => {
  // get, post and the others call it, too.
  const fetchOnce = request.fetch.bind(request)
  request.fetch = async (url, options = {}) => {
    const key = options.method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
    const headers = { ...key, ...options.headers }
    let tries = 0
    const { response } = await repeatWhileBusy(async () => {
      tries += 1
      const received = await fetchOnce(url, { ...options, headers })
      return { status: received.status(), response: received }
    })
    if (tries > 1) repeated.add(response)
    return response
  }
}

/** A script that makes the calls of pages do the same. */
export const repeatedCalls = `{
  const { fetch, setTimeout } = window
  window.fetch = async (path, init) => {
    for (let tried = 1; ; tried += 1) {
      const response = await fetch(path, init)
      const isRefused = response.status === 503 || response.status === 504
      const isMade = response.headers.has('${outageHeader}')
      if (!isRefused || isMade || tried === 10 || init?.signal?.aborted) return response
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
}`
