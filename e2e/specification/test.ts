import { basename } from 'node:path'
import type { Request } from '@playwright/test'
import { test as base } from '../fixtures.ts'
import { callMade } from './calls.ts'
import { claim } from './claims.ts'

/** A journey through the specification: records the calls of its pages. */
export const test = base.extend<{ recordJourney: undefined }>({
  context: async ({ context }, use) => {
    context.on('request', recordCall)
    await use(context)
  },

  recordJourney: [
    async ({ browserName: _ }, use, { file, status }) => {
      await use(undefined)
      if (status !== 'skipped') claim({ kind: 'journey', name: basename(file) })
    },
    { auto: true },
  ],
})

const recordCall = (request: Request): void => {
  const name = callMade(
    request.method(),
    new URL(request.url()).pathname,
    request.postDataJSON() as Record<string, unknown> | null,
  )
  if (name !== undefined) claim({ kind: 'call', name })
}
