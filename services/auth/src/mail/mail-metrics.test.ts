import { requestMagicLink } from '@answerable/contracts/sign-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthSite, newPerson, startAuth } from '../testing/auth-site.ts'
import { type MailServer, smtpError, startMailServer } from '../testing/mail-server.ts'

let server: MailServer
let site: AuthSite
let reply: 'take' | 'later' | 'never' = 'take'

beforeAll(async () => {
  server = await startMailServer({
    onMail: () => {
      if (reply === 'later') throw smtpError('later', 451)
    },
    onRcptTo: (_address, _session, done) =>
      done(reply === 'never' ? smtpError('never', 550) : undefined),
  })
  site = await startAuth({
    SMTP_URL: server.url,
    MAIL_FROM: 'Answerable <no-reply@site.example>',
    METRICS_PORT: '0',
  })
})
afterAll(async () => {
  await site.stop()
  await server.stop()
})

const figure = async (name: string, outcome?: string): Promise<number> => {
  const text = await (await fetch(site.metricsUrl ?? '')).text()
  const line = text
    .split('\n')
    .find((one) => one.startsWith(`${name}{`) && one.includes(outcome ? `"${outcome}"` : ''))
  return Number(line?.split(' ').at(-1) ?? Number.NaN)
}

const ask = async (): Promise<void> => {
  const { email, clientAddress } = newPerson()
  const response = await site.call(requestMagicLink, { body: { email } }, { clientAddress })
  expect(response.status).toBe(202)
}

test('metrics count sent, waiting and refused mails, starting at 0', async () => {
  for (const outcome of ['sent', 'failed', 'refused', 'expired'])
    expect(await figure('answerable_mails_total', outcome)).toBe(0)
  await ask()
  await expect.poll(() => figure('answerable_mails_total', 'sent')).toBe(1)
  await expect.poll(() => figure('answerable_mails_waiting')).toBe(0)
  expect(await figure('answerable_mails_oldest_seconds')).toBe(0)

  reply = 'never'
  await ask()
  await expect.poll(() => figure('answerable_mails_total', 'refused')).toBe(1)

  reply = 'later'
  await ask()
  await expect.poll(() => figure('answerable_mails_total', 'failed')).toBeGreaterThan(0)
  await site.owner.query("UPDATE flows SET created_at = now() - interval '200 seconds'")
  await expect.poll(() => figure('answerable_mails_waiting')).toBe(1)
  expect(await figure('answerable_mails_oldest_seconds')).toBeGreaterThan(199)
})

test('metrics show the age of the last backup, or of the site before the first one, with connections and the disk', async () => {
  await site.owner.query("UPDATE migrations SET run_on = now() - interval '3 days'")
  expect(await figure('answerable_backup_age_seconds')).toBeGreaterThan(2.9 * 86_400)
  await site.owner.query("INSERT INTO backups VALUES (now() - interval '1 hour')")
  expect(await figure('answerable_backup_age_seconds')).toBeGreaterThan(3_599)
  expect(await figure('answerable_backup_age_seconds')).toBeLessThan(86_400)
  expect(await figure('answerable_postgres_connections')).toBeGreaterThan(0)
  expect(await figure('answerable_postgres_connections_allowed')).toBeGreaterThan(10)
  const [free, size] = await Promise.all(
    ['free', 'size'].map((kind) => figure(`answerable_disk_${kind}_bytes`)),
  )
  expect(free).toBeGreaterThan(0)
  expect(size).toBeGreaterThanOrEqual(free ?? Number.NaN)
})
