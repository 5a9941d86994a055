import { randomUUID } from 'node:crypto'
import type { APIRequestContext, APIResponse } from '@playwright/test'
import { repeatWhileBusy } from '../tests/tools/repeat-while-busy.ts'

/** Marks a response as part of an outage that the journey simulates. */
export const outageHeader = 'x-journey-outage'

const repeated = new WeakSet<APIResponse>()

/** Whether earlier attempts were refused. They may have taken effect. */
export const wasRepeated = (response: APIResponse): boolean => repeated.has(response)

/**
 * Repeats a journey's own calls that the gateway refuses on a busy machine. A key makes the repetition of a POST safe
 * where the API accepts one.
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
      const received = await unlessCutOff(() => fetchOnce(url, { ...options, headers }))
      return { status: received?.status() ?? 503, response: received }
    })
    if (response === undefined) throw new Error('the last try was cut off')
    if (tries > 1) repeated.add(response)
    return response
  }
}

/** The gateway cuts off a connection that is silent for 20 s. An earlier end is a fault. */
const leastMilliseconds = 15_000

/** Undefined if the call took so long that the gateway cut it off. */
const unlessCutOff = async (call: () => Promise<APIResponse>): Promise<APIResponse | undefined> => {
  const startedAt = performance.now()
  try {
    return await call()
  } catch (error) {
    const isLate = performance.now() - startedAt >= leastMilliseconds
    if (isLate && String(error).includes('ECONNRESET')) return undefined
    throw error
  }
}

/** A script that repeats the calls of pages that get 503 or 504. */
export const repeatedCalls = `{
  const { fetch, setTimeout } = window
  window.fetch = async (path, init) => {
    for (let tried = 1; ; tried += 1) {
      const response = await fetch(path, init)
      const isRefused = response.status === 503 || response.status === 504
      const isSimulated = response.headers.has('${outageHeader}')
      if (!isRefused || isSimulated || tried === 10 || init?.signal?.aborted) return response
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
}`
