import type { Submission } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import { LRUCache } from 'lru-cache'
import { type SubmissionRow, submissionOf } from './rows.ts'

/** A row of the feed without what its own row says. */
type FeedRow = {
  id: string
  /** Of the transaction that wrote the row: another one means that something has changed. */
  xmin: string
  username: string | null
  userVote: Submission['userVote']
  isUnusual: boolean
}

export type RowTexts = {
  /** The rows as JSON, in this order, as this viewer sees them; those deleted meanwhile are missing. */
  write: (db: Db, rows: readonly FeedRow[], viewerId: string | null) => Promise<string>
}

type Kept = { xmin: string; text: string }

const mostCharacters = 8 * 1_048_576

/** What a submission's own row says is turned into JSON once, and again when the row has changed. */
export const openRowTexts = (): RowTexts => {
  const kept = new LRUCache<string, Kept>({
    maxSize: mostCharacters,
    sizeCalculation: ({ text }) => text.length,
  })

  /** With their surroundings: of another moment, these could be older than the version beside them. */
  const read = async (
    db: Db,
    ids: readonly string[],
    viewerId: string | null,
  ): Promise<Map<string, string>> => {
    const { rows } = await db.query<SubmissionRow & FeedRow>({
      name: 'read-rows',
      text: `SELECT submissions.xmin, submissions.*, authors.username, votes.value AS "userVote",
          coalesce(shows, false) AS "isUnusual"
        FROM submissions
        LEFT JOIN authors ON authors.id = author_id
        LEFT JOIN votes ON votes.submission_id = submissions.id AND votes.user_id = $2
        LEFT JOIN unusual_activity ON unusual_activity.submission_id = submissions.id
        WHERE submissions.id = ANY ($1)`,
      values: [ids, viewerId],
    })
    return new Map(
      rows.map((row) => {
        const text = textOf(row)
        kept.set(row.id, { xmin: row.xmin, text })
        return [row.id, text + surroundingsOf(row)]
      }),
    )
  }

  return {
    write: async (db, rows, viewerId) => {
      const known = new Map<string, string>()
      const missing: string[] = []
      for (const row of rows) {
        const entry = kept.get(row.id)
        if (entry?.xmin === row.xmin) known.set(row.id, entry.text + surroundingsOf(row))
        else missing.push(row.id)
      }
      const found = missing.length === 0 ? known : await read(db, missing, viewerId)
      const texts = rows.flatMap(({ id }) => known.get(id) ?? found.get(id) ?? [])
      return `[${texts.join(',')}]`
    },
  }
}

/** The beginning of an object; `surroundingsOf` is its end. */
const textOf = (row: SubmissionRow): string => {
  const { author, userVote, unusualActivity, ...own } = submissionOf(row, {
    username: null,
    userVote: null,
    isUnusual: false,
  })
  return `${JSON.stringify(own).slice(0, -1)},`
}

const surroundingsOf = ({ username, userVote, isUnusual }: FeedRow): string => {
  const author = username === null ? 'null' : `{"username":${JSON.stringify(username)}}`
  return `"author":${author},"userVote":${userVote},"unusualActivity":${isUnusual}}`
}
