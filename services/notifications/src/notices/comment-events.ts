import { maxMentions } from '@answerable/contracts/comments'
import type { commentChanged, EventPayload } from '@answerable/contracts/events'
import { type Pool, transaction } from '@answerable/service-kit/db'
import { followAutomatically } from '../follows/store.ts'
import { cancelFanOuts, type Occurrence, recordOccurrence } from './record.ts'

type CommentChange = EventPayload<typeof commentChanged>

/** Notifies those whom a new comment concerns, and those whom an edit has mentioned since. */
export const applyCommentChange = (pool: Pool, change: CommentChange): Promise<void> =>
  transaction(pool, async (db) => {
    const { cause, authorId, submissionId } = change
    const occurrence = occurrenceOf(change)
    if (change.state !== 'shown') await cancelFanOuts(db, occurrence.name)
    else if (cause === 'created' || cause === 'edited') await recordOccurrence(db, occurrence)
    if (cause === 'created' && authorId !== null)
      await followAutomatically(db, [{ userId: authorId, submissionId }])
  })

const occurrenceOf = (change: CommentChange): Occurrence => {
  const { commentId, submissionId, authorId, parentAuthorId, mentioned, cause } = change
  const mentions = mentioned.map((userId) => ({ userId, kind: 'mention' as const }))
  const isNew = cause === 'created'
  return {
    name: `comment:${commentId}`,
    submissionId,
    commentId,
    actorId: authorId,
    // An edit notifies only those who have no notice of the comment yet.
    to: isNew ? [{ userId: parentAuthorId, kind: 'reply' }, ...mentions] : mentions,
    maxMentions,
    followersOf: isNew ? [{ kind: 'submission', key: submissionId, notice: 'comment' }] : [],
  }
}
