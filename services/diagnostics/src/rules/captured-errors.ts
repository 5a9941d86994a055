import { readFileSync } from 'node:fs'

/** An error as a real browser reported it. */
export type CapturedError = {
  readonly engine: 'chromium' | 'firefox' | 'webkitgtk'
  readonly version: string
  /** What provoked it, and in which page where that was not an ordinary one. */
  readonly situation: string
  /** Caught by a script, written to the console, or told by the network log of the debugger. */
  readonly source: 'thrown' | 'console' | 'network'
  /** The rule that must come first; null where there is no advice. */
  readonly rule: string | null
  readonly errorType: string
  readonly errorMessage: string
  readonly stackTrace: string
}

export const capturedErrors: readonly CapturedError[] = JSON.parse(
  readFileSync(new URL('./captured-errors.json', import.meta.url), 'utf8'),
)
