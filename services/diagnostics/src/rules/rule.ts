import type { Suggestion } from '@answerable/contracts/diagnostics'
import { type ErrorCode, errorCatalogue } from '@answerable/contracts/errors'

/**
 * What gives an error away; everything that a sign names must hold. Patterns are tried on texts of a few
 * thousand characters that anyone may send: no nested repetition, no unbounded one before a rare end.
 */
export type Sign = {
  /** How likely the rule's cause is when only this is known, 0 to 1. */
  readonly confidence: number
  /** In `type: message`, without the browser's 'Uncaught'. */
  readonly text?: RegExp
  /** Not in that text. */
  readonly unless?: RegExp
  readonly stack?: RegExp
  readonly action?: RegExp
  /** By how many minutes at least the browser's clock is off. */
  readonly clockOffMinutes?: number
}

export type Rule = {
  readonly id: string
  readonly signs: readonly Sign[]
  readonly advice: Omit<Suggestion, 'confidence'>
}

/** A request of the page that failed without a response; engines report no more than this. */
export const failedFetch =
  /^TypeError: (?:Failed to fetch|NetworkError when attempting to fetch resource|Load failed)\.?(?: \([\w.:-]+\))?$|^Error: Failed to fetch \w+: No Connection$/

/** A response with this status: as the site's own error, as a list's error, or as in a console. */
export const statusPattern = (status: number, reason: string): RegExp =>
  new RegExp(
    `^\\w*Error: ${status}: |: Failed to fetch \\w+: ${reason}$|responded with a status of ${status} \\(`,
  )

/**
 * A response with one of these codes of the site's error catalogue. Its message counts as well, because a
 * scrubber may have mistaken the code for a secret.
 */
export const errorCodePattern = (...codes: ErrorCode[]): RegExp => {
  const names = codes.map((code) => `"code":"${code}"`)
  const sentences = codes.map((code) => RegExp.escape(errorCatalogue[code].message))
  return new RegExp(`^\\w*Error: \\d{3}: .{0,120}(?:${[...names, ...sentences].join('|')})`)
}
