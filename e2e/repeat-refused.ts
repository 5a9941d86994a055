import { randomUUID } from 'node:crypto'
import type { APIRequestContext, APIResponse } from '@playwright/test'
import {
  minCutOffMilliseconds,
  repeatWhileBusy,
  unlessCutOff,
} from '../tests/tools/repeat-while-busy.ts'

/** Marks a response as part of an outage that the journey simulates. */
export const outageHeader = 'x-journey-outage'

const repeated = new WeakSet<APIResponse>()

/** Whether earlier attempts were refused or cut off. They may have taken effect. */
export const wasRepeated = (response: APIResponse): boolean => repeated.has(response)

/**
 * Repeats a journey's own calls that the gateway refuses or cuts off on a busy machine. A key makes the repetition of a
 * POST safe where the API accepts one.
 */
export const repeatRefused = (request: APIRequestContext): void => {
  // get, post and the others call it, too.
  const fetchOnce = request.fetch.bind(request)
  let lastEndedAt = performance.now()
  request.fetch = async (url, options = {}) => {
    const key = options.method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
    const headers = { ...key, ...options.headers }
    let tries = 0
    const { response } = await repeatWhileBusy(async () => {
      tries += 1
      const wasIdle = performance.now() - lastEndedAt >= minIdleMilliseconds
      const received = await unlessCutOff(() => fetchOnce(url, { ...options, headers }), {
        wasIdle,
      })
      lastEndedAt = performance.now()
      return { status: received?.status() ?? 503, response: received }
    })
    if (response === undefined) throw new Error('the last try was cut off')
    if (tries > 1) repeated.add(response)
    return response
  }
}

/** The gateway closes connections that are idle for 65 s. A stall of 20 s is added to a shorter time. */
const minIdleMilliseconds = 45_000

/** A script for pages: repeats their calls that the gateway refuses or cuts off, but not those of a simulated outage. */
export const repeatedCalls = `{
  const { fetch, setTimeout } = window
  const now = performance.now.bind(performance)
  window.fetch = async (path, init) => {
    for (let tried = 1; ; tried += 1) {
      const mustEnd = () => tried === 10 || init?.signal?.aborted
      const startedAt = now()
      try {
        const response = await fetch(path, init)
        const isRefused = response.status === 503 || response.status === 504
        const isSimulated = response.headers.has('${outageHeader}')
        if (!isRefused || isSimulated || mustEnd()) return response
      } catch (error) {
        const isCutOff = now() - startedAt >= ${minCutOffMilliseconds}
        if (!isCutOff || mustEnd()) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
}`
