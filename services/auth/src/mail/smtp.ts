import { createTransport } from 'nodemailer'
import { type Deliver, type Delivery, ServerAway, Undeliverable } from './deliver.ts'

type Options = { url: string; from: string; requireTls: boolean }

const bulkConnections = 8

/** Delivery by a mail server. Parameters in the address, such as `?requireTLS=false`, win. */
export const smtpDelivery = (options: Options): Delivery => {
  const shared = {
    url: options.url,
    requireTLS: options.requireTls,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const single = createTransport({ ...shared, socketTimeout: 10_000 })
  const pool = createTransport({
    ...shared,
    pool: true,
    maxConnections: bulkConnections,
    maxMessages: 100,
    idleTimeout: 10_000,
    // A server may take long to accept a mail. Giving up early would send the mail twice.
    socketTimeout: 120_000,
    // A mail whose connection broke may have been accepted: only the queue decides about another attempt.
    maxRequeues: 0,
  })
  return {
    deliver: deliverBy(single, options.from),
    deliverBulk: deliverBy(pool, options.from),
    stop: () => pool.close(),
  }
}

const deliverBy =
  (transport: Pick<ReturnType<typeof createTransport>, 'sendMail'>, from: string): Deliver =>
  async ({ to, subject, text, html, messageId, headers }, signal) => {
    const message = {
      from,
      // As an object it is one address, never parsed as a list.
      to: { name: '', address: to },
      subject,
      text,
      html,
      ...(messageId === null ? {} : { messageId }),
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      signal,
    }
    await transport.sendMail(message).catch((error: unknown) => {
      throw failureOf(error)
    })
  }

type SmtpError = Error & {
  code?: string
  command?: string
  response?: string
  responseCode?: number
  permanent?: boolean
}

/** A refused recipient or mail stays refused; a refused sender or login may be put right. */
const failureOf = (cause: unknown): unknown => {
  if (!(cause instanceof Error)) return cause
  const { code, command, response = '', responseCode, permanent } = cause as SmtpError
  const isAnswer = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!isAnswer || command === 'MAIL FROM' || responseCode === 421) {
    return code === 'EABORT' ? cause : new ServerAway('the mail server is away', { cause })
  }
  if (permanent !== true) return cause
  const isMailbox = command === 'RCPT TO' && !policy.test(response)
  return new Undeliverable(isMailbox ? 'mailbox' : 'mail', { cause })
}

/** Enhanced status codes (RFC 3463) about the system, the network, the protocol or a policy, not the mailbox. */
const policy = /^\d{3}[ -]5\.[34567]\./
