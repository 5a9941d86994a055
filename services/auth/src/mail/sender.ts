import type { Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import type { Config } from '../config.ts'
import { armFlow } from '../one-time-codes/flows.ts'
import { codeMacOf, hashOf, newCode, newSecret } from '../secrets.ts'
import {
  composeDeletionMail,
  composeNewDeviceMail,
  composeSignInMail,
  type Mail,
} from './compose.ts'
import type { CountMail } from './mail-metrics.ts'
import { findNotice } from './notices.ts'
import { claimMails, forgetMail, postponeMail, type QueuedMail } from './outbox.ts'

/** Hands a mail over; throws `Undeliverable` when trying again is of no use. */
export type Deliver = (mail: Mail, signal: AbortSignal) => Promise<void>

/** The mail server rejects this mail permanently. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable'
}

export type MailSender = {
  /** Says that a commit has left a mail in the outbox. */
  wake: () => void
  stop: () => Promise<void>
}

type Deps = {
  config: Pick<Config, 'PUBLIC_ORIGIN' | 'CODE_KEY'>
  pool: Pool
  log: Log
  deliver: Deliver
  count: CountMail
}

const pollMilliseconds = 1_000
const deliveryMilliseconds = 20_000

/** Sends the mails of the outbox independently of requests: after commits, and every second. */
export const startMailSender = (deps: Deps): MailSender => {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let wakeAgain = false

  const loop = async (): Promise<void> => {
    do {
      wakeAgain = false
      await sendDue(deps, stopping.signal)
    } while (wakeAgain && !stopping.signal.aborted)
    running = null
  }

  const wake = (): void => {
    if (stopping.signal.aborted) return
    if (running === null) running = loop()
    else wakeAgain = true
  }

  const timer = setInterval(wake, pollMilliseconds)
  return {
    wake,
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

/** Sends mails with a code first: users wait for them. It checks for new ones before each batch of notices. */
const sendDue = async (deps: Deps, stopping: AbortSignal): Promise<void> => {
  try {
    let mails = await claimNext(deps.pool)
    while (mails.length > 0) {
      await Promise.all(mails.map((mail) => trySending(deps, mail, stopping)))
      mails = stopping.aborted ? [] : await claimNext(deps.pool)
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'reading the mail queue failed')
  }
}

const claimNext = async (pool: Pool): Promise<QueuedMail[]> => {
  const mails = await claimMails(pool, 'mail_outbox')
  return mails.length > 0 ? mails : claimMails(pool, 'notices')
}

const trySending = (deps: Deps, mail: QueuedMail, stopping: AbortSignal): Promise<void> =>
  send(deps, mail, stopping).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'sending a mail failed, will be retried')
  })

const send = async (deps: Deps, queued: QueuedMail, stopping: AbortSignal): Promise<void> => {
  const { pool, log } = deps
  const mail = await makeMail(deps, queued)
  if (mail === null) {
    deps.count('expired')
    log.warn({ attempts: queued.attempts - 1 }, 'mail dropped after the last attempt')
    return forgetMail(pool, queued)
  }
  try {
    await deps.deliver(mail, AbortSignal.any([stopping, AbortSignal.timeout(deliveryMilliseconds)]))
  } catch (error) {
    const isFinal = error instanceof Undeliverable
    deps.count(isFinal ? 'refused' : 'failed')
    log.warn(
      { attempts: queued.attempts, isFinal, reason: reasonOf(error) },
      'mail delivery failed',
    )
    return isFinal ? forgetMail(pool, queued) : postponeMail(pool, queued)
  }
  deps.count('sent')
  await forgetMail(pool, queued)
}

/** Null when it is of no use any more. */
const makeMail = (deps: Deps, { queue, id }: QueuedMail): Promise<Mail | null> =>
  queue === 'notices' ? makeNotice(deps, id) : makeCodeMail(deps, id)

/** Makes link and code and stores their hashes: an earlier attempt's are void from then on. */
const makeCodeMail = async ({ config, pool }: Deps, flowId: string): Promise<Mail | null> => {
  const [token, code] = [newSecret(), newCode()]
  const flow = await armFlow(pool, {
    id: flowId,
    linkHash: hashOf(token),
    codeMac: codeMacOf(config.CODE_KEY, flowId, code),
  })
  if (flow === null) return null
  const content = { origin: config.PUBLIC_ORIGIN, to: flow.email, code }
  return flow.purpose === 'deletion'
    ? composeDeletionMail(content)
    : composeSignInMail({ ...content, token })
}

const makeNotice = async ({ config, pool }: Deps, id: string): Promise<Mail | null> => {
  const notice = await findNotice(pool, id)
  return notice === null ? null : composeNewDeviceMail({ origin: config.PUBLIC_ORIGIN, notice })
}

/** Only the kind of failure, because messages of servers and sockets may contain the address. */
const reasonOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : (error as Error)?.name
