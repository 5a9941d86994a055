import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { postComment } from '@answerable/contracts/comments'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'
import { freePort } from '@answerable/site/free-port'
import { ask } from './ask.ts'
import { type Client, openClient } from './client.ts'
import { type Population, populate } from './members.ts'
import { isListening, supervise, until } from './program.ts'
import { type FaultSite, startFaultSite } from './site.ts'

const commentCount = 10_000
const memberCount = 1_000
const submissionCount = 10
const followersOfEach = 10
const writers = 16
const retryMilliseconds = 500

export type NoticesResult = {
  comments: number
  kills: number
  notices: number
  /** Notices that a comment should have caused and that are missing, and the reverse. */
  missing: number
  unexpected: number
  /** Members whose unread number differs from their notices. */
  miscounted: number
  mails: number
  /** Mentions that no mail has. */
  unmailed: number
  /** Mentions in two mails with different Message-IDs. */
  twice: number
  /** Mails that the server accepted again, with the same Message-ID: SMTP cannot exclude them. */
  copies: number
}

/**
 * Posts comments on followed submissions, while catalog, notifications, auth, PostgreSQL, NATS and the mail server are
 * killed in turns. Each comment mentions a member, and half of them are replies. Mentions are mailed at once or in
 * digests. Compares the notices with the comments, and the mails with the mentions.
 */
export const noticesUnderKills = async (
  times: number,
  say: (text: string) => void,
): Promise<NoticesResult> => {
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
  const db = openPool({ url: patientUrl(site.ownerUrl), max: 2, name: 'faults', log })
  const client = openClient(site.gatewayUrls)
  try {
    await until('the mail server listens', () => isListening(port))
    const people = await populate(db, { memberCount, submissionCount })
    await prepare(db, people)
    const posting = postComments(client, people)
    const kills = await killInTurns({ site, server, db, times, say }, posting)
    await posting.done
    say('waiting for the last notices and mails')
    await until('all notices and mails exist', () => isSettled(db), 600_000).catch((error) =>
      say(String(error)),
    )
    return { kills, comments: commentCount, ...(await compare(db)), ...readMails(file) }
  } finally {
    client.close()
    await db.end()
    await server.stop()
    await site.stop()
  }
}

/** Followers that do not change; mentions mailed at once to one half and daily to the other, and nothing else mailed. */
const prepare = async (db: Pool, { members, submissionIds }: Population): Promise<void> => {
  const ids = members.map(({ id }) => id)
  await ask(
    db,
    `INSERT INTO notifications.members (user_id, follows_automatically)
     SELECT id, false FROM unnest($1::uuid[]) AS id`,
    [ids],
  )
  await ask(
    db,
    `INSERT INTO notifications.follows (user_id, kind, key, automatic)
     SELECT member, 'submission', submission, false
     FROM unnest($1::text[]) WITH ORDINALITY AS given (submission, number)
     JOIN unnest($2::uuid[]) WITH ORDINALITY AS people (member, place)
       ON (place - 1) / ${followersOfEach} = number - 1`,
    [submissionIds, ids],
  )
  await ask(
    db,
    `INSERT INTO notifications.mail_frequencies (user_id, kind, frequency)
     SELECT member, kind, CASE WHEN kind <> 'mention' THEN 'never'
       WHEN place % 2 = 0 THEN 'at-once' ELSE 'daily' END
     FROM unnest($1::uuid[]) WITH ORDINALITY AS people (member, place),
       unnest(ARRAY['mention', 'reply', 'comment', 'milestone']) AS kind`,
    [ids],
  )
}

type Posting = { posted: () => number; done: Promise<void> }

/** Posts every comment; repeats a call with its key until it succeeds. */
const postComments = (client: Client, { members, submissionIds }: Population): Posting => {
  const names = members.map(({ id }) => `fault-${id.slice(0, 18)}`)
  const lastThread = new Map<string, string>()
  let next = 0
  let posted = 0

  const post = async (number: number): Promise<void> => {
    const author = members[number % memberCount]
    const submissionId = submissionIds[number % submissionCount]
    if (author === undefined || submissionId === undefined) throw new Error('nobody to write')
    const isReply = Math.floor(number / submissionCount) % 2 === 1
    const mentioned = names[(number + 1 + Math.floor(number / memberCount)) % memberCount]
    const { cookie, address } = author
    const call = {
      ...{ cookie, address, key: randomUUID(), method: 'POST' as const },
      path: postComment.path.replace(':id', submissionId),
      body: {
        content: `Comment ${number} for @${mentioned}`,
        parentId: isReply ? (lastThread.get(submissionId) ?? null) : null,
      },
    }
    let response = await client.send(call)
    while (response.status !== 201) {
      if (response.status >= 400 && response.status < 500 && response.status !== 429)
        throw new Error(`a comment was refused: ${response.status} ${response.text}`)
      await delay(retryMilliseconds)
      response = await client.send(call)
    }
    posted += 1
    if (!isReply) lastThread.set(submissionId, JSON.parse(response.text).id)
  }

  const write = async (): Promise<void> => {
    while (next < commentCount) {
      next += 1
      await post(next)
    }
  }
  const done = Promise.all(Array.from({ length: writers }, write)).then(() => {})
  // `killInTurns` waits for it at any time.
  done.catch(() => {})
  return { posted: () => posted, done }
}

