import { readFileSync } from 'node:fs'

/** An error as a real browser reported it. */
export type CapturedError = {
  readonly engine: 'chromium' | 'firefox' | 'webkitgtk'
  readonly version: string
  /** The cause of the error, and the page if it was a special one. */
  readonly situation: string
  /** The source: a script's catch, the console, or the debugger's network log. */
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
