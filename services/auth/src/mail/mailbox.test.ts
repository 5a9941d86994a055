import { readMailbox } from '@answerable/contracts/mailbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthSite, askForMail, newPerson, startAuth } from '../testing/auth-site.ts'
import { mailboxPage } from './mailbox-page.ts'

let site: AuthSite
beforeAll(async () => {
  site = await startAuth()
})
afterAll(() => site.stop())

const open = (headers: Record<string, string> = {}) =>
  site.send({ method: 'GET', path: readMailbox.path }, { headers })

describe('the mailbox of a development site', () => {
  test('lists mails newest first, with link and code', async () => {
    expect((await open()).text).toContain('No emails yet.')
    const [one, other] = [newPerson(), newPerson()]
    const first = await askForMail(site, one)
    const second = await askForMail(site, other)
    const { status, headers, text } = await open()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    for (const { token, code } of [first, second]) {
      expect(text).toContain(`href="http://localhost:8080/auth/callback?token=${token}"`)
      expect(text).toContain(`<code>${code}</code>`)
    }
    expect(text.indexOf(other.email)).toBeLessThan(text.indexOf(one.email))
  })

  test('has no style or script that the content security policy would block', async () => {
    expect((await open()).text).not.toMatch(/<style|<script|style=|\son\w+=/)
  })

  test('is unavailable to requests through a proxy', async () => {
    for (const header of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']) {
      expect(await open({ [header]: 'for=1.2.3.4' })).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      })
    }
  })

  test('is unavailable when a mail server is set', async () => {
    const other = await startAuth({ SMTP_URL: 'smtp://127.0.0.1:1' })
    const response = await other.send({ method: 'GET', path: readMailbox.path })
    await other.stop()
    expect(response).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  })

  test('stores the newest 50 mails', async () => {
    await site.owner.query(
      `INSERT INTO dev_mails (recipient, subject, link, code, body)
       SELECT 'old@example.org', 's', 'l', 'c', 'b' FROM generate_series(1, 100)`,
    )
    const person = newPerson()
    await askForMail(site, person)
    const { rows } = await site.owner.query('SELECT recipient FROM dev_mails ORDER BY id DESC')
    expect(rows).toHaveLength(50)
    expect(rows[0]).toEqual({ recipient: person.email })
  })

  test('escapes HTML in addresses', () => {
    const hostile = `<script>alert('"&')</script>`
    const mail = { to: hostile, subject: hostile, link: hostile, code: hostile, text: hostile }
    const page = mailboxPage([{ ...mail, sentAt: new Date() }])
    expect(page).not.toContain('<script')
    expect(page).toContain('&lt;script&gt;alert(&#39;&quot;&amp;&#39;)&lt;/script&gt;')
  })
})
