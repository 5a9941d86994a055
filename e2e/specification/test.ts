import { basename } from 'node:path'
import type { Request } from '@playwright/test'
import { test as base } from '../fixtures.ts'
import { callMade } from './calls.ts'
import { claim } from './claims.ts'

/** A journey through the specification: records the calls of its pages. */
export const test = base.extend<{ noteJourney: undefined }>({
  context: async ({ context }, use) => {
    context.on('request', noteCall)
    await use(context)
  },

  noteJourney: [
    async ({ browserName: _ }, use, { file, status }) => {
      await use(undefined)
      if (status !== 'skipped') claim({ kind: 'journey', name: basename(file) })
    },
    { auto: true },
  ],
})

const noteCall = (request: Request): void => {
  const name = callMade(
    request.method(),
    new URL(request.url()).pathname,
    request.postDataJSON() as Record<string, unknown> | null,
  )
  if (name !== undefined) claim({ kind: 'call', name })
}
