import type { EventPayload, statusChanged } from '@answerable/contracts/events'
import type { NoticeOutcome } from '@answerable/contracts/notifications'
import { type Pool, transaction } from '@answerable/service-kit/db'
import { recordOccurrence } from './record.ts'

type Change = EventPayload<typeof statusChanged>

/** Notifies the author and the followers of a boycott of its new status. */
export const applyStatusChange = async (pool: Pool, change: Change): Promise<void> => {
  const outcome = outcomeOf(change)
  if (outcome === null) return
  const { submissionId, authorId, version } = change
  await transaction(pool, async (db) => {
    await recordOccurrence(db, {
      name: `status:${submissionId}:${version}`,
      submissionId,
      outcome,
      to: [{ userId: authorId, kind: 'status' }],
      followersOf: [{ kind: 'submission', key: submissionId, notice: 'status' }],
    })
  })
}

/** Null for an official response, which has a notice of its own, and for what is not worth one. */
const outcomeOf = ({ status, previous }: Change): NoticeOutcome | null => {
  if (status === 'proposed' || status === 'responded' || previous === 'stale') return null
  return status
}
