import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Category, Status } from '@answerable/contracts/submissions'
import { milestones } from '@answerable/contracts/timeline'
import { type Db, onlyRow } from '@answerable/service-kit/db'
import * as z from 'zod/mini'
import { submissionState } from './changes.ts'
import { shortId, uuidOf } from './content.ts'
import { recordDecision } from './decisions.ts'
import { type HoursAgo, hoursBefore } from './hours-ago.ts'
import { insert } from './insert.ts'

const outcomes = z.array(
  z.object({
    targetName: z.string(),
    demand: z.string(),
    status: z.nullable(z.enum(['met', 'partly-met', 'ended'])),
    date: z.iso.date(),
    text: z.string(),
    source: z.string(),
    /** When it was confirmed, before now. */
    months: z.number(),
  }),
)
type Outcome = z.output<typeof outcomes>[number]

/** Boycotts that go on: when they became active, in hours before now. */
const active = { Volkswagen: 500, 'Dow Chemical': 330 }

/** A boycott about which nothing new has been heard. */
const stale = 'American goods in Chinese ports'

const monthHours = 730
const dayHours = 24

/** Demands, statuses and confirmed updates of the documented boycotts, over the last months. */
export const seedOutcomes = async (
  db: Db,
  now: Date,
  { isRecorded }: { isRecorded: boolean },
): Promise<void> => {
  const before = hoursBefore(now)
  const known = outcomes.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, 'outcomes.json'), 'utf8')),
  )
  for (const outcome of known) await seedOutcome(db, outcome, { before, isRecorded })
  for (const [name, hours] of Object.entries(active)) {
    await changeStatus(db, shortId(name), { status: 'active', at: before(hours) })
  }
  const staleId = shortId(stale)
  await makeOlder(db, staleId, before(10 * monthHours))
  await changeStatus(db, staleId, { status: 'active', at: before(9 * monthHours) })
  await changeStatus(db, staleId, { status: 'stale', at: before(2.5 * monthHours) })
  await addOpenUpdate(db, before(5))
}

type In = { before: HoursAgo; isRecorded: boolean }

const seedOutcome = async (
  db: Db,
  { targetName, demand, status, date, text, source, months }: Outcome,
  { before, isRecorded }: In,
): Promise<void> => {
  const id = shortId(targetName)
  const updateId = uuidOf(`update about ${targetName}`)
  const confirmedHours = months * monthHours
  const at = before(confirmedHours)
  await db.query('UPDATE catalog.submissions SET demand = $2 WHERE id = $1', [id, demand])
  // Proposed two months before it was met, if the documented boycotts are not older yet.
  await makeOlder(db, id, before(confirmedHours + Math.max(1, 60 * Math.min(months, 1)) * dayHours))
  const activeAt = before(confirmedHours + Math.max(0.5, 30 * Math.min(months, 1)) * dayHours)
  await changeStatus(db, id, { status: 'active', at: activeAt })
  const state = await submissionState(db, id)
  await insert(db, 'catalog.updates', [
    {
      ...{ id: updateId, submission_id: id, reporter_id: await someMember(db, updateId) },
      ...{ happened_on: date, content: text, source, status, state: 'confirmed' },
      ...{ previous_status: 'active', created_at: activeAt, decided_at: at },
    },
  ])
  await addEntry(db, id, { kind: 'update', at, details: { updateId }, key: updateId })
  if (status !== null) await changeStatus(db, id, { status, at })
  if (!isRecorded) return
  const { rows } = await db.query<{ category: Category | null }>(
    'SELECT category FROM catalog.submissions WHERE id = $1',
    [id],
  )
  await recordDecision(db, {
    ...{ id: uuidOf(`decision about ${targetName}`), kind: 'confirm-update', at },
    change: {
      subject: { kind: 'submission', id, category: onlyRow(rows).category, updateId },
      before: state,
      after: await submissionState(db, id),
    },
    more: { change: { kind: 'update', value: updateId } },
  })
}

