import { setTimeout as delay } from 'node:timers/promises'
import { reasonOf, ServerAway, Undeliverable } from '../mail/deliver.ts'
import type { Mail } from '../mail/layout.ts'
import type { SenderDeps } from '../mail/sender.ts'
import { markRefused } from './refusals.ts'
import {
  claimRequestedMails,
  finishRequestedMail,
  postponeRequestedMail,
  type RequestedMail,
  returnRequestedMail,
} from './store.ts'
import { composeRequestedMail } from './templates.ts'
import { composeAdministratorMail } from './to-administrators.ts'

const maxInFlight = 8
/** Below the lease of a claimed mail. */
const deliveryMilliseconds = 150_000
/** At a stop, deliveries that have begun get this time: an interrupted one may be repeated later. */
const graceMilliseconds = 4_000
const maxPauseMilliseconds = 60_000
const recordEveryMilliseconds = 250

/**
 * Sends requested mails that are due, a few at a time. While the mail server is away, it tries one mail after each
 * pause, so that an outage of a day costs no mail an attempt.
 */
export const requestedMailSender = (
  deps: SenderDeps,
): { sendDue: (stopping: AbortSignal) => Promise<void>; finish: () => Promise<void> } => {
  const inFlight = new Map<string, Promise<void>>()
  const outage = { pauseMilliseconds: 0, until: 0 }
  const interruption = new AbortController()
  let isStopping = false

  const sendDue = async (stopping: AbortSignal): Promise<void> => {
    try {
      while (!stopping.aborted) {
        const mails = await claim()
        for (const mail of mails) begin(mail)
        if (mails.length === 0) return
        if (inFlight.size === maxInFlight) await Promise.race(inFlight.values())
      }
    } catch (error) {
      deps.log.warn({ err: error }, 'reading the mail queue failed')
    }
  }

  const claim = async (): Promise<RequestedMail[]> => {
    const isAway = outage.pauseMilliseconds > 0
    if (isAway && (inFlight.size > 0 || performance.now() < outage.until)) return []
    const limit = isAway ? 1 : maxInFlight - inFlight.size
    if (limit === 0) return []
    return claimRequestedMails(deps.pool, { limit, inFlight: [...inFlight.keys()] })
  }

  const begin = (mail: RequestedMail): void => {
    const sending = send(mail)
      .catch((error: unknown) => {
        deps.log.warn({ err: error }, 'sending a mail failed, will be retried')
      })
      .finally(() => inFlight.delete(mail.id))
    inFlight.set(mail.id, sending)
  }

  const send = async (mail: RequestedMail): Promise<void> => {
    if (!isWanted(mail)) {
      deps.count.requested('expired')
      return finishRequestedMail(deps.pool, mail.id)
    }
    const composed = compose(mail, deps.config.PUBLIC_ORIGIN)
    const timeout = AbortSignal.timeout(deliveryMilliseconds)
    try {
      await deps.delivery.deliverBulk(composed, AbortSignal.any([interruption.signal, timeout]))
    } catch (error) {
      return handleFailure(mail, error)
    }
    outage.pauseMilliseconds = 0
    deps.count.requested('sent')
    await recordSent(mail)
  }

  const handleFailure = async (mail: RequestedMail, error: unknown): Promise<void> => {
    const isFinal = error instanceof Undeliverable
    deps.count.requested(isFinal ? 'refused' : 'failed')
    const reason = reasonOf(error)
    deps.log.warn({ attempts: mail.attempts, isFinal, reason }, 'mail delivery failed')
    if (error instanceof ServerAway) {
      prolongPause()
      return returnRequestedMail(deps.pool, mail.id)
    }
    outage.pauseMilliseconds = 0
    if (!isFinal) return postponeRequestedMail(deps.pool, mail)
    if (error.refused === 'mailbox') await markRefused(deps, mail.email)
    return finishRequestedMail(deps.pool, mail.id)
  }

  /** Deliveries that fail together prolong it once. */
  const prolongPause = (): void => {
    const now = performance.now()
    if (now < outage.until) return
    const longer = Math.max(1_000, outage.pauseMilliseconds * 2)
    outage.pauseMilliseconds = Math.min(maxPauseMilliseconds, longer)
    outage.until = now + outage.pauseMilliseconds
  }

  /** Repeated while PostgreSQL is away: a mail that was sent but not recorded would be sent again. */
  const recordSent = async (mail: RequestedMail): Promise<void> => {
    for (;;) {
      try {
        return await finishRequestedMail(deps.pool, mail.id)
      } catch (error) {
        if (isStopping) throw error
        await delay(recordEveryMilliseconds)
      }
    }
  }

  const finish = async (): Promise<void> => {
    isStopping = true
    const timer = setTimeout(() => interruption.abort(), graceMilliseconds)
    await Promise.all(inFlight.values())
    clearTimeout(timer)
  }

  return { sendDue, finish }
}

const compose = ({ id, email: to, content }: RequestedMail, origin: string): Mail =>
  content.template === 'webhook-disabled'
    ? composeAdministratorMail({ origin, id, to, content })
    : composeRequestedMail({ origin, id, to, content })

/** Suspended members get only the outcomes of decisions that concern them. */
const isWanted = ({ isExpired, isRefused, isSuspended, content }: RequestedMail): boolean =>
  !isExpired &&
  !isRefused &&
  (!isSuspended ||
    ('notices' in content &&
      content.notices.every(({ kind }) => kind === 'decision' || kind === 'appeal')))
