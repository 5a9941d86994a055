import { hash } from 'node:crypto'
import type { VoteValue } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import { LRUCache } from 'lru-cache'
import { type SubmissionRow, submissionOf } from './rows.ts'
import { surroundings } from './store.ts'

/** A submission that somebody is to be shown, as it was found. */
type Found = {
  id: string
  viewerId: string | null
  version: number
  userVote: VoteValue | null
}

/** A submission as JSON for one viewer, and what decides who may see it. */
export type SubmissionText = {
  /** One after the other they are the JSON. */
  parts: readonly Buffer[]
  /** Another one where anything but the vote differs. */
  digest: string
  approved: boolean
  authorId: string | null
}

export type SubmissionTexts = {
  /**
   * Writes what was found in one snapshot, in this order; null in the place of what was deleted meanwhile.
   * `around` is how often what stands around submissions had changed by then.
   */
  write: (
    db: Db,
    found: readonly Found[],
    around: number,
  ) => Promise<readonly (SubmissionText | null)[]>
}

type Kept = {
  version: number
  around: number
  /** Without the vote of a viewer, which comes last. */
  text: Buffer
  digest: string
  approved: boolean
  authorId: string | null
}

const mostBytes = 8 * 1_048_576

/** Submissions are turned into JSON once, and again when something that it shows has changed. */
export const openTexts = (): SubmissionTexts => {
  const kept = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    sizeCalculation: ({ text }) => text.length,
  })

  /** With the votes: of another moment, these could be older than the version beside them. */
  const read = async (db: Db, missing: readonly Found[]): Promise<Map<Found, SubmissionText>> => {
    const { rows } = await db.query<Row>({
      name: 'read-submissions',
      text: `SELECT place, submissions.*, username, votes.value AS "userVote",
          coalesce(shows, false) AS "isUnusual", ${surroundings} AS around
        FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS asked (id, viewer_id, place)
        CROSS JOIN LATERAL (
          SELECT * FROM submissions WHERE submissions.id = asked.id LIMIT 1
        ) AS submissions
        LEFT JOIN LATERAL (SELECT username FROM authors WHERE authors.id = author_id LIMIT 1)
          AS authors ON true
        LEFT JOIN LATERAL (
          SELECT value FROM votes WHERE user_id = viewer_id AND submission_id = asked.id LIMIT 1
        ) AS votes ON true
        LEFT JOIN LATERAL (
          SELECT shows FROM unusual_activity WHERE submission_id = asked.id LIMIT 1
        ) AS unusual ON true`,
      values: [missing.map(({ id }) => id), missing.map(({ viewerId }) => viewerId)],
    })
    return new Map(
      rows.flatMap((row) => {
        const asked = missing[row.place - 1]
        if (asked === undefined) return []
        const entry = keptOf(row)
        kept.set(row.id, entry)
        return [[asked, textFor(entry, row.userVote)]]
      }),
    )
  }

  return {
    write: async (db, found, around) => {
      const known = found.map((one) => {
        const entry = kept.get(one.id)
        const isCurrent = entry?.version === one.version && entry.around === around
        return isCurrent ? textFor(entry, one.userVote) : null
      })
      const missing = found.filter((_one, at) => known[at] === null)
      if (missing.length === 0) return known
      const texts = await read(db, missing)
      return found.map((one, at) => known[at] ?? texts.get(one) ?? null)
    },
  }
}

type Row = SubmissionRow & {
  /** Counted from 1. */
  place: number
  username: string | null
  userVote: VoteValue | null
  isUnusual: boolean
  around: number
}

const keptOf = (row: Row): Kept => {
  const { userVote, ...shown } = submissionOf(row, { ...row, userVote: null })
  const text = Buffer.from(JSON.stringify(shown).slice(0, -1))
  return {
    version: row.version,
    around: row.around,
    text,
    digest: hash('sha256', text, 'base64url'),
    approved: row.approved,
    authorId: row.author_id,
  }
}

const ends: ReadonlyMap<VoteValue | null, Buffer> = new Map(
  ([1, -1, null] as const).map((vote) => [vote, Buffer.from(`,"userVote":${vote}}`)]),
)

const textFor = (
  { text, digest, approved, authorId }: Kept,
  userVote: VoteValue | null,
): SubmissionText => {
  const end = ends.get(userVote) ?? Buffer.alloc(0)
  return { parts: [text, end], digest, approved, authorId }
}
