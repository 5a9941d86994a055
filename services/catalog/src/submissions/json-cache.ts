import { hash } from 'node:crypto'
import type { VoteValue } from '@answerable/contracts/submissions'
import type { Db } from '@answerable/service-kit/db'
import { LRUCache } from 'lru-cache'
import {
  readShownRows,
  type ShownRow,
  type SubmissionQuery,
  shownSubmissionOf,
} from './shown-rows.ts'

/** A version of a submission for one viewer. */
type SubmissionVersion = SubmissionQuery & Own & { version: number }

/** What the viewer has chosen. */
export type Own = { userVote: VoteValue | null; ownParticipation: boolean }

/** A submission as JSON for one viewer, with the fields that determine its visibility. */
export type SubmissionJson = {
  /** Concatenated, they are the JSON. */
  parts: readonly Buffer[]
  /** Differs if anything but the viewer's own choices differs. */
  digest: string
  /** Whether the viewer has voted or takes part. */
  hasOwn: boolean
  approved: boolean
  authorId: string | null
  isMerged: boolean
}

export type SubmissionJsonCache = {
  /** Whether there is an entry, current or not. Without an entry, read the submission directly. */
  has: (id: string) => boolean
  /** The ids of versions that are not cached. */
  outdated: (versions: readonly { id: string; version: number }[], revision: number) => string[]
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
  /** Without the viewer's own choices, which come last. */
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
    const rows = await readShownRows(db, queries)
    const texts: (SubmissionJson | null)[] = queries.map(() => null)
    // Of one snapshot, so the rows of a submission for several viewers differ only in their choices.
    const current = new Map<string, Entry>()
    for (const row of rows) {
      const entry = current.get(row.id) ?? entryOf(row)
      current.set(row.id, entry)
      texts[row.place - 1] = textFor(entry, row)
    }
    for (const [id, entry] of current) {
      if (!isOlder(entry, entries.get(id))) entries.set(id, entry)
    }
    return texts
  }

  const entryFor = ({ id, version }: { id: string; version: number }, revision: number) => {
    const entry = entries.get(id)
    return entry?.version === version && entry.revision === revision ? entry : null
  }

  return {
    has: (id) => entries.has(id),
    outdated: (versions, revision) =>
      versions.flatMap((one) => (entryFor(one, revision) === null ? [one.id] : [])),
    read,
    write: async (db, found, revision) => {
      const known = found.map((one) => {
        const entry = entryFor(one, revision)
        return entry === null ? null : textFor(entry, one)
      })
      // With their own choices: those found could be older than the version read now.
      const missing = found.filter((_one, at) => known[at] === null)
      const rest = (await read(db, missing)).values()
      return known.map((text) => text ?? rest.next().value ?? null)
    },
  }
}

const isOlder = (entry: Entry, other: Entry | undefined): boolean =>
  other !== undefined && (entry.version < other.version || entry.revision < other.revision)

const entryOf = (row: ShownRow): Entry => {
  const { userVote: _vote, ownParticipation: _participation, ...shown } = shownSubmissionOf(row)
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

const endWith = (userVote: VoteValue | null, ownParticipation: boolean): Buffer =>
  Buffer.from(`,${JSON.stringify({ userVote, ownParticipation }).slice(1)}`)
const endsWith = (ownParticipation: boolean) => ({
  up: endWith(1, ownParticipation),
  down: endWith(-1, ownParticipation),
  none: endWith(null, ownParticipation),
})
const [ofParticipants, ofOthers] = [endsWith(true), endsWith(false)]

const endFor = ({ userVote, ownParticipation }: Own): Buffer => {
  const ends = ownParticipation ? ofParticipants : ofOthers
  if (userVote === null) return ends.none
  return userVote === 1 ? ends.up : ends.down
}

const textFor = (
  { text, digest, approved, authorId, isMerged }: Entry,
  own: Own,
): SubmissionJson => ({
  parts: [text, endFor(own)],
  hasOwn: own.userVote !== null || own.ownParticipation,
  ...{ digest, approved, authorId, isMerged },
})
