import { randomUUID } from 'node:crypto'
import { type EventPayload, mailboxRefused, webhookDisabled } from '@answerable/contracts/events'
import { type MailedNotice, type MailRequest, queueMails } from '@answerable/contracts/mails'
import { requestMagicLink, verifyLink } from '@answerable/contracts/sign-in'
import { passportKeysFor } from '@answerable/service-kit/calls/passport'
import { onlyRow } from '@answerable/service-kit/db'
import { memoryRateLimitStore } from '@answerable/service-kit/rate-limit/memory-store'
import { startService } from '@answerable/service-kit/service'
import { testMasterKey } from '@answerable/service-kit/testing/service'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { auth } from '../service.ts'
import { type AuthSite, newCodeKey, newPerson, openOwner, startAuth } from '../testing/auth-site.ts'
import { type MailServer, secretsOf, smtpError, startMailServer } from '../testing/mail-server.ts'
import { mailRequest, userIdOf } from '../testing/requested-mails.ts'
import { queueMailsToAdministrators } from './to-administrators.ts'

type Received = MailServer['mails'][number]

let server: MailServer
let site: AuthSite
/** Replies of the mail server; the default accepts everything. */
let onRecipient: (address: string) => Error | undefined
let onMail: (mail: Received) => void
const refusals: EventPayload<typeof mailboxRefused>[] = []

beforeAll(async () => {
  server = await startMailServer({
    onRcptTo: ({ address }, _session, done) => done(onRecipient(address)),
    onMail: (mail) => onMail(mail),
  })
  site = await startAuth({
    SMTP_URL: `${server.url}?requireTLS=false`,
    MAIL_FROM: 'Answerable <no-reply@site.example>',
    PUBLIC_ORIGIN: 'https://answerable.example.org',
  })
  await site.bus.subscribe(mailboxRefused, { everyInstanceOf: 'test' }, async ({ payload }) => {
    refusals.push(payload)
  })
})
beforeEach(() => {
  onRecipient = () => undefined
  onMail = () => undefined
  refusals.length = 0
  server.mails.length = 0
})
afterEach(() => site.owner.query('DELETE FROM users'))
afterAll(async () => {
  await site.stop()
  await server.stop()
})

const addMember = async (): Promise<{ accountId: string; email: string }> => {
  const { email } = newPerson()
  const { rows } = await site.owner.query<{ id: string }>(
    'INSERT INTO users (email, username) VALUES ($1, $2) RETURNING id',
    [email, `member-${randomUUID()}`],
  )
  return { accountId: onlyRow(rows).id, email }
}

const queue = async (...mails: MailRequest[]): Promise<number> => {
  const { body } = await site.call(queueMails, { body: { mails } }, { issuer: 'notifications' })
  return body.queued
}

/** Without mails about the sign-in. */
const notificationsTo = (email: string): Received[] =>
  server.mails.filter(
    ({ recipients, messageId }) =>
      recipients.includes(email) && messageId?.endsWith('@answerable.example.org>'),
  )

const waiting = async (): Promise<{ attempts: number }[]> =>
  (await site.owner.query('SELECT attempts FROM requested_mails WHERE content IS NOT NULL')).rows

const makeDue = () => site.owner.query('UPDATE requested_mails SET not_before = now()')

test('a mail is text and HTML with escaped values, and can be unsubscribed from with one click', async () => {
  const { accountId, email } = await addMember()
  const subject = `<img src=x onerror=alert(1)> & "Fizz" 'Cola' café`
  const notices: MailedNotice[] = [
    { kind: 'mention', subject, path: '/boycott/a1B2c3D4#comment-1', actor: '</a><b>anna' },
  ]
  await queue(mailRequest({ accountId, notices }))
  await expect.poll(() => server.mails.length).toBe(1)
  const [mail] = server.mails
  expect(mail).toMatchObject({
    recipients: [email],
    to: [{ address: email }],
    subject: `</a><b>anna mentioned you in a comment on “${subject}”.`,
  })
  const origin = 'https://answerable.example.org'
  expect(mail?.text).toContain(subject)
  expect(mail?.text).toContain(`${origin}/boycott/a1B2c3D4#comment-1`)
  expect(mail?.html).not.toMatch(/<(?!\/?(?:html|head|meta|title|body|p|a)\b|!doctype)/)
  expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Fizz&quot;')
  const header = (key: string) => mail?.headers.find((one) => one.key === key)?.value
  const token = 'u'.repeat(43)
  expect(header('list-unsubscribe')).toBe(`<${origin}/unsubscribe?token=${token}>`)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(header('auto-submitted')).toBe('auto-generated')
  expect(mail?.messageId).toMatch(/^<[\da-f-]{36}@answerable\.example\.org>$/)
  expect(mail?.text).toContain(`${origin}/unsubscribe?token=${token}`)
  // The content is not stored any longer than needed.
  await expect.poll(waiting).toEqual([])
})

