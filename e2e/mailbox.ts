import { expect } from '@playwright/test'
import { mailboxKeyOf } from './sites.ts'
import { noteSecret } from './traces.ts'

type Mail = { link: string; code: string }
export type Mailbox = {
  /** The sign-in mail to an address, once it is there. */
  mailTo: (address: string) => Promise<Mail>
  /** The text of the mail of this subject to an address, once it is there. */
  textTo: (address: string, subject: string) => Promise<string>
  /** The code that deletes an account. */
  deletionCodeTo: (address: string) => Promise<string>
}

/** Reads the mailbox page from outside the browser: it answers only to visits that no proxy forwarded. */
export const openMailbox = (origin: string): Mailbox => {
  const key = mailboxKeyOf(origin)
  noteSecret({ kind: 'token', text: key })
  const cookie = `mailbox-key=${key}`
  const first = async <Found>(address: string, find: (html: string) => Found[]): Promise<Found> => {
    const found: Found[] = []
    const look = async () => {
      const page = await fetch(new URL('/dev/mailbox', origin), { headers: { cookie } })
      found.push(...find(await page.text()))
      return found.length
    }
    await expect.poll(look, { intervals: [50, 100, 200] }).toBeGreaterThan(0)
    const [one] = found
    if (one === undefined) throw new Error('no mail')
    noteSecret({ kind: 'address', text: address })
    return one
  }
  const textTo: Mailbox['textTo'] = (address, subject) =>
    first(address, (html) =>
      articlesTo(html, address).filter((article) => article.includes(`<h2>${subject}</h2>`)),
    )
  return {
    mailTo: async (address) => {
      const mail = await first(address, (html) => mailsOn(html, address))
      noteSecret({ kind: 'code', text: mail.code })
      noteSecret({ kind: 'token', text: new URL(mail.link).searchParams.get('token') ?? '' })
      return mail
    },
    textTo,
    deletionCodeTo: async (address) => {
      const text = await textTo(address, 'Delete your Answerable account')
      const code = /<code>(\d{6})<\/code>/.exec(text)?.[1] ?? ''
      noteSecret({ kind: 'code', text: code })
      return code
    },
  }
}

const articlesTo = (html: string, address: string): string[] =>
  html.split('<article>').filter((article) => article.includes(`To ${address},`))

const mailsOn = (html: string, address: string): Mail[] =>
  articlesTo(html, address).flatMap((article) => {
    const code = /<code>(\d{6})<\/code>/.exec(article)?.[1]
    const link = /href="([^"]+)"/.exec(article)?.[1]
    return code === undefined || link === undefined
      ? []
      : [{ code, link: link.replaceAll('&amp;', '&') }]
  })
