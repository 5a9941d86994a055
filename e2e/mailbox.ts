import { expect } from '@playwright/test'
import { repeatWhileBusy, unlessCutOff } from '../tests/tools/repeat-while-busy.ts'
import { mailboxKeyOf } from './sites.ts'
import { recordSecret } from './traces.ts'

type Mail = { link: string; code: string }
export type Mailbox = {
  /** Waits for a sign-in mail to an address. With `known`, for one that has another code than these. */
  mailTo: (address: string, known?: string[]) => Promise<Mail>
  /** The codes of the sign-in mails to an address that have arrived. */
  codesTo: (address: string) => Promise<string[]>
  /** Waits for the mail with this subject to an address. Returns its text. */
  textTo: (address: string, subject: string) => Promise<string>
  /** The code in the mail for an account deletion. */
  deletionCodeTo: (address: string) => Promise<string>
}

/** Reads the mailbox page outside the browser, because it refuses proxied requests. */
export const openMailbox = (origin: string): Mailbox => {
  const key = mailboxKeyOf(origin)
  recordSecret({ kind: 'token', text: key })
  const cookie = `mailbox-key=${key}`
  const readPage = async () => {
    const { status, html } = await repeatWhileBusy(async () => {
      const page = await unlessCutOff(async () => {
        const response = await fetch(new URL('/dev/mailbox', origin), { headers: { cookie } })
        return { status: response.status, html: await response.text() }
      })
      return page ?? { status: 503, html: '' }
    })
    expect(status).toBe(200)
    return html
  }
  const first = async <Found>(address: string, find: (html: string) => Found[]): Promise<Found> => {
    const mails: Found[] = []
    const findMail = async () => {
      mails.push(...find(await readPage()))
      return mails.length
    }
    await expect.poll(findMail, { intervals: [50, 100, 200] }).toBeGreaterThan(0)
    const [one] = mails
    if (one === undefined) throw new Error('no mail')
    recordSecret({ kind: 'address', text: address })
    return one
  }
  const textTo: Mailbox['textTo'] = (address, subject) =>
    first(address, (html) =>
      articlesTo(html, address).filter((article) => article.includes(`<h2>${subject}</h2>`)),
    )
  return {
    mailTo: async (address, known = []) => {
      const isNew = ({ code }: Mail) => !known.includes(code)
      const mail = await first(address, (html) => mailsOn(html, address).filter(isNew))
      recordSecret({ kind: 'code', text: mail.code })
      recordSecret({ kind: 'token', text: new URL(mail.link).searchParams.get('token') ?? '' })
      return mail
    },
    codesTo: async (address) => mailsOn(await readPage(), address).map(({ code }) => code),
    textTo,
    deletionCodeTo: async (address) => {
      const text = await textTo(address, 'Delete your Answerable account')
      const code = /<code>(\d{6})<\/code>/.exec(text)?.[1] ?? ''
      recordSecret({ kind: 'code', text: code })
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
