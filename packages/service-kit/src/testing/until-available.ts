import { expect } from 'vitest'
import type { Answer } from './service.ts'
import { until } from './until.ts'

/** Repeats a call while it is 503: on a slow machine, a service may not finish in time. */
export const untilAvailable = <Body>(call: () => Promise<Answer<Body>>): Promise<Answer<Body>> =>
  until(async () => {
    const answer = await call()
    expect(answer.status).not.toBe(503)
    return answer
  })
