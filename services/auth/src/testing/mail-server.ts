import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type ReceivedMail = Email & { recipients: string[]; raw: string }

export type MailServer = { url: string; mails: ReceivedMail[]; stop: () => Promise<void> }

type Options = Pick<SMTPServerOptions, 'onConnect' | 'onRcptTo' | 'onMailFrom'> & {
  port?: number
  /** Called with each complete mail before it is accepted; throwing rejects it temporarily. */
  onMail?: (mail: ReceivedMail) => void
}

/** A real mail server without TLS that stores the mails it receives. */
export const startMailServer = async (options: Options = {}): Promise<MailServer> => {
  const { port = 0, onMail, ...handlers } = options
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    closeTimeout: 100,
    ...handlers,
    onData: (stream, session, done) => {
      const receive = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        const raw = Buffer.concat(chunks)
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const mail = { ...(await PostalMime.parse(raw)), recipients, raw: raw.toString() }
        onMail?.(mail)
        mails.push(mail)
      }
      receive().then(() => done(), done)
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export const smtpError = (message: string, responseCode: number): Error =>
  Object.assign(new Error(message), { responseCode })

/** Link token and code of a mail. */
export const secretsOf = (mail: Email | undefined): { token: string; code: string } => ({
  token: /token=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? '',
  code: /^(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? '',
})

/** The same of a mail as it was sent. */
export const secretsIn = async (raw: string): Promise<{ token: string; code: string }> =>
  secretsOf(await PostalMime.parse(raw))