/** Moves a proposal into the past, with its votes and the accounts of its author and voters. */
const makeOlder = async (db: Db, id: string, at: Date): Promise<void> => {
  // Squared, so that most votes are in the first months.
  await db.query(
    `UPDATE catalog.votes SET created_at = $2::timestamptz + (now() - $2) * power(
       extract(epoch FROM votes.created_at - submissions.created_at)::double precision
         / extract(epoch FROM now() - submissions.created_at)::double precision, 2)
     FROM catalog.submissions
     WHERE submissions.id = $1 AND submission_id = $1 AND submissions.created_at > $2`,
    [id, at],
  )
  await db.query(
    `UPDATE catalog.submissions SET created_at = least(created_at, $2), version = version + 1
     WHERE id = $1`,
    [id, at],
  )
  const older = `least(%, $2::timestamptz - interval '3 days')`
  const members = `(
    SELECT author_id FROM catalog.submissions WHERE submissions.id = $1
    UNION SELECT user_id FROM catalog.votes WHERE submission_id = $1
  )`
  for (const [table, column] of [
    ['auth.users', 'created_at'],
    ['catalog.authors', 'joined_at'],
  ] as const) {
    await db.query(
      `UPDATE ${table} SET ${column} = ${older.replace('%', column)} WHERE id IN ${members}`,
      [id, at],
    )
  }
}

/** What setStatus of the catalog does, without events. */
export const changeStatus = async (
  db: Db,
  id: string,
  { status, at }: { status: Status; at: Date },
): Promise<void> => {
  const { rows } = await db.query<{ previous: Status }>(
    'SELECT status AS previous FROM catalog.submissions WHERE id = $1',
    [id],
  )
  const details = { status, previous: onlyRow(rows).previous }
  await db.query(
    `UPDATE catalog.submissions SET status = $2, status_at = $3, version = version + 1 WHERE id = $1`,
    [id, status, at],
  )
  await addEntry(db, id, { kind: 'status', at, details, key: null })
  if (status === 'active') {
    await db.query(
      `INSERT INTO catalog.impact_records (submission_id, public, asked_at)
       VALUES ($1, true, $2) ON CONFLICT DO NOTHING`,
      [id, at],
    )
    await db.query('INSERT INTO catalog.response_requests VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      id,
      at,
    ])
    await addEntry(db, id, { kind: 'response-requested', at, details: {}, key: 'first' })
  }
  if (status === 'met' || status === 'partly-met' || status === 'ended') {
    await db.query(
      'UPDATE catalog.impact_records SET outcome = $2, outcome_at = $3 WHERE submission_id = $1',
      [id, status, at],
    )
    await db.query('DELETE FROM catalog.status_checks WHERE submission_id = $1', [id])
    return
  }
  await db.query(
    `INSERT INTO catalog.status_checks (submission_id, version, changed_at, due_at, former_status)
     SELECT id, version, $2, now() + interval '1 day', $3 FROM catalog.submissions WHERE id = $1
     ON CONFLICT (submission_id) DO UPDATE SET version = excluded.version,
       changed_at = excluded.changed_at, former_status = excluded.former_status`,
    [id, at, status === 'stale' ? details.previous : null],
  )
}

type Entry = { kind: string; at: Date; details: object; key: string | null }

/** Adds an entry to a timeline. */
export const addEntry = async (
  db: Db,
  submissionId: string,
  { kind, at, details, key }: Entry,
): Promise<void> => {
  await db.query(
    `INSERT INTO catalog.occurrences (submission_id, kind, at, details, key)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [submissionId, kind, at, JSON.stringify(details), key],
  )
}

/**
 * Activates the proposals that have reached the default thresholds of score and participants, after a third of their
 * age. Otherwise the running site would do it in its first minute.
 */
export const activateSupported = async (db: Db): Promise<void> => {
  const { rows } = await db.query<{ id: string; at: Date }>(
    `SELECT id, created_at + (now() - created_at) / 3 AS at FROM catalog.submissions
     WHERE approved AND status = 'proposed' AND score >= 10 AND participant_count >= 5`,
  )
  for (const { id, at } of rows) await changeStatus(db, id, { status: 'active', at })
}

/** Adds the milestones of the votes and joins, at their times. */
export const addMilestones = async (db: Db): Promise<void> => {
  await db.query('SELECT catalog.add_past_milestones($1::integer[])', [milestones])
}

const addOpenUpdate = async (db: Db, at: Date): Promise<void> => {
  const id = uuidOf('open update about Exxon')
  await insert(db, 'catalog.updates', [
    {
      ...{ id, submission_id: shortId('Exxon'), reporter_id: await someMember(db, id) },
      ...{ happened_on: '1990-08-18', status: null, created_at: at },
      content: 'The Oil Pollution Act was signed into law.',
      source: 'https://en.wikipedia.org/wiki/Exxon_Valdez_oil_spill',
      state: 'open',
    },
  ])
}

const someMember = async (db: Db, text: string): Promise<string> => {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM catalog.authors ORDER BY md5(id::text || $1) LIMIT 1',
    [text],
  )
  return onlyRow(rows).id
}
