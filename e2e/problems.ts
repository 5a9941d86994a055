import type { BrowserContext } from '@playwright/test'

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
    // The gateway refuses or cuts off calls and handshakes on a busy machine. The journey fails if the page does not
    // recover.
    /status of 50[34] .*\/api\//,
    /ERR_(EMPTY_RESPONSE|CONNECTION_RESET) .*\/api\//,
    /WebSocket connection to .* failed: .*response code: 50[34]/,
  ]
  return {
    watch: (context) => {
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
    unexpected: () => seen.filter((text) => !expected.some((pattern) => pattern.test(text))),
  }
}
