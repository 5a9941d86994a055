import { createTransport } from 'nodemailer'
import { type Deliver, Undeliverable } from './sender.ts'

/** Delivery by a mail server. Parameters in the address, such as `?requireTLS=false`, win. */
export const smtpDelivery = (options: {
  url: string
  from: string
  requireTls: boolean
}): Deliver => {
  const transport = createTransport({
    url: options.url,
    requireTLS: options.requireTls,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, subject, text, html }, signal) => {
    const message = {
      from: options.from,
      // As an object it is one address, never parsed as a list.
      to: { name: '', address: to },
      subject,
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal,
    }
    await transport.sendMail(message).catch((error: unknown) => {
      throw isRefusedForGood(error) ? new Undeliverable('refused', { cause: error }) : error
    })
  }
}

/** A refused recipient stays refused; a refused login may be put right while the mail is still of use. */
const isRefusedForGood = (error: unknown): boolean =>
  error instanceof Error &&
  'permanent' in error &&
  error.permanent === true &&
  'code' in error &&
  error.code === 'EENVELOPE'
