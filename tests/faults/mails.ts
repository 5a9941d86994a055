import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { freePort } from '@answerable/site/free-port'
import { ask } from './ask.ts'
import { populate } from './members.ts'
import { isListening, supervise, until } from './program.ts'
import { startFaultSite } from './site.ts'

const notices = 10_000
const memberCount = 1_000
const writers = 8
const betweenKillsMilliseconds = 1_000

export type MailResult = {
  notices: number
  kills: number
  /** Notices that no mail has. */
  lost: number
  /** Notices in two mails with different Message-IDs. */
  twice: number
  mails: number
  /** Mails that the server accepted again, with the same Message-ID: SMTP cannot exclude them. */
  copies: number
}

/**
 * Adds notices, half of them mailed at once and half of them in digests, while notifications, auth, PostgreSQL, NATS and
 * the mail server are killed in turns, and reads what the mail server has accepted.
 */
export const mailUnderKills = async (
  times: number,
  say: (text: string) => void,
): Promise<MailResult> => {
  const port = await freePort()
  const site = await startFaultSite({
    isLinked: false,
    environment: { auth: { SMTP_URL: `smtp://127.0.0.1:${port}` } },
  })
  const file = join(site.directory, 'mails.jsonl')
  const server = supervise({
    command: process.execPath,
    args: [join(import.meta.dirname, 'mail-server.ts'), String(port), file],
    env: { PATH: process.env.PATH },
    logFile: join(site.directory, 'mail-server.log'),
  })
  const log = createLog({ service: 'faults', level: 'silent' })
  const db = openPool({ url: site.ownerUrl, max: writers + 1, name: 'faults', log })
  try {
    await until('the mail server listens', () => isListening(port))
    const { members, submissionIds } = await populate(db, { memberCount, submissionCount: 10 })
    const ids = members.map(({ id }) => id)
    await ask(
      db,
      `INSERT INTO notifications.mail_frequencies (user_id, kind, frequency)
       SELECT id, 'milestone', 'at-once' FROM unnest($1::uuid[]) AS id`,
      [ids.slice(0, memberCount / 2)],
    )
    const adding = addNotices(db, { memberIds: ids, submissionId: submissionIds[0] ?? '' })
    let isDone = false
    const done = adding.finally(() => {
      isDone = true
    })
    const targets = [
      ...(['notifications', 'auth', 'postgres', 'nats'] as const).map((part) => ({
        name: part,
        kill: () => site.kill(part),
      })),
      { name: 'mail server', kill: server.kill },
    ]
    let kills = 0
    for (let time = 1; time <= times || !isDone; time += 1) {
      for (const { name, kill } of targets) {
        await delay(betweenKillsMilliseconds)
        await makeDigestsDue(db).catch(() => {})
        kill()
        kills += 1
        say(`${name} killed, round ${time}`)
      }
    }
    await done
    say('waiting for the last mails')
    await until('all mails are sent', () => isSettled(db), 600_000)
    return { kills, ...readMails(file) }
  } finally {
    await db.end()
    await server.stop()
    await site.stop()
  }
}

/** Each notice has a number of its own. Repeated until it is acknowledged. */
const addNotices = async (
  db: Pool,
  { memberIds, submissionId }: { memberIds: readonly string[]; submissionId: string },
): Promise<void> => {
  let next = 0
  const write = async (): Promise<void> => {
    while (next < notices) {
      next += 1
      const number = next
      const values = [`fault:${number}`, submissionId, number, memberIds[number % memberCount]]
      while (!(await add(db, values))) await delay(100)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
}

const add = async (db: Pool, values: unknown[]): Promise<boolean> => {
  try {
    await ask(
      db,
      `WITH happened AS (
         INSERT INTO notifications.occurrences (name, submission_id, milestone_kind, milestone_value)
         VALUES ($1, $2, 'score', $3) ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id
       )
       INSERT INTO notifications.notices (user_id, occurrence_id, kind)
       SELECT $4, id, 'milestone' FROM happened ON CONFLICT DO NOTHING`,
      values,
    )
    return true
  } catch {
    return false
  }
}

const makeDigestsDue = (db: Pool) =>
  ask(db, "UPDATE notifications.digests SET due_at = now() WHERE due_at < 'infinity'")

/** Whether nothing waits any more; makes due what waits for a lease or after a deferral. */
const isSettled = async (db: Pool): Promise<boolean> => {
  try {
    await makeDigestsDue(db)
    await ask(db, 'UPDATE notifications.mail_requests SET not_before = now()')
    await ask(db, 'UPDATE auth.requested_mails SET not_before = now() WHERE content IS NOT NULL')
    await delay(1_000)
    const [waiting] = await ask<{ count: number }>(
      db,
      `SELECT (SELECT count(*) FROM notifications.digests WHERE due_at < 'infinity')
         + (SELECT count(*) FROM notifications.mail_requests)
         + (SELECT count(*) FROM auth.requested_mails WHERE content IS NOT NULL) AS count`,
    )
    return waiting?.count === 0
  } catch {
    return false
  }
}

const readMails = (file: string): Omit<MailResult, 'kills'> => {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const mails = new Map<string, number[]>()
  for (const line of lines) {
    const { messageId, numbers } = JSON.parse(line) as { messageId: string; numbers: number[] }
    mails.set(messageId, numbers)
  }
  const mailed = [...mails.values()].flat()
  const distinct = new Set(mailed)
  return {
    notices,
    lost: notices - distinct.size,
    twice: mailed.length - distinct.size,
    mails: mails.size,
    copies: lines.length - mails.size,
  }
}
