import type { Category } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import { submissionState } from './changes.ts'
import { uuidOf } from './content.ts'
import { recordDecision } from './decisions.ts'
import { hoursBefore } from './hours-ago.ts'

const months = 4
/** Enough to be shown by the transparency page. */
const flagsOfMonth = 11
const heldVotesOfMonth = 14

/** Flags of earlier months that were not justified, and votes that were held then. */
export const seedPastFlags = async (db: Db, now: Date): Promise<void> => {
  for (let month = months; month > 0; month -= 1) {
    const at = middleOfMonth(now, month)
    for (const [number, voter] of (await votersBefore(db, at, month)).entries())
      await flagAndApprove(db, voter, { flaggedAt: hoursBefore(at)(-3 * number), number })
    if (month % 2 === 0) {
      await db.query(
        `SELECT catalog.note_event('held', $1, gen_random_uuid(), number::text)
         FROM generate_series(1, $2) AS number`,
        [at, heldVotesOfMonth],
      )
    }
  }
}

/** The flags and decisions of a few days are in one month, or the transparency page would show none of them. */
const middleOfMonth = (now: Date, monthsAgo: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 15))

type Voter = { id: string; category: Category | null; userId: string }

/** Members who had voted on a boycott of that time, other ones for each month. */
const votersBefore = async (db: Db, at: Date, month: number): Promise<Voter[]> => {
  const { rows } = await db.query<Voter>(
    `SELECT DISTINCT ON (md5(user_id::text || $2)) submissions.id, category, user_id AS "userId"
     FROM catalog.submissions JOIN catalog.votes ON submission_id = submissions.id
     WHERE approved AND merged_into IS NULL AND votes.created_at < $1
       AND NOT EXISTS (
         SELECT FROM catalog.flags WHERE flags.submission_id = submissions.id AND flags.user_id = votes.user_id
       )
     ORDER BY md5(user_id::text || $2), submissions.id LIMIT $3`,
    [at, String(month), flagsOfMonth],
  )
  return rows
}

const flagAndApprove = async (
  db: Db,
  { id, category, userId }: Voter,
  { flaggedAt, number }: { flaggedAt: Date; number: number },
): Promise<void> => {
  const flagId = uuidOf(`past flag ${userId} ${id}`)
  const decisionId = uuidOf(`decision about ${flagId}`)
  await db.query(
    `INSERT INTO catalog.flags (id, submission_id, user_id, reason_code, reason, flagged_text, created_at)
     SELECT $1, id, $3, 'false-or-unsupported', 'I do not agree.',
       jsonb_build_object('targetName', target_name, 'location', location, 'reasons', reasons,
         'sources', sources), $4
     FROM catalog.submissions WHERE id = $2`,
    [flagId, id, userId, flaggedAt],
  )
  const decidedAt = hoursBefore(flaggedAt)(-(4 + (number % 5) * 9))
  await db.query('UPDATE catalog.flags SET closed_at = $2, closed_by = $3 WHERE id = $1', [
    ...[flagId, decidedAt, decisionId],
  ])
  const state = await submissionState(db, id)
  await recordDecision(db, {
    ...{ id: decisionId, kind: 'approve', at: decidedAt, reason: 'no-violation' },
    change: {
      subject: { kind: 'submission', id, category },
      before: { ...state, flagCount: state.flagCount + 1 },
      after: state,
    },
  })
}
