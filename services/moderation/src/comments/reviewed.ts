import type {
  CommentDecisionRecord,
  FlaggedComment,
  ReviewedComment,
} from '@answerable/contracts/comment-decisions'
import type { Db } from '@answerable/service-kit/db'
import { appealOf, findAppealsOn } from '../appeals/store.ts'
import { historyLimit } from '../decisions/history.ts'
import type { Payload } from '../log/payload.ts'

/** Adds the decisions and the open appeal to each comment. */
export const withDecisions = async (
  db: Db,
  comments: readonly FlaggedComment[],
): Promise<ReviewedComment[]> => {
  const commentIds = comments.map(({ id }) => id)
  const [histories, appeals] = await Promise.all([
    readHistories(db, commentIds),
    findAppealsOn(db, { commentIds }),
  ])
  return comments.map((comment) => {
    const open = appeals.find(
      ({ comment_id, state }) => comment_id === comment.id && state === 'open',
    )
    return {
      ...comment,
      decisions: histories.get(comment.id) ?? [],
      appeal: open === undefined ? null : appealOf(open),
    }
  })
}

type HistoryRow = {
  comment_id: string
  payload: Payload
  note: string | null
  admin_username: string
}

/** The decisions on each of these comments, newest first. */
const readHistories = async (
  db: Db,
  commentIds: readonly string[],
): Promise<ReadonlyMap<string, CommentDecisionRecord[]>> => {
  const { rows } = await db.query<HistoryRow>(
    `SELECT newest.* FROM unnest($1::uuid[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT comment_id, payload, note, admin_username, position
       FROM decisions JOIN decision_log ON decision_id = decisions.id
       WHERE comment_id = wanted.id ORDER BY position DESC LIMIT $2
     ) AS newest ORDER BY position DESC`,
    [commentIds, historyLimit],
  )
  const byComment = Map.groupBy(rows, (row) => row.comment_id)
  return new Map([...byComment].map(([id, entries]) => [id, entries.flatMap(recordOf)]))
}

const recordOf = ({ payload, note, admin_username }: HistoryRow): CommentDecisionRecord[] =>
  payload.subject.kind === 'comment' &&
  'state' in payload.before &&
  'flagCount' in payload.before &&
  'state' in payload.after &&
  'flagCount' in payload.after
    ? [
        {
          decisionId: payload.decisionId,
          kind: payload.kind,
          reasonCode: payload.reasonCode,
          note,
          moderator: { id: payload.moderatorId, username: admin_username },
          decidedAt: payload.decidedAt,
          before: payload.before,
          after: payload.after,
        },
      ]
    : []
