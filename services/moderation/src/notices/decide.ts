import type { NoticeState } from '@answerable/contracts/notices'
import type { Db } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import type { Decision } from '../decisions/store.ts'
import type { Change } from '../log/payload.ts'
import { withRemovals } from './removals.ts'
import { findNotice, isWaiting, type NoticeRow, settleNotice } from './store.ts'

export type NoticeEffect = Extract<Change, { subject: { kind: 'notice' } }> & {
  removals: NoticeRow['removals']
  voteCount: null
}

/** What a decision changes of a notice. Throws `decision_conflict` if the notice does not wait for one. */
export const effectOnNotice = async (
  db: Db,
  { id: decisionId, kind }: Pick<Decision, 'id' | 'kind'>,
  noticeId: string,
): Promise<NoticeEffect> => {
  const notice = await findNotice(db, noticeId)
  if (notice === null) throw new AppError('notice_not_found')
  const isRepeat = notice.decided_by === decisionId || notice.settled_by === decisionId
  if (!isWaiting(notice) && !isRepeat) throw new AppError('decision_conflict')
  const state: NoticeState = kind === 'uphold-notice' ? 'upheld' : 'declined'
  const { version } = notice
  const content = state === 'upheld' ? await withRemovals(db, notice.content) : []
  const removals = content.flatMap(({ path, removal }) =>
    removal === null ? [] : [{ path, decisionId: removal.decisionId }],
  )
  return {
    subject: { kind: 'notice', id: noticeId },
    before: { state: notice.state, version },
    after: {
      ...{ state, version: version + 1 },
      ...(removals.length === 0 ? {} : { removals: removals.map((one) => one.decisionId) }),
    },
    removals,
    voteCount: null,
  }
}

/** Writes the outcome in the transaction that logs the decision. */
export const applyToNotice = async (
  db: Db,
  { id: decisionId }: Pick<Decision, 'id'>,
  { subject, before, after, removals }: NoticeEffect,
): Promise<void> => {
  const { state } = after
  const { version } = before
  const isSettled = await settleNotice(db, {
    ...{ id: subject.id, version, state, decisionId, removals },
  })
  if (!isSettled) throw new AppError('decision_conflict')
}
