import { queueMails } from '@answerable/contracts/mails'
import { requestMagicLink, verifyLink } from '@answerable/contracts/sign-in'
import { passportKeysFor } from '@answerable/service-kit/calls/passport'
import { memoryRateLimitStore } from '@answerable/service-kit/rate-limit/memory-store'
import { startService } from '@answerable/service-kit/service'
import { testMasterKey } from '@answerable/service-kit/testing/service'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '../../../../site/free-port.ts'
import { auth } from '../service.ts'
import { type AuthSite, newCodeKey, newPerson, startAuth } from '../testing/auth-site.ts'
import { type MailServer, secretsOf, smtpError, startMailServer } from '../testing/mail-server.ts'
import { mailRequest, userIdOf } from '../testing/requested-mails.ts'

const running: { stop: () => Promise<void> }[] = []
afterEach(async () => {
  for (const part of running.splice(0).reverse()) await part.stop()
})

const keep = <Part extends { stop: () => Promise<void> }>(part: Part): Part => {
  running.push(part)
  return part
}

const openMailServer = async (...args: Parameters<typeof startMailServer>): Promise<MailServer> =>
  keep(await startMailServer(...args))

const openSite = async (server: Pick<MailServer, 'url'>, more = {}): Promise<AuthSite> =>
  keep(
    await startAuth({
      SMTP_URL: server.url,
      MAIL_FROM: 'Answerable <no-reply@site.example>',
      ...more,
    }),
  )

const ask = (site: AuthSite, email: string) =>
  site.call(requestMagicLink, { body: { email } }, { clientAddress: newPerson().clientAddress })

const waitingMails = async (site: AuthSite): Promise<number | null> =>
  (await site.owner.query('SELECT FROM mail_outbox')).rowCount

/** Skips the delay between attempts. */
const makeDue = (site: AuthSite) =>
  site.owner.query(
    "UPDATE mail_outbox SET not_before = now() WHERE not_before < now() + interval '40 seconds'",
  )

describe('when the mail server', () => {
  test('is down, the response does not wait, and the mail is sent once it is back', async () => {
    const port = await freePort()
    const first = await startMailServer({ port })
    await first.stop()
    const site = await openSite(first)
    const { email } = newPerson()
    expect((await ask(site, email)).status).toBe(202)
    const attempts = async () => {
      const { rows } = await site.owner.query(
        'SELECT attempts > 0 AS tried, not_before > now() AS waits FROM mail_outbox',
      )
      return rows
    }
    await expect.poll(attempts).toEqual([{ tried: true, waits: true }])
    const back = await openMailServer({ port })
    await expect.poll(() => back.mails.length).toBe(1)
    const { token } = secretsOf(back.mails[0])
    expect((await site.call(verifyLink, { body: { token } })).status).toBe(200)
    await expect.poll(() => waitingMails(site)).toBe(0)
  })

  test('does not respond, the request does not wait for it', async () => {
    const greet = Promise.withResolvers<void>()
    const silent = await openMailServer({
      onConnect: (_session, done) => void greet.promise.then(() => done()),
    })
    const site = await openSite(silent)
    expect((await ask(site, newPerson().email)).status).toBe(202)
    expect(silent.mails).toEqual([])
    greet.resolve()
    await expect.poll(() => silent.mails.length).toBe(1)
  })

  test('accepts a mail at the second attempt, the link and code of the first attempt are invalid', async () => {
    const refused: string[] = []
    const server = await openMailServer({
      onMail: (mail) => {
        if (refused.length > 0) return
        refused.push(secretsOf(mail).token)
        throw smtpError('later', 451)
      },
    })
    const site = await openSite(server)
    await ask(site, newPerson().email)
    await expect.poll(() => refused.length).toBe(1)
    await expect.poll(() => server.mails.length).toBe(1)
    const { token } = secretsOf(server.mails[0])
    const [former = ''] = refused
    expect(former).not.toBe(token)
    expect((await site.call(verifyLink, { body: { token: former } })).status).toBe(400)
    expect((await site.call(verifyLink, { body: { token } })).status).toBe(200)
  })

  test('rejects a recipient permanently, the mail is dropped', async () => {
    let attempts = 0
    const server = await openMailServer({
      onRcptTo: (_address, _session, done) => {
        attempts += 1
        done(smtpError('no such mailbox', 550))
      },
    })
    const site = await openSite(server)
    await ask(site, newPerson().email)
    await expect.poll(() => attempts).toBe(1)
    await expect.poll(() => waitingMails(site)).toBe(0)
    expect(attempts).toBe(1)
  })

  test('stays down until the flow has expired, the mail is dropped', async () => {
    const server = await openMailServer({
      onMailFrom: (_address, _session, done) => done(smtpError('busy', 421)),
    })
    const site = await openSite(server)
    await ask(site, newPerson().email)
    await site.owner.query('UPDATE flows SET expires_at = now()')
    const waiting = async () => {
      await makeDue(site)
      return waitingMails(site)
    }
    await expect.poll(waiting).toBe(0)
    expect(server.mails).toEqual([])
  })

  test('does not support TLS, an https site sends it nothing', async () => {
    const server = await openMailServer()
    const site = await openSite(server, { PUBLIC_ORIGIN: 'https://answerable.example.org' })
    const flow = await ask(site, newPerson().email)
    expect(flow.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-flow=.*; Secure; /),
    ])
    const attempts = async () =>
      (
        await site.owner.query(
          "SELECT attempts > 0 AS tried FROM mail_outbox WHERE not_before < now() + interval '40 seconds'",
        )
      ).rows
    await expect.poll(attempts).toEqual([{ tried: true }])
    expect(server.mails).toEqual([])
  })
})

