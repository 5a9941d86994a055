import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { RateLimitStore } from '../rate-limit/store.ts'
import { until } from './until.ts'

/** Waits until both stores count in the same Redis. */
export const untilShared = (one: RateLimitStore, other: RateLimitStore): Promise<void> =>
  until(async () => {
    const window = { key: randomUUID(), units: 3, windowSeconds: 60 }
    await one.consume([window])
    await other.consume([window])
    expect(await one.consume([window])).toMatchObject({ remaining: [{ unitsLeft: 0 }] })
  })
