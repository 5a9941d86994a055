import type { NoticeReason } from '@answerable/contracts/notices'
import type { Db } from '@answerable/service-kit/db'
import { shortId, uuidOf } from './content.ts'
import { recordDecision } from './decisions.ts'
import type { HoursAgo } from './hours-ago.ts'
import { insert } from './insert.ts'

type DemoNotice = {
  targetName: string
  reason: NoticeReason
  explanation: string
  notifier: string
  hoursAgo: number
}

const open: DemoNotice = {
  targetName: 'Coors Brewing Company',
  reason: 'false-information',
  explanation:
    'The text says that the boycott goes on. The unions ended it in August 1987, which their own announcement shows. Please correct it or take it down.',
  notifier: 'A. Reader',
  hoursAgo: 6,
}

const declined: DemoNotice = {
  targetName: 'The Sun',
  reason: 'defamation',
  explanation:
    'The submission says that the report about Hillsborough was false. We ask you to remove it until a court has decided.',
  notifier: 'Press office (demo)',
  hoursAgo: 50,
}

const note =
  'The Hillsborough Independent Panel found the report to be false in 2012, and the submission names its report as a source.'

/** A notice of unlawful content that waits for a decision, and one that was declined. */
export const seedNotices = async (db: Db, before: HoursAgo): Promise<void> => {
  for (const notice of [open, declined]) await addNotice(db, notice, before(notice.hoursAgo))
  const id = noticeIdOf(declined)
  const decisionId = uuidOf(`decline-notice ${declined.targetName}`)
  await recordDecision(db, {
    id: decisionId,
    kind: 'decline-notice',
    at: before(40),
    change: {
      subject: { kind: 'notice', id },
      before: { state: 'open', version: 1 },
      after: { state: 'declined', version: 2 },
    },
    reason: 'no-violation',
    note,
  })
  await db.query(
    `UPDATE moderation.notices SET state = 'declined', decided_by = $2, decided_at = $3, version = 2
     WHERE id = $1`,
    [id, decisionId, before(40)],
  )
  await count(db, declined.reason, 'declined')
}

const noticeIdOf = ({ targetName }: DemoNotice): string => uuidOf(`notice ${targetName}`)

const addNotice = async (db: Db, notice: DemoNotice, createdAt: Date): Promise<void> => {
  const id = noticeIdOf(notice)
  const submissionId = shortId(notice.targetName)
  await insert(db, 'moderation.notices', [
    {
      id,
      content: [{ kind: 'submission', id: submissionId, path: `/boycott/${submissionId}` }],
      reason: notice.reason,
      explanation: notice.explanation,
      notifier_name: notice.notifier,
      has_mailbox: true,
      state: 'open',
      version: 1,
      created_at: createdAt,
      confirmed_at: createdAt,
    },
  ])
  await insert(db, 'auth.notice_mailboxes', [
    {
      notice_id: id,
      email: `${id}@demo.invalid`,
      confirmed_at: createdAt,
      mailed: [],
      created_at: createdAt,
      delete_after: new Date(createdAt.getTime() + 365 * 86_400_000),
    },
  ])
  await count(db, notice.reason, 'received')
}

const count = async (db: Db, reason: NoticeReason, outcome: string): Promise<void> => {
  await db.query(
    `INSERT INTO moderation.notice_counts (month, reason, outcome, notices)
     VALUES (date_trunc('month', now() AT TIME ZONE 'UTC'), $1, $2, 1)`,
    [reason, outcome],
  )
}
