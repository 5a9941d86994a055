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
  /** The rows as JSON, in this order; those that were deleted meanwhile are missing. */
  write: (db: Db, rows: readonly FeedRow[]) => Promise<string>
}

type Kept = { xmin: string; text: string }

const mostCharacters = 8 * 1_048_576

/** What a submission's own row says is turned into JSON once, and again when the row has changed. */
export const openRowTexts = (): RowTexts => {
  const kept = new LRUCache<string, Kept>({
    maxSize: mostCharacters,
    sizeCalculation: ({ text }) => text.length,
  })

  const read = async (db: Db, ids: readonly string[]): Promise<Map<string, Kept>> => {
    const { rows } = await db.query<SubmissionRow & { xmin: string }>({
      name: 'read-rows',
      text: 'SELECT xmin, * FROM submissions WHERE id = ANY ($1)',
      values: [ids],
    })
    const found = new Map(rows.map((row) => [row.id, { xmin: row.xmin, text: textOf(row) }]))
    for (const [id, entry] of found) kept.set(id, entry)
    return found
  }

  return {
    write: async (db, rows) => {
      const known = new Map<string, Kept>()
      const missing: string[] = []
      for (const { id, xmin } of rows) {
        const entry = kept.get(id)
        if (entry?.xmin === xmin) known.set(id, entry)
        else missing.push(id)
      }
      const found = missing.length === 0 ? known : await read(db, missing)
      const texts = rows.flatMap((row) => {
        const entry = known.get(row.id) ?? found.get(row.id)
        return entry === undefined ? [] : [entry.text + surroundingsOf(row)]
      })
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