type Scene = {
  site: FaultSite
  server: { kill: () => void }
  db: Pool
  times: number
  say: (text: string) => void
}

/** Kills each program so many times, in turns, with as many comments between two kills. Returns the number of kills. */
const killInTurns = async (
  { site, server, db, times, say }: Scene,
  { posted, done }: Posting,
): Promise<number> => {
  const targets = [
    ...(['notifications', 'nats', 'catalog', 'postgres', 'auth'] as const).map((part) => ({
      name: part,
      kill: () => site.kill(part),
    })),
    { name: 'mail server', kill: server.kill },
  ]
  const kills = targets.length * times
  for (let number = 1; number <= kills; number += 1) {
    const due = Math.floor((number * commentCount) / (kills + 1))
    await Promise.race([done, until(`${due} comments`, async () => posted() >= due, 600_000)])
    await makeDigestsDue(db).catch(() => {})
    const target = targets[number % targets.length]
    target?.kill()
    say(`${posted()} comments; ${target?.name} killed, ${number} of ${kills}`)
  }
  return kills
}

const makeDigestsDue = (db: Pool) =>
  ask(db, "UPDATE notifications.digests SET due_at = now() WHERE due_at < 'infinity'")

/** Whether nothing is missing and nothing waits; makes due what waits for a lease or after a deferral. */
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
         + (SELECT count(*) FROM notifications.fan_outs)
         + (SELECT count(*) FROM auth.requested_mails WHERE content IS NOT NULL) AS count`,
    )
    return waiting?.count === 0 && (await compare(db)).missing === 0
  } catch {
    return false
  }
}

const compare = async (
  db: Pool,
): Promise<Pick<NoticesResult, 'notices' | 'missing' | 'unexpected' | 'miscounted'>> => {
  const [result] = await ask<Awaited<ReturnType<typeof compare>>>(
    db,
    `WITH expected AS (
       SELECT comments.id, user_id FROM catalog.comments CROSS JOIN LATERAL (
         SELECT user_id FROM catalog.mentions WHERE comment_id = comments.id
         UNION SELECT author_id FROM catalog.comments AS parent WHERE parent.id = comments.parent_id
         UNION SELECT user_id FROM notifications.follows
           WHERE kind = 'submission' AND key = comments.submission_id AND active
       ) AS concerned WHERE user_id <> author_id
     ), actual AS (
       SELECT comment_id, user_id FROM notifications.notices
       JOIN notifications.occurrences ON id = occurrence_id WHERE comment_id IS NOT NULL
     ), unread AS (
       SELECT user_id, count(*) FROM notifications.notices GROUP BY user_id
     )
     SELECT (SELECT count(*) FROM actual)::int AS notices,
       (SELECT count(*) FROM (TABLE expected EXCEPT ALL TABLE actual) AS missing)::int AS missing,
       (SELECT count(*) FROM (TABLE actual EXCEPT ALL TABLE expected) AS more)::int AS unexpected,
       (SELECT count(*) FROM notifications.members LEFT JOIN unread USING (user_id)
        WHERE unread <> coalesce(count, 0))::int AS miscounted`,
  )
  if (result === undefined) throw new Error('no result')
  return result
}

const readMails = (
  file: string,
): Pick<NoticesResult, 'mails' | 'unmailed' | 'twice' | 'copies'> => {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const mails = new Map<string, string[]>()
  for (const line of lines) {
    const { messageId, comments } = JSON.parse(line) as { messageId: string; comments: string[] }
    mails.set(messageId, comments)
  }
  const mailed = [...mails.values()].flat()
  const distinct = new Set(mailed)
  return {
    mails: mails.size,
    unmailed: commentCount - distinct.size,
    twice: mailed.length - distinct.size,
    copies: lines.length - mails.size,
  }
}
