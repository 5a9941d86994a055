import type { TimelineEntry, TimelineKind } from '@answerable/contracts/timeline'
import type { Db } from '@answerable/service-kit/db'

type Recorded = Exclude<TimelineKind, 'proposed' | 'update'>

/** What a row holds about an entry. The text of an update is read from its own table. */
type DetailsOf = {
  [Kind in Recorded]: Omit<Extract<TimelineEntry, { kind: Kind }>, 'kind' | 'at'>
} & { update: { updateId: string } }

export type Occurrence = {
  [Kind in keyof DetailsOf]: {
    submissionId: string
    kind: Kind
    details: DetailsOf[Kind]
    /** Default: now. */
    at?: Date | undefined
    /** The timeline has at most one entry of a kind with this key. A repetition changes nothing. */
    key?: string
  }
}[keyof DetailsOf]

/** Adds an entry to the public timeline of a submission. Call it in the transaction that makes the change. */
export const recordOccurrence = async (
  db: Db,
  { submissionId, kind, details, at, key }: Occurrence,
): Promise<void> => {
  await db.query(
    `INSERT INTO occurrences (submission_id, kind, at, details, key)
     VALUES ($1, $2, coalesce($3, now()), $4, $5) ON CONFLICT DO NOTHING`,
    [submissionId, kind, at ?? null, JSON.stringify(details), key ?? null],
  )
}

/** Removes the entry of a kind with this key, when what it mentions is no longer public. */
export const removeOccurrence = async (
  db: Db,
  { submissionId, kind, key }: { submissionId: string; kind: Occurrence['kind']; key: string },
): Promise<void> => {
  await db.query('DELETE FROM occurrences WHERE submission_id = $1 AND kind = $2 AND key = $3', [
    submissionId,
    kind,
    key,
  ])
}
