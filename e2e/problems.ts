import type { BrowserContext, Request } from '@playwright/test'
import { minCutOffMilliseconds } from '../tests/tools/repeat-while-busy.ts'

export type Problems = {
  watch: (context: BrowserContext) => void
  /** Marks a console error as expected by the journey. */
  expect: (pattern: RegExp) => void
  unexpected: () => readonly string[]
}

/**
 * Problems that a browser reports: page errors, console errors, violations of the content security policy.
 */
export const collectProblems = (): Problems => {
  const seen: string[] = []
  // The first page of a member sends the time zone in the background, and the journey may end the session meanwhile.
  const expected: RegExp[] = [
    /status of 401 .*\/api\/notifications\/preferences\)$/,
    // The gateway refuses calls and handshakes on a busy machine. The journey fails if the page does not recover.
    /status of 50[34] .*\/api\//,
    /WebSocket connection to .* failed: .*response code: 50[34]/,
  ]
  /** Addresses of calls that the gateway cut off, as on a busy machine. */
  const cutOff = new Set<string>()
  const isExpected = (text: string): boolean =>
    expected.some((pattern) => pattern.test(text)) ||
    (text.includes('net::ERR_') && [...cutOff].some((address) => text.endsWith(`(${address})`)))
  return {
    watch: (context) => {
      const startTimes = new WeakMap<Request, number>()
      context.on('request', (request) => startTimes.set(request, performance.now()))
      context.on('requestfailed', (request) => {
        const startedAt = startTimes.get(request) ?? performance.now()
        if (performance.now() - startedAt >= minCutOffMilliseconds) cutOff.add(request.url())
      })
      context.on('weberror', (webError) => seen.push(`page error: ${webError.error().stack}`))
      context.on('console', (message) => {
        const isBreach = /content security policy/i.test(message.text())
        if (message.type() === 'error' || isBreach) {
          seen.push(`console: ${message.text()} (${message.location().url})`)
        }
      })
      context.on('page', (page) => page.on('crash', () => seen.push('the page crashed')))
    },
    expect: (pattern) => expected.push(pattern),
    unexpected: () => seen.filter((text) => !isExpected(text)),
  }
}