test('a sign-in mail waits for no notice of a new browser and no notification', async () => {
  const held: (() => void)[] = []
  let isHolding = false
  const server = await openMailServer({
    onRcptTo: ({ address }, _session, done) => {
      if (isHolding && address === member) held.push(done)
      else done()
    },
  })
  const site = await openSite(server)
  const [member, other] = [newPerson().email, newPerson().email]
  await ask(site, member)
  await expect.poll(() => server.mails.length).toBe(1)
  await site.call(verifyLink, { body: { token: secretsOf(server.mails[0]).token } })
  isHolding = true
  await site.owner.query(
    "INSERT INTO notices (user_id, device) SELECT id, 'Firefox' FROM users, generate_series(1, 20)",
  )
  const accountId = await userIdOf(site, member)
  const requests = Array.from({ length: 50 }, () => mailRequest({ accountId, template: 'weekly' }))
  await site.call(queueMails, { body: { mails: requests } }, { issuer: 'notifications' })
  // All connections for both kinds are in use.
  // On a slow machine a mail may reach its time limit and be sent again, which holds one more.
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(5 + 8)
  await ask(site, other)
  await expect.poll(() => server.mails.length).toBe(2)
  expect(server.mails[1]?.recipients).toEqual([other])
  isHolding = false
  for (const done of held.splice(0)) done()
  await expect.poll(() => server.mails.length).toBe(2 + 20 + 50)
})

test('two senders on one database send each mail once', async () => {
  const server = await openMailServer()
  const site = await openSite(server)
  const rateLimitStore = memoryRateLimitStore()
  const environment = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: site.database.url,
    PASSPORT_KEYS: passportKeysFor(testMasterKey, 'auth'),
    CODE_KEY: newCodeKey(),
    SMTP_URL: server.url,
  }
  keep(await startService(auth, environment, { bus: site.bus, rateLimitStore }))
  const people = Array.from({ length: 40 }, () => newPerson().email)
  await Promise.all(people.map((email) => ask(site, email)))
  await expect.poll(() => waitingMails(site)).toBe(0)
  expect(server.mails.flatMap(({ recipients }) => recipients).sort()).toEqual(people.sort())
})
