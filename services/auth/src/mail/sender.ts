import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import type { Relay } from '@answerable/service-kit/outbox/outbox'
import { startWorker } from '@answerable/service-kit/process/worker'
import type { Config } from '../config.ts'
import { markRefused } from '../mails/refusals.ts'
import { requestedMailSender } from '../mails/send.ts'
import { composeNoticeMail } from '../notice-mails/compose.ts'
import { armNoticeMail } from '../notice-mails/store.ts'
import { armFlow } from '../one-time-codes/flows.ts'
import { codeMacOf, hashOf, newCode, newSecret } from '../secrets.ts'
import {
  composeClaimMail,
  composeDeletionMail,
  composeNewDeviceMail,
  composeSignInMail,
} from './compose.ts'
import { type Delivery, reasonOf, Undeliverable } from './deliver.ts'
import type { Mail } from './layout.ts'
import type { CountMails } from './mail-metrics.ts'
import { findNotice } from './notices.ts'
import {
  claimMails,
  forgetMail,
  type MailQueue,
  postponeMail,
  type QueuedMail,
  queuesWithDueMails,
} from './outbox.ts'

export type MailSender = {
  /** Says that a commit has left a mail. */
  wake: () => void
  stop: () => Promise<void>
}

export type SenderDeps = {
  config: Pick<Config, 'PUBLIC_ORIGIN' | 'CODE_KEY'>
  pool: Pool
  relay: Pick<Relay, 'wake'>
  log: Log
  delivery: Delivery
  count: CountMails
}

const polling = { pollMilliseconds: 1_000 }
const afterWakeUps = { pollMilliseconds: null }
const deliveryMilliseconds = 20_000

/**
 * Sends the waiting mails independently of requests: after commits, and when they are due, which one statement finds out
 * every second for all queues. Mails with a code, notices of
 * new browsers, mails to notifiers and requested mails each have a worker of their own, so that none waits for mails of
 * another kind.
 */
export const startMailSender = (deps: SenderDeps): MailSender => {
  const requested = requestedMailSender(deps)
  const sender = (queue: MailQueue) =>
    startWorker((stopping) => sendDue(deps, queue, stopping), afterWakeUps)
  const workers = {
    mail_outbox: sender('mail_outbox'),
    notices: sender('notices'),
    notice_mails: sender('notice_mails'),
    requested_mails: startWorker(requested.sendDue, afterWakeUps),
  }
  const wake = (): void => {
    for (const worker of Object.values(workers)) worker.wake()
  }
  const poll = startWorker(async () => {
    try {
      for (const queue of await queuesWithDueMails(deps.pool)) workers[queue].wake()
    } catch {
      // The workers report the failure.
      wake()
    }
  }, polling)
  return {
    wake,
    stop: async () => {
      await Promise.all([poll, ...Object.values(workers)].map((worker) => worker.stop()))
      await requested.finish()
      deps.delivery.stop()
    },
  }
}

const sendDue = async (
  deps: SenderDeps,
  queue: MailQueue,
  stopping: AbortSignal,
): Promise<void> => {
  try {
    let mails = await claimMails(deps.pool, queue)
    while (mails.length > 0) {
      await Promise.all(mails.map((mail) => trySending(deps, mail, stopping)))
      mails = stopping.aborted ? [] : await claimMails(deps.pool, queue)
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'reading the mail queue failed')
  }
}

const trySending = (deps: SenderDeps, mail: QueuedMail, stopping: AbortSignal): Promise<void> =>
  send(deps, mail, stopping).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'sending a mail failed, will be retried')
  })

const send = async (deps: SenderDeps, queued: QueuedMail, stopping: AbortSignal): Promise<void> => {
  const { pool, log, delivery } = deps
  const mail = await makeMail(deps, queued)
  if (mail === null) {
    deps.count.mail('expired')
    log.warn({ attempts: queued.attempts - 1 }, 'mail dropped after the last attempt')
    return forgetMail(pool, queued)
  }
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(deliveryMilliseconds)])
  try {
    await delivery.deliver(mail, signal)
  } catch (error) {
    const isFinal = error instanceof Undeliverable
    deps.count.mail(isFinal ? 'refused' : 'failed')
    log.warn(
      { attempts: queued.attempts, isFinal, reason: reasonOf(error) },
      'mail delivery failed',
    )
    if (!isFinal) return postponeMail(pool, queued)
    if (error.refused === 'mailbox') await markRefused(deps, mail.to)
    return forgetMail(pool, queued)
  }
  deps.count.mail('sent')
  await forgetMail(pool, queued)
}

/** Null when it is of no use any more. */
const makeMail = (deps: SenderDeps, { queue, id }: QueuedMail): Promise<Mail | null> => {
  if (queue === 'notice_mails') return makeNoticeMail(deps, id)
  return queue === 'notices' ? makeNotice(deps, id) : makeCodeMail(deps, id)
}

/** Makes link and code and stores their hashes: an earlier attempt's are void from then on. */
const makeCodeMail = async ({ config, pool }: SenderDeps, flowId: string): Promise<Mail | null> => {
  const [token, code] = [newSecret(), newCode()]
  const flow = await armFlow(pool, {
    id: flowId,
    linkHash: hashOf(token),
    codeMac: codeMacOf(config.CODE_KEY, flowId, code),
  })
  if (flow === null) return null
  const content = { origin: config.PUBLIC_ORIGIN, to: flow.email, code }
  switch (flow.purpose) {
    case 'deletion':
      return composeDeletionMail(content)
    case 'claim':
      return composeClaimMail(content)
    case 'sign-in':
      return composeSignInMail({ ...content, token })
    default:
      return flow.purpose satisfies never
  }
}

const makeNotice = async ({ config, pool }: SenderDeps, id: string): Promise<Mail | null> => {
  const notice = await findNotice(pool, id)
  return notice === null ? null : composeNewDeviceMail({ origin: config.PUBLIC_ORIGIN, notice })
}

/** Creates a link and stores its hash. */
const makeNoticeMail = async ({ config, pool }: SenderDeps, id: string): Promise<Mail | null> => {
  const token = newSecret()
  const mail = await armNoticeMail(pool, { id, linkHash: hashOf(token) })
  return mail === null ? null : composeNoticeMail({ origin: config.PUBLIC_ORIGIN, id, token, mail })
}
