import { hash } from 'node:crypto'
import type { VoteValue } from '@answerable/contracts/submissions'
import { asOne, type Db } from '@answerable/service-kit/db'
import { LRUCache } from 'lru-cache'
import {
  type BusinessColumns,
  businessColumns,
  businessOf,
  type SubmissionRow,
  submissionOf,
} from './rows.ts'
import { displayRevision } from './store.ts'

/** A version of a submission for one viewer. */
type SubmissionVersion = SubmissionQuery & { version: number; userVote: VoteValue | null }

/** A submission and its viewer. */
export type SubmissionQuery = { id: string; viewerId: string | null }

/** A submission as JSON for one viewer, with the fields that determine its visibility. */
export type SubmissionJson = {
  /** Concatenated, they are the JSON. */
  parts: readonly Buffer[]
  /** Differs if anything but the vote differs. */
  digest: string
  approved: boolean
  authorId: string | null
  isMerged: boolean
}

export type SubmissionJsonCache = {
  /** Whether there is an entry, current or not. Without an entry, read the submission directly. */
  has: (id: string) => boolean
  /** Reads the current submissions, in this order; null for those that do not exist. */
  read: (db: Db, queries: readonly SubmissionQuery[]) => Promise<readonly (SubmissionJson | null)[]>
  /**
   * Returns the JSON of versions that were found in one snapshot, in this order; null for those that were deleted
   * in the meantime. `revision` is the display revision of the snapshot.
   */
  write: (
    db: Db,
    found: readonly SubmissionVersion[],
    revision: number,
  ) => Promise<readonly (SubmissionJson | null)[]>
}

type Entry = {
  version: number
  revision: number
  /** Without the viewer's vote, which comes last. */
  text: Buffer
  digest: string
  approved: boolean
  authorId: string | null
  isMerged: boolean
}

const maxBytes = 8 * 1_048_576

/** Caches submissions as JSON by version and display revision. */
export const openJsonCache = (): SubmissionJsonCache => {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }) => text.length,
  })

  const read: SubmissionJsonCache['read'] = async (db, queries) => {
    if (queries.length === 0) return []
    const { rows } = await db.query<Row>({
      name: 'read-submissions',
      text: `SELECT place, submissions.*, username, votes.value AS "userVote",
          coalesce(shows, false) AS "isUnusual", ${businessColumns}, ${displayRevision} AS revision
        FROM unnest(${asOne('$1::text[]')}, ${asOne('$2::uuid[]')}) WITH ORDINALITY
          AS queries (id, viewer_id, place)
        CROSS JOIN LATERAL (
          SELECT * FROM submissions WHERE submissions.id = queries.id LIMIT 1
        ) AS submissions
        CROSS JOIN LATERAL (
          SELECT slug, name FROM businesses WHERE businesses.id = business_id LIMIT 1
        ) AS businesses
        LEFT JOIN LATERAL (SELECT username FROM authors WHERE authors.id = author_id LIMIT 1)
          AS authors ON true
        LEFT JOIN LATERAL (
          SELECT value FROM votes WHERE user_id = viewer_id AND submission_id = queries.id LIMIT 1
        ) AS votes ON true
        LEFT JOIN LATERAL (
          SELECT shows FROM unusual_activity WHERE submission_id = queries.id LIMIT 1
        ) AS unusual ON true`,
      values: [queries.map(({ id }) => id), queries.map(({ viewerId }) => viewerId)],
    })
    const texts: (SubmissionJson | null)[] = queries.map(() => null)
    for (const row of rows) {
      const entry = entryOf(row)
      entries.set(row.id, entry)
      texts[row.place - 1] = textFor(entry, row.userVote)
    }
    return texts
  }

  return {
    has: (id) => entries.has(id),
    read,
    write: async (db, found, revision) => {
      const known = found.map((one) => {
        const entry = entries.get(one.id)
        const isCurrent = entry?.version === one.version && entry.revision === revision
        return isCurrent ? textFor(entry, one.userVote) : null
      })
      // With their votes: those found could be older than the version read now.
      const missing = found.filter((_one, at) => known[at] === null)
      const rest = (await read(db, missing)).values()
      return known.map((text) => text ?? rest.next().value ?? null)
    },
  }
}

type Row = SubmissionRow &
  BusinessColumns & {
    /** Counted from 1. */
    place: number
    username: string | null
    userVote: VoteValue | null
    isUnusual: boolean
    revision: number
  }

const entryOf = (row: Row): Entry => {
  const { userVote, ...shown } = submissionOf(row, {
    ...row,
    business: businessOf(row),
    userVote: null,
  })
  const text = Buffer.from(JSON.stringify(shown).slice(0, -1))
  return {
    version: row.version,
    revision: row.revision,
    text,
    digest: hash('sha256', text, 'base64url'),
    approved: row.approved,
    authorId: row.author_id,
    isMerged: row.merged_into !== null,
  }
}

const endWith = (vote: VoteValue | null): Buffer => Buffer.from(`,"userVote":${vote}}`)
const [withUp, withDown, withNone] = [endWith(1), endWith(-1), endWith(null)]

const endFor = (vote: VoteValue | null): Buffer => {
  if (vote === null) return withNone
  return vote === 1 ? withUp : withDown
}

const textFor = (
  { text, digest, approved, authorId, isMerged }: Entry,
  userVote: VoteValue | null,
): SubmissionJson => ({ parts: [text, endFor(userVote)], digest, approved, authorId, isMerged })
