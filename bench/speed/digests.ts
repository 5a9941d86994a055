import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Bench, type Row, withProgram } from './bench.ts'
import { memberAt, seedMembers, submissionAt } from './seed.ts'

const readers = 50_000
const noticesEach = 5
/** Members that no other part of the benchmark uses. */
const firstReader = 1_000_000

/** P17: 50,000 digests that are due at the same moment, until auth has queued all of them; by one instance and by two. */
export const digestRows = async ({ stack, onProgress }: Bench): Promise<Row[]> => {
  await seedMembers(stack, { from: firstReader, to: firstReader + readers, idleMinutes: 60 })
  const owner = new pg.Client({ connectionString: stack.ownerUrl })
  await owner.connect()
  try {
    onProgress(`P17: ${readers} digests by one instance`)
    const alone = await measure(owner)
    onProgress(`P17: ${readers} digests by two instances`)
    const second = stack.startAnother('notifications', stack.environmentOf('notifications'))
    const shared = await withProgram(second, () => measure(owner))
    return [rowOf('one instance', alone), rowOf('two instances', shared)]
  } finally {
    await owner.end()
  }
}

type Measured = { seconds: number; mails: number; members: number; notices: number }

const measure = async (owner: pg.Client): Promise<Measured> => {
  await owner.query('TRUNCATE auth.requested_mails')
  // The mails of an earlier measurement are in the notices, which no digest has twice.
  await owner.query(
    `WITH happened AS (
       INSERT INTO notifications.occurrences (name, submission_id, outcome)
       SELECT 'bench:' || gen_random_uuid(), id, 'locked' FROM unnest($1::text[]) AS id RETURNING id
     )
     INSERT INTO notifications.notices (user_id, occurrence_id, kind)
     SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, happened.id, 'status'
     FROM generate_series($2::integer, $3::integer) AS n, happened`,
    [
      Array.from({ length: noticesEach }, (_, at) => submissionAt(at)),
      firstReader,
      firstReader + readers - 1,
    ],
  )
  await owner.query('ANALYZE notifications.notices, notifications.digests')
  const startedAt = performance.now()
  await owner.query('UPDATE notifications.digests SET due_at = now() WHERE user_id >= $1', [
    memberAt(firstReader).id,
  ])
  for (;;) {
    const { rows } = await owner.query<Measured & { left: string }>(
      `SELECT count(*)::integer AS mails, count(DISTINCT user_id)::integer AS members,
         (SELECT count(*) FROM notifications.notices WHERE NOT mailed)::integer AS notices,
         (SELECT count(*) FROM notifications.mail_requests)
           + (SELECT count(*) FROM notifications.digests WHERE due_at <= now()) AS left
       FROM auth.requested_mails WHERE is_digest`,
    )
    const [now] = rows
    if (now !== undefined && now.left === '0') {
      const { mails, members, notices } = now
      return { seconds: (performance.now() - startedAt) / 1_000, mails, members, notices }
    }
    await delay(250)
  }
}

const rowOf = (what: string, { seconds, mails, members, notices }: Measured): Row => ({
  id: 'P17',
  what: `${readers.toLocaleString('en')} digests of ${noticesEach} notices, ${what}`,
  bar: { is: 'at most', value: 600 },
  values: [mails === readers && members === readers && notices === 0 ? seconds : Number.NaN],
  unit: 's',
  note: `${mails} mails to ${members} members; ${notices} notices without a mail`,
})
