import type { OpenDataTable } from '@answerable/contracts/open-data'
import { shownOf } from '../votes-by-day/rules.ts'
import { withoutAddresses } from './texts.ts'

export type Cell = string | number | boolean | Date | null
export type Row = readonly Cell[]

/** A table of a snapshot: its columns and the statement that reads them in this order. */
export type Table = {
  name: OpenDataTable
  columns: readonly string[]
  query: string
  /** Makes the rows of the file from a batch of rows. */
  rowsOf?: () => (batch: readonly Row[]) => Row[]
}

// Rows are read from indexes in their order, because sorting a million rows would take memory and time from votes.
export const plannerSettings = 'SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off'

/** Everything public without the texts of members ([decision 45](../../../../docs/decisions/0045-open-data.md)). */
export const tables: readonly Table[] = [
  {
    name: 'submissions',
    columns: [
      ...['hotPlace', 'id', 'targetName', 'businessId', 'category', 'country', 'location'],
      ...['status', 'statusAt', 'createdAt', 'score', 'superBoost', 'hot'],
      ...['commentCount', 'participantCount'],
    ],
    query: `SELECT id, target_name, business_id, category, country, location, status, status_at,
        created_at, score, super_boost, hot, comment_count, participant_count
      FROM submissions WHERE approved ORDER BY hot DESC, id`,
    rowsOf: () => {
      let place = 0
      return eachRow(([id = null, targetName = null, ...others]) => {
        place += 1
        const [businessId = null, category = null, country = null, location = null, ...rest] =
          others
        return [
          ...[place, id, withoutAddresses(targetName), businessId, category, country],
          ...[withoutAddresses(location), ...rest],
        ]
      })
    },
  },
  {
    name: 'top',
    columns: ['topPlace', 'id'],
    query: `SELECT id FROM submissions WHERE approved
      ORDER BY (score + super_boost) DESC, created_at DESC, id`,
    rowsOf: () => {
      let place = 0
      return eachRow((row) => {
        place += 1
        return [place, ...row]
      })
    },
  },
  {
    name: 'businesses',
    columns: [
      ...['id', 'slug', 'name', 'kind', 'country', 'website', 'parentId'],
      ...['boycottCount', 'participantCount', 'createdAt'],
    ],
    query: `SELECT id, slug, name, kind, country, website, parent_id, boycott_count,
        participant_count, created_at
      FROM businesses WHERE listed ORDER BY id`,
    rowsOf: () =>
      eachRow(([id = null, slug = null, name = null, ...others]) => [
        ...[id, slug, withoutAddresses(name), ...others],
      ]),
  },
  {
    name: 'statuses',
    columns: ['submissionId', 'at', 'status', 'previous'],
    query: `SELECT submission_id, at, details ->> 'status', details ->> 'previous'
      FROM occurrences JOIN submissions ON submissions.id = submission_id
      WHERE kind = 'status' AND approved ORDER BY occurrences.id`,
  },
  {
    name: 'decisions',
    columns: [
      ...['position', 'decisionId', 'kind', 'boostValue', 'voteCount', 'participationCount'],
      ...['category', 'reasonCode', 'moderator', 'onAppeal', 'decidedAt', 'payloadHash', 'hash'],
    ],
    query: `SELECT position, entry ->> 'decisionId', entry ->> 'kind',
        (entry ->> 'boostValue')::integer, (entry ->> 'voteCount')::integer,
        (entry ->> 'participationCount')::integer, entry ->> 'category', entry ->> 'reasonCode',
        entry ->> 'moderator', (entry ->> 'onAppeal')::boolean, entry ->> 'decidedAt',
        entry ->> 'payloadHash', entry ->> 'hash'
      FROM public_decisions ORDER BY position`,
  },
  {
    name: 'votes-by-day',
    columns: ['submissionId', 'first', 'last', 'up', 'down', 'held', 'voided'],
    // Only the figures that are public already: figures of the votes themselves would reveal single votes.
    query: `SELECT submission_id, first_day::text, last_day::text, up, down, held, voided
      FROM published_votes JOIN submissions ON submissions.id = submission_id AND approved
      ORDER BY submission_id, last_day`,
    rowsOf: () =>
      eachRow((row) => {
        const [submissionId, first, last, up, down, held, voided] = row as PublishedRow
        const shown = shownOf({ first, last, up, down, held, voided })
        return [submissionId, first, last, up, down, shown.held, shown.voided]
      }),
  },
  {
    name: 'boosts',
    columns: ['submissionId', 'at', 'value'],
    // The boosts of a merged submission belong to the one that it was merged into.
    query: `WITH RECURSIVE boosts (id, submission_id, at, value) AS (
        SELECT id, submission_id, at, (details ->> 'value')::integer
        FROM occurrences WHERE kind = 'boost'
        UNION SELECT boosts.id, into_id, at, value
        FROM boosts JOIN merges ON from_id = submission_id AND undone_at IS NULL
      )
      SELECT submission_id, at, value
      FROM boosts JOIN submissions ON submissions.id = submission_id AND approved
      ORDER BY submission_id, at, boosts.id`,
  },
]

type PublishedRow = [id: string, first: string, last: string, ...counts: Counts]
type Counts = [up: number, down: number, held: number, voided: number]

const eachRow =
  (change: (row: Row) => Row) =>
  (batch: readonly Row[]): Row[] =>
    batch.map(change)
