import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { repeatWhileBusy } from '../tests/tools/repeat-while-busy.ts'

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
    const { response } = await repeatWhileBusy(async () => {
      const received = await fetchOnce(url, { ...options, headers })
      return { status: received.status(), response: received }
    })
    return response
  }
}