test('administrators get one mail about a webhook that was disabled; it names the host only', async () => {
  const admins = [await addMember(), await addMember()]
  const [member, suspended] = [await addMember(), await addMember()]
  await site.owner.query('UPDATE users SET is_admin = true WHERE id = ANY ($1)', [
    [...admins, suspended].map(({ accountId }) => accountId),
  ])
  await site.owner.query('UPDATE users SET suspended_at = now() WHERE id = $1', [
    suspended.accountId,
  ])
  const payload = { webhookId: randomUUID(), host: 'receiver.example', reason: 'failing' as const }
  const message = { id: randomUUID(), subject: webhookDisabled.subject, payload, requestId: null }
  await site.bus.publish(message)
  await expect.poll(() => server.mails.length).toBe(2)
  await expect.poll(waiting).toEqual([])
  const recipients = server.mails.flatMap((mail) => mail.recipients)
  expect(recipients.toSorted()).toEqual(admins.map(({ email }) => email).toSorted())
  expect(recipients).not.toContain(member.email)
  expect(server.mails[0]?.subject).toBe('The webhook to receiver.example was disabled')
  expect(server.mails[0]?.text).toContain('https://answerable.example.org/admin/webhooks')
  expect(server.mails[0]?.text).toContain('no delivery to it has succeeded for a day')
  // The event came again, when it was handled before.
  await queueMailsToAdministrators(site.owner, message.id, {
    template: 'webhook-disabled',
    ...payload,
  })
  expect(await waiting()).toEqual([])
})

test('each kind of notice has its sentence, and a digest lists them and counts the others', async () => {
  const { accountId } = await addMember()
  const about = { subject: 'Fizz Cola', path: '/boycott/a1B2c3D4' }
  const notices: MailedNotice[] = [
    { ...about, kind: 'reply', actor: 'anna' },
    { ...about, kind: 'mention', actor: 'anna' },
    { ...about, kind: 'comment', count: 3 },
    { ...about, kind: 'publication', followed: 'France' },
    { ...about, kind: 'status', outcome: 'merged' },
    { ...about, kind: 'decision', outcome: 'removed', on: 'comment', reason: 'Spam' },
    { ...about, kind: 'decision', outcome: 'declined', on: 'suggestion', reason: null },
    { ...about, kind: 'decision', outcome: 'suspended', on: 'account', reason: 'Spam' },
    { ...about, kind: 'flag', outcome: 'approved', on: 'submission' },
    { ...about, subject: null, kind: 'flag', outcome: 'removed', on: 'submission' },
    { ...about, kind: 'appeal', outcome: 'overturned' },
    { ...about, kind: 'milestone', of: 'score', value: 1_000 },
  ]
  await queue(mailRequest({ accountId, notices, template: 'weekly', more: 2 }))
  await expect.poll(() => server.mails.length).toBe(1)
  const [mail] = server.mails
  expect(mail?.subject).toBe('Your week on Answerable: 14 updates')
  const entries = mail?.text?.split('\n').filter((line) => line.startsWith('* '))
  expect(entries).toEqual([
    '* anna replied to your comment on “Fizz Cola”.',
    '* anna mentioned you in a comment on “Fizz Cola”.',
    '* 3 new comments on “Fizz Cola”.',
    '* A new boycott in France, which you follow: “Fizz Cola”.',
    '* The boycott “Fizz Cola” was merged with another boycott about the same matter.',
    '* Your comment on “Fizz Cola” was removed. Reason: Spam.',
    '* Your suggestion about “Fizz Cola” was declined.',
    '* Your account was suspended. Reason: Spam.',
    '* The boycott “Fizz Cola” that you reported was reviewed and stays public.',
    '* The boycott that you reported was removed.',
    '* Your appeal about “Fizz Cola” succeeded: the decision was reversed.',
    '* Your boycott “Fizz Cola” has reached a score of 1,000.',
    '* And 2 more notifications.',
  ])
})

