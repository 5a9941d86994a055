import type { LinkState } from '@answerable/contracts/links'
import { type FailureKind, FetchFailure } from '../fetching/failure.ts'
import type { Page } from '../fetching/fetching.ts'

/** What a check found. */
export type Verdict = { state: LinkState; title: string | null; hash: string | null }

/** Failures that a site without a way out has with every link. */
const needWayOut: ReadonlySet<FailureKind> = new Set([
  'no-such-host',
  'no-name-server',
  'no-connection',
  'too-late',
])

/**
 * The state of a link after a check; `hash` is that of its first text. Null if the check says nothing about the link:
 * the host is busy, or nothing shows that the site reaches other websites at all.
 */
export const verdictOf = (
  outcome: Page | FetchFailure,
  { hash, hasWayOut }: { hash: string | null; hasWayOut: boolean },
): Verdict | null => {
  if (outcome instanceof FetchFailure) {
    if (outcome.kind === 'busy') return null
    if (needWayOut.has(outcome.kind) && !hasWayOut) return null
    return { state: stateOfFailure(outcome.kind), title: null, hash }
  }
  const { status, text, isMoved } = outcome
  const state = stateOfStatus(status)
  if (state !== 'works') return { state, title: null, hash }
  const isChanged = text !== null && hash !== null && text.hash !== hash
  return {
    state: isMoved ? 'moved' : isChanged ? 'changed' : 'works',
    title: text?.title ?? null,
    hash: hash ?? text?.hash ?? null,
  }
}

const stateOfFailure = (kind: FailureKind): LinkState => {
  if (kind === 'no-such-host') return 'gone'
  return kind === 'excluded' ? 'refused' : 'unreachable'
}

const stateOfStatus = (status: number): LinkState => {
  if (status >= 200 && status <= 299) return 'works'
  if (status === 404 || status === 410) return 'gone'
  return status >= 400 && status <= 499 ? 'refused' : 'unreachable'
}

/** Days after the first check; then every `laterDays`. */
const firstDays = [1, 7, 30] as const
const laterDays = 90

/** Hours until the next attempts after a website was not reached; then as usual. */
const retryHours = [1, 6, 24] as const

/** Seconds until the next check of a link that is `ageDays` old. */
export const secondsUntilNext = ({
  ageDays,
  failures,
}: {
  ageDays: number
  failures: number
}): number => {
  const retry = failures > 0 ? retryHours[failures - 1] : undefined
  if (retry !== undefined) return retry * 3_600
  // Checks may be a little early or late: an hour belongs to the same day.
  const next = firstDays.find((days) => days > ageDays + 1 / 24)
  return Math.round((next === undefined ? laterDays : next - ageDays) * 86_400)
}

/** Seconds until the next attempt when a check said nothing: from 10 minutes to 6 hours. */
export const secondsUntilRetry = (failures: number): number =>
  Math.min(600 * 2 ** Math.min(failures, 10), 21_600)
