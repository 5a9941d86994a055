import type { OpenDataTable } from '@answerable/contracts/open-data'
import { withoutAddresses } from './texts.ts'
import { joinSmallDays } from './votes-by-day.ts'

export type Cell = string | number | boolean | Date | null
export type Row = readonly Cell[]

/** A table of a snapshot: its columns and the statement that reads them in this order. */
export type Table = {
  name: OpenDataTable
  columns: readonly string[]
  query: string
  /** Planner settings of the statement. */
  settings: string
  /** Makes the rows of the file from a batch of rows; called with null at the end. */
  rowsOf?: () => (batch: readonly Row[] | null) => Row[]
}

// Both orders are read from their indexes, because sorting a million rows would take memory and time from votes.
const byIndex = 'SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off'
const byTable = 'SET LOCAL enable_seqscan = on; SET LOCAL enable_sort = on'

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
    settings: byIndex,
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
    settings: byIndex,
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
    settings: byIndex,
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
    settings: byIndex,
  },
  {
    name: 'decisions',
    columns: [
      ...['position', 'decisionId', 'kind', 'boostValue', 'voteCount', 'participationCount'],
      ...['category', 'reasonCode', 'onAppeal', 'decidedAt', 'payloadHash', 'hash'],
    ],
    query: `SELECT position, entry ->> 'decisionId', entry ->> 'kind',
        (entry ->> 'boostValue')::integer, (entry ->> 'voteCount')::integer,
        (entry ->> 'participationCount')::integer, entry ->> 'category', entry ->> 'reasonCode',
        (entry ->> 'onAppeal')::boolean, entry ->> 'decidedAt', entry ->> 'payloadHash',
        entry ->> 'hash'
      FROM public_decisions ORDER BY position`,
    settings: byIndex,
  },
  {
    name: 'votes-by-day',
    columns: ['submissionId', 'from', 'to', 'up', 'down'],
    // Votes have no index by submission, which would make each vote slower. Votes that are held or voided do not count.
    query: `SELECT submission_id, (submissions.created_at AT TIME ZONE 'UTC')::date::text,
        (now() AT TIME ZONE 'UTC')::date::text, day::text, up, down
      FROM (
        SELECT submission_id, (created_at AT TIME ZONE 'UTC')::date AS day,
          count(*) FILTER (WHERE value = 1) AS up, count(*) FILTER (WHERE value = -1) AS down
        FROM votes WHERE NOT EXISTS (
          SELECT FROM holds
          WHERE holds.submission_id = votes.submission_id AND holds.user_id = votes.user_id
        )
        GROUP BY 1, 2
      ) AS days JOIN submissions ON submissions.id = submission_id AND approved
      ORDER BY submission_id, day`,
    settings: byTable,
    rowsOf: joinSmallDays,
  },
]

const eachRow =
  (change: (row: Row) => Row) =>
  (batch: readonly Row[] | null): Row[] =>
    (batch ?? []).map(change)