test('a mail with a known key is sent once, by two instances and in parallel calls', async () => {
  const { accountId } = await addMember()
  const requests = Array.from({ length: 40 }, () => mailRequest({ accountId }))
  const rateLimitStore = memoryRateLimitStore()
  const other = await startService(
    auth,
    {
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: site.database.url,
      PASSPORT_KEYS: passportKeysFor(testMasterKey, 'auth'),
      CODE_KEY: newCodeKey(),
      SMTP_URL: server.url,
    },
    { bus: site.bus, rateLimitStore },
  )
  const answers = await Promise.all(Array.from({ length: 4 }, () => queue(...requests)))
  expect(answers.reduce((sum, queued) => sum + queued)).toBe(40)
  await expect.poll(waiting).toEqual([])
  expect(await queue(...requests)).toBe(0)
  expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(40)
  expect(server.mails.length).toBe(40)
  await other.stop()
  await rateLimitStore.close()
})

test('mails to accounts that do not exist are dropped, and a deleted account takes its mails along', async () => {
  const { accountId } = await addMember()
  expect(await queue(mailRequest({ accountId: randomUUID() }), mailRequest({ accountId }))).toBe(1)
  await expect.poll(waiting).toEqual([])
  await site.owner.query('DELETE FROM users')
  expect((await site.owner.query('SELECT FROM requested_mails')).rowCount).toBe(0)
})

test('only the service notifications may request mails, and no value may leave the site or break a line', async () => {
  const { accountId } = await addMember()
  const good = mailRequest({ accountId })
  const [notice] = good.notices
  for (const issuer of ['gateway', 'moderation'] as const) {
    const { status } = await site.call(queueMails, { body: { mails: [good] } }, { issuer })
    expect(status).toBe(401)
  }
  for (const path of [
    '//evil.example',
    'https://evil.example',
    '/a\r\nBcc: b@example.org',
    '/a b',
  ]) {
    const notices = [{ ...notice, path }] as MailedNotice[]
    const body = { mails: [{ ...good, notices }] }
    const { status } = await site.call(queueMails, { body }, { issuer: 'notifications' })
    expect(status).toBe(400)
  }
  const subject = 'Fizz\r\nBcc: b@example.org'
  await queue({ ...good, notices: [{ ...notice, subject }] as MailedNotice[] })
  await expect.poll(() => server.mails.length).toBe(1)
  expect(server.mails[0]?.bcc ?? []).toEqual([])
  expect(server.mails[0]?.subject).toContain('“Fizz Bcc: b@example.org”')
})

test('a deferred recipient delays no other, and the second attempt has the same Message-ID', async () => {
  const [slow, other] = [await addMember(), await addMember()]
  const deferred: string[] = []
  onMail = (mail) => {
    if (!mail.recipients.includes(slow.email) || deferred.length > 0) return
    deferred.push(mail.messageId ?? '')
    throw smtpError('greylisted', 451)
  }
  await queue(
    mailRequest({ accountId: slow.accountId }),
    mailRequest({ accountId: other.accountId }),
  )
  await expect.poll(() => server.mails.length).toBe(1)
  expect(server.mails[0]?.recipients).toEqual([other.email])
  await expect.poll(() => deferred.length).toBe(1)
  const isPostponed = async () =>
    (
      await site.owner.query(
        "SELECT FROM requested_mails WHERE content IS NOT NULL AND not_before < now() + interval '61 seconds'",
      )
    ).rowCount
  await expect.poll(isPostponed).toBe(1)
  await makeDue()
  await expect.poll(() => server.mails.length).toBe(2)
  expect(server.mails[1]?.messageId).toBe(deferred[0])
})

