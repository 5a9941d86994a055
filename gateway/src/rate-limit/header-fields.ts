import type { Rule } from './rules.ts'

/** Value of RateLimit-Policy by draft-ietf-httpapi-ratelimit-headers-10: what applies, the same every time. */
export const policyField = (rules: readonly Rule[]): string =>
  rules
    .map(({ name, calls, windowSeconds }) => `"${name}";q=${calls};w=${windowSeconds}`)
    .join(', ')

/** Value of RateLimit by the same draft: what is left of each, and the seconds until it is whole again. */
export const remainingField = (
  states: readonly { name: string; unitsLeft: number; secondsLeft: number }[],
): string =>
  states
    .map(({ name, unitsLeft, secondsLeft }) => `"${name}";r=${unitsLeft};t=${secondsLeft}`)
    .join(', ')
