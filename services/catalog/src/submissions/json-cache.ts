import { hash } from 'node:crypto'
import type { VoteValue } from '@answerable/contracts/submissions'
import { asOne, type Db } from '@answerable/service-kit/db'
import { LRUCache } from 'lru-cache'
import { type SubmissionRow, submissionOf } from './rows.ts'
import { displayRevision } from './store.ts'

/** A submission that somebody is to be shown, as it was found. */
type SubmissionVersion = SubmissionQuery & { version: number; userVote: VoteValue | null }

/** Whom a submission is to be shown to. */
export type SubmissionQuery = { id: string; viewerId: string | null }

/** A submission as JSON for one viewer, and what decides who may see it. */
export type SubmissionJson = {
  /** One after the other they are the JSON. */
  parts: readonly Buffer[]
  /** Another one where anything but the vote differs. */
  digest: string
  approved: boolean
  authorId: string | null
}

export type SubmissionJsonCache = {
  /** Whether there is a text of it, if out of date: without one there is no use in looking for it first. */
  has: (id: string) => boolean
  /** Reads submissions as they are now, in this order; null in the place of what does not exist. */
  read: (db: Db, asked: readonly SubmissionQuery[]) => Promise<readonly (SubmissionJson | null)[]>
  /**
   * Writes what was found in one snapshot, in this order; null in the place of what was deleted meanwhile.
   * `around` is how often what stands around submissions had changed by then.
   */
  write: (
    db: Db,
    found: readonly SubmissionVersion[],
    around: number,
  ) => Promise<readonly (SubmissionJson | null)[]>
}

type Entry = {
  version: number
  around: number
  /** Without the vote of a viewer, which comes last. */
  text: Buffer
  digest: string
  approved: boolean
  authorId: string | null
}

const maxBytes = 8 * 1_048_576

/** Submissions are turned into JSON once, and again when something that it shows has changed. */
export const openJsonCache = (): SubmissionJsonCache => {
  const kept = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }) => text.length,
  })

  const read: SubmissionJsonCache['read'] = async (db, asked) => {
    if (asked.length === 0) return []
    const { rows } = await db.query<Row>({
      name: 'read-submissions',
      text: `SELECT place, submissions.*, username, votes.value AS "userVote",
          coalesce(shows, false) AS "isUnusual", ${displayRevision} AS around
        FROM unnest(${asOne('$1::text[]')}, ${asOne('$2::uuid[]')}) WITH ORDINALITY
          AS asked (id, viewer_id, place)
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
      values: [asked.map(({ id }) => id), asked.map(({ viewerId }) => viewerId)],
    })
    const texts: (SubmissionJson | null)[] = asked.map(() => null)
    for (const row of rows) {
      const entry = entryOf(row)
      kept.set(row.id, entry)
      texts[row.place - 1] = textFor(entry, row.userVote)
    }
    return texts
  }

  return {
    has: (id) => kept.has(id),
    read,
    write: async (db, found, around) => {
      const known = found.map((one) => {
        const entry = kept.get(one.id)
        const isCurrent = entry?.version === one.version && entry.around === around
        return isCurrent ? textFor(entry, one.userVote) : null
      })
      // With their votes: those found could be older than the version read now.
      const missing = found.filter((_one, at) => known[at] === null)
      const rest = (await read(db, missing)).values()
      return known.map((text) => text ?? rest.next().value ?? null)
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

const entryOf = (row: Row): Entry => {
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

const endWith = (vote: VoteValue | null): Buffer => Buffer.from(`,"userVote":${vote}}`)
const [withUp, withDown, withNone] = [endWith(1), endWith(-1), endWith(null)]

const endFor = (vote: VoteValue | null): Buffer => {
  if (vote === null) return withNone
  return vote === 1 ? withUp : withDown
}

const textFor = (
  { text, digest, approved, authorId }: Entry,
  userVote: VoteValue | null,
): SubmissionJson => ({ parts: [text, endFor(userVote)], digest, approved, authorId })