test('a mail whose acceptance was lost is repeated with the same Message-ID only', async () => {
  const { accountId } = await addMember()
  const accepted: Received[] = []
  onMail = (mail) => {
    accepted.push(mail)
    // The mail is stored; the answer does not arrive.
    if (accepted.length === 1) throw smtpError('connection lost', 421)
  }
  await queue(mailRequest({ accountId }))
  await expect.poll(() => accepted.length).toBe(2)
  await expect.poll(waiting).toEqual([])
  expect(new Set(accepted.map(({ messageId }) => messageId)).size).toBe(1)
})

test('a mailbox that refuses gets no more notifications until its owner signs in by mail', async () => {
  const { accountId, email } = await addMember()
  const attempts: string[] = []
  onRecipient = (address) => {
    attempts.push(address)
    return smtpError('5.1.1 no such mailbox', 550)
  }
  await queue(mailRequest({ accountId }))
  await expect
    .poll(() => refusals)
    .toEqual([{ userId: accountId, refusedAt: expect.any(String), version: 1 }])
  await queue(mailRequest({ accountId }), mailRequest({ accountId, template: 'daily' }))
  await expect.poll(waiting).toEqual([])
  expect(attempts).toEqual([email])
  expect(refusals).toHaveLength(1)

  onRecipient = () => undefined
  await site.call(requestMagicLink, { body: { email } })
  await expect.poll(() => server.mails.length).toBe(1)
  await site.call(verifyLink, { body: { token: secretsOf(server.mails[0]).token } })
  await expect
    .poll(() => refusals.at(-1))
    .toEqual({ userId: accountId, refusedAt: null, version: 2 })
  await queue(mailRequest({ accountId }))
  await expect.poll(() => notificationsTo(email).length).toBe(1)
  expect(await userIdOf(site, email)).toBe(accountId)
})

test('a mail that is refused because of the site, not the mailbox, does not end the others', async () => {
  const { accountId, email } = await addMember()
  onRecipient = () => smtpError('5.7.1 your address is on a block list', 550)
  await queue(mailRequest({ accountId }))
  await expect.poll(waiting).toEqual([])
  expect(refusals).toEqual([])
  onRecipient = () => undefined
  await queue(mailRequest({ accountId }))
  await expect.poll(() => notificationsTo(email).length).toBe(1)
})

test('suspended members get the outcome of decisions and no other notifications', async () => {
  const { accountId, email } = await addMember()
  await site.owner.query('UPDATE users SET suspended_at = now()')
  const about = { subject: 'Fizz Cola', path: '/boycott/a1B2c3D4' }
  const appeal: MailedNotice = { ...about, kind: 'appeal', outcome: 'upheld' }
  await queue(mailRequest({ accountId }), mailRequest({ accountId, notices: [appeal] }))
  await expect.poll(waiting).toEqual([])
  expect(notificationsTo(email)).toMatchObject([
    {
      recipients: [email],
      subject: 'Your appeal about “Fizz Cola” was reviewed: the decision stands.',
    },
  ])
})

test('a mail server that is away for a day loses no mail and uses up no attempts', async () => {
  let connections = 0
  let isAway = true
  const unreliable = await startMailServer({
    onConnect: (_session, done) => {
      connections += 1
      done(isAway ? smtpError('away', 421) : undefined)
    },
  })
  const away = await startAuth({ SMTP_URL: unreliable.url })
  const owner = openOwner(away.database.ownerUrl)
  const { rows } = await owner.query<{ id: string }>(
    "INSERT INTO users (email, username) VALUES ('away@example.org', 'away') RETURNING id",
  )
  const mails = Array.from({ length: 30 }, () => mailRequest({ accountId: onlyRow(rows).id }))
  await away.call(queueMails, { body: { mails } }, { issuer: 'notifications' })
  const untried = async () =>
    (await owner.query('SELECT FROM requested_mails WHERE attempts = 0')).rowCount
  await expect.poll(() => connections).toBeGreaterThan(0)
  await expect.poll(untried).toBe(30)
  await owner.query("UPDATE requested_mails SET created_at = now() - interval '1 day'")
  isAway = false
  await expect.poll(() => unreliable.mails.length).toBe(30)
  expect(new Set(unreliable.mails.map(({ messageId }) => messageId)).size).toBe(30)
  await owner.end()
  await away.stop()
  await unreliable.stop()
})
