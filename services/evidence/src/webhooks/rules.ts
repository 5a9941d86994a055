import { readableAddress } from '@answerable/contracts/links'
import {
  maxRetryAfterSeconds,
  type WebhookFailure,
  webhookFailures,
  webhookPausesSeconds,
} from '@answerable/contracts/webhooks'
import { addressIn, isPublicAddress } from '../fetching/addresses.ts'
import type { FailureKind } from '../fetching/failure.ts'

/** The response of a receiver, or the reason why there was none. */
export type Outcome = { milliseconds: number } & (
  | { status: number; failure: null; retryAfterSeconds: number | null }
  | { status: null; failure: WebhookFailure }
)

export type Result = 'delivered' | 'gone' | 'failed'

export const resultOf = ({ status }: Outcome): Result => {
  if (status !== null && status >= 200 && status <= 299) return 'delivered'
  return status === 410 ? 'gone' : 'failed'
}

/** The name servers of this site did not respond, which says nothing about the receiver. */
export const isOwnFailure = ({ failure }: Outcome): boolean => failure === 'no-name-server'

/** Seconds until the next attempt after this many failed ones. `random` is from 0 to 1. */
export const pauseSeconds = (attempts: number, random = Math.random()): number => {
  const last = webhookPausesSeconds.length - 1
  const pause = webhookPausesSeconds[Math.min(Math.max(attempts - 1, 0), last)] ?? 0
  return pause * (1 + random / 10)
}

/** The pause that a busy receiver asks for, in seconds; null if it asks for none. */
export const askedPauseSeconds = (outcome: Outcome): number | null => {
  if (outcome.status !== 429 && outcome.status !== 503) return null
  const asked = outcome.retryAfterSeconds
  return asked === null || asked <= 0 ? null : Math.min(asked, maxRetryAfterSeconds)
}

/** Reads `Retry-After`: seconds, or a date. */
export const readRetryAfter = (value: string | null, now = Date.now()): number | null => {
  if (value === null) return null
  if (/^\d{1,9}$/.test(value.trim())) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1_000))
}

/** The kinds of failures that a single request without robots.txt and redirects has. */
export const failureOf = (kind: FailureKind): WebhookFailure =>
  kind in webhookFailures ? (kind as WebhookFailure) : 'no-valid-response'

/** The address as it is stored, or what is wrong with it. */
export const webhookAddress = (
  text: string,
  { isProduction }: { isProduction: boolean },
): { address: string } | { problem: string } => {
  const address = readableAddress(text)
  if (address === null) {
    return { problem: 'Enter a full address on the usual port, without a username or password.' }
  }
  const { protocol, hostname } = new URL(address)
  if (isProduction && protocol !== 'https:') return { problem: 'The address must be https.' }
  const literal = addressIn(hostname)
  if (literal !== null && !isPublicAddress(literal)) {
    return { problem: 'This address does not belong to a public server.' }
  }
  return { address }
}
