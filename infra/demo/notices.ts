import type { ReasonCode } from '@answerable/contracts/decisions'
import type { NoticeReason } from '@answerable/contracts/notices'
import type { Db } from '@answerable/service-kit/db'
import { shortId, uuidOf } from './content.ts'
import { recordDecision } from './decisions.ts'
import type { HoursAgo } from './hours-ago.ts'
import { insert } from './insert.ts'
import { talk } from './talk.ts'

type DemoNotice = {
  content: { kind: 'submission' | 'comment'; id: string; path: string }
  reason: NoticeReason
  explanation: string
  notifier: string
  hoursAgo: number
  outcome?: {
    state: 'upheld' | 'declined'
    reason: ReasonCode
    note: string
    hoursAgo: number
    /** The decision that removed the content. */
    removedBy?: string
    objection?: { text: string; hoursAgo: number }
  }
}

const boycott = (targetName: string) => {
  const id = shortId(targetName)
  return { kind: 'submission', id, path: `/boycott/${id}` } as const
}

const comment = (targetName: string, text: string) => {
  const id = uuidOf(text)
  return { kind: 'comment', id, path: `/boycott/${shortId(targetName)}#comment-${id}` } as const
}

const notices: readonly DemoNotice[] = [
  {
    content: boycott('Coors Brewing Company'),
    reason: 'false-information',
    explanation:
      'The text says that the boycott goes on. The unions ended it in August 1987, which their own announcement shows. Please correct it or take it down.',
    notifier: 'A. Reader',
    hoursAgo: 6,
  },
  {
    content: boycott('The Sun'),
    reason: 'defamation',
    explanation:
      'The submission says that the report about Hillsborough was false. We ask you to remove it until a court has decided.',
    notifier: 'Press office (demo)',
    hoursAgo: 50,
    outcome: {
      state: 'declined',
      reason: 'no-violation',
      note: 'The Hillsborough Independent Panel found the report to be false in 2012, and the submission names its report as a source.',
      hoursAgo: 40,
      objection: {
        text: 'The submission calls the report false as if a court had said so. Please add who found it.',
        hoursAgo: 20,
      },
    },
  },
  {
    content: comment('Volkswagen', talk.threat),
    reason: 'threats',
    explanation:
      'The comment names a member and says that the writer knows the streets. I read it as a threat to damage cars.',
    notifier: 'M. Reader',
    hoursAgo: 22.5,
    outcome: {
      state: 'upheld',
      reason: 'harassment',
      note: 'We have removed the comment.',
      hoursAgo: 21.8,
      removedBy: uuidOf(`remove-comment ${talk.threat}`),
    },
  },
]

/** Notices of unlawful content: one waits for a decision, one was declined with an objection, one was upheld. */
export const seedNotices = async (db: Db, before: HoursAgo): Promise<void> => {
  for (const notice of notices) {
    await addNotice(db, notice, before(notice.hoursAgo))
    if (notice.outcome !== undefined) await decide(db, notice, notice.outcome, before)
  }
}

const decide = async (
  db: Db,
  notice: DemoNotice,
  { state, reason, note, hoursAgo, removedBy, objection }: NonNullable<DemoNotice['outcome']>,
  before: HoursAgo,
): Promise<void> => {
  const id = noticeIdOf(notice)
  const kind = state === 'upheld' ? 'uphold-notice' : 'decline-notice'
  const [decisionId, at] = [uuidOf(`${kind} ${notice.content.id}`), before(hoursAgo)]
  await recordDecision(db, {
    ...{ id: decisionId, kind, at, reason, note },
    change: {
      subject: { kind: 'notice', id },
      before: { state: 'open', version: 1 },
      after: { state, version: 2 },
    },
  })
  await db.query(
    `UPDATE moderation.notices SET state = $2, decided_by = $3, decided_at = $4, version = $5,
       objection = $6, objected_at = $7, removals = $8 WHERE id = $1`,
    [
      ...[id, state, decisionId, at, objection === undefined ? 2 : 3],
      ...[objection?.text ?? null, objection === undefined ? null : before(objection.hoursAgo)],
      JSON.stringify(
        removedBy === undefined ? [] : [{ path: notice.content.path, decisionId: removedBy }],
      ),
    ],
  )
  await count(db, { reason: notice.reason, outcome: state, at })
}

const noticeIdOf = ({ content }: DemoNotice): string => uuidOf(`notice ${content.id}`)

const addNotice = async (db: Db, notice: DemoNotice, createdAt: Date): Promise<void> => {
  const id = noticeIdOf(notice)
  await insert(db, 'moderation.notices', [
    {
      id,
      content: [notice.content],
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
  await count(db, { reason: notice.reason, outcome: 'received', at: createdAt })
}

const count = async (
  db: Db,
  { reason, outcome, at }: { reason: NoticeReason; outcome: string; at: Date },
): Promise<void> => {
  await db.query(
    `INSERT INTO moderation.notice_counts (month, reason, outcome, notices)
     VALUES (date_trunc('month', $3::timestamptz AT TIME ZONE 'UTC'), $1, $2, 1)`,
    [reason, outcome, at],
  )
}
