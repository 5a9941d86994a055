import { requestMagicLink, verifyCode, verifyLink } from '@answerable/contracts/sign-in'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type AuthSite,
  cookiesSet,
  newPerson,
  startAuth,
  withCookies,
} from '../testing/auth-site.ts'
import { type MailServer, secretsOf, startMailServer } from '../testing/mail-server.ts'

describe('a sign-in mail', () => {
  let server: MailServer
  let site: AuthSite
  beforeEach(async () => {
    server = await startMailServer()
    const MAIL_FROM = 'Answerable <no-reply@site.example>'
    site = await startAuth({ SMTP_URL: server.url, MAIL_FROM })
  })
  afterEach(async () => {
    await site.stop()
    await server.stop()
  })

  const ask = (email: string) =>
    site.call(requestMagicLink, { body: { email } }, { clientAddress: newPerson().clientAddress })

  test('contains one link and one code, as text and as HTML, and their expiry time', async () => {
    const { email } = newPerson()
    await ask(email)
    await expect.poll(() => server.mails.length).toBe(1)
    const [mail] = server.mails
    const { token, code } = secretsOf(mail)
    const link = `http://localhost:8080/auth/callback?token=${token}`
    expect(mail).toMatchObject({
      recipients: [email],
      to: [{ address: email }],
      from: { name: 'Answerable', address: 'no-reply@site.example' },
      subject: 'Sign in to Answerable',
    })
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(link)
      expect(part).toContain(code)
      expect(part).toContain('10 minutes')
      expect(part).toContain('If you did not request this email')
    }
    expect(mail?.html).toContain(`<a href="${link}">`)
    expect(mail?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    expect(mail?.attachments).toEqual([])
  })

  test('signs in by its link or by its code', async () => {
    const [one, other] = [newPerson().email, newPerson().email]
    await ask(one)
    const requested = await ask(other)
    await expect.poll(() => server.mails.length).toBe(2)
    const mailTo = (email: string) => server.mails.find((mail) => mail.recipients.includes(email))
    const { token } = secretsOf(mailTo(one))
    expect((await site.call(verifyLink, { body: { token } })).body.user.email).toBe(one)
    const { code } = secretsOf(mailTo(other))
    const headers = withCookies(cookiesSet(requested))
    const response = await site.call(verifyCode, { body: { email: other, code } }, { headers })
    expect(response.body.user.email).toBe(other)
  })

  test('has exactly one recipient, whatever characters the address contains', async () => {
    const addresses = [
      "o'brien+boycott=1@example.org",
      '#$&*^_{}~=-@example.org',
      'jörg@example.org',
      'someone@bücher.example',
      'a@[127.0.0.1',
      'a;b@example.org',
      'a@b@example.org',
      'a@example.org\r\nBcc: b@example.org',
      'a@example.org\nSubject: hello',
      'a@example.org%0aBcc:b@example.org',
      'a@example.org b@example.org',
      'RCPT TO:<b@example.org>',
    ]
    const taken = []
    for (const address of addresses) {
      const { status } = await ask(address)
      expect([202, 400]).toContain(status)
      if (status === 202) taken.push(address)
    }
    expect(taken).toEqual(addresses.slice(0, 4))
    await expect.poll(() => server.mails.length).toBe(taken.length)
    for (const mail of server.mails) {
      expect(mail.recipients).toHaveLength(1)
      expect(mail.to).toHaveLength(1)
      expect([mail.cc ?? [], mail.bcc ?? []]).toEqual([[], []])
      expect(mail.subject).toBe('Sign in to Answerable')
    }
  })
})
