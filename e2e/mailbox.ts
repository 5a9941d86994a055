import { expect } from '@playwright/test'
import { noteSecret } from './traces.ts'

type Mail = { link: string; code: string }
export type Mailbox = {
  /** The sign-in mail to an address, once it is there. */
  mailTo: (address: string) => Promise<Mail>
}

/** Reads the mailbox page from outside the browser: it answers only to visits that no proxy forwarded. */
export const openMailbox = (origin: string): Mailbox => ({
  mailTo: async (address) => {
    const mails: Mail[] = []
    const look = async () => {
      const page = await fetch(new URL('/dev/mailbox', origin))
      mails.push(...mailsOn(await page.text(), address))
      return mails.length
    }
    await expect.poll(look, { intervals: [50, 100, 200], timeout: 10_000 }).toBeGreaterThan(0)
    const [mail] = mails
    if (mail === undefined) throw new Error('no mail')
    noteSecret({ kind: 'address', text: address })
    noteSecret({ kind: 'code', text: mail.code })
    noteSecret({ kind: 'token', text: new URL(mail.link).searchParams.get('token') ?? '' })
    return mail
  },
})

const mailsOn = (html: string, address: string): Mail[] =>
  html
    .split('<article>')
    .filter((article) => article.includes(`To ${address},`))
    .flatMap((article) => {
      const code = /<code>(\d{6})<\/code>/.exec(article)?.[1]
      const link = /href="([^"]+)"/.exec(article)?.[1]
      return code === undefined || link === undefined
        ? []
        : [{ code, link: link.replaceAll('&amp;', '&') }]
    })
