import {
  type ContributionKind,
  type Contributions,
  exportPageLimit,
} from '@answerable/contracts/own-data'
import type { Db } from '@answerable/service-kit/db'

type Page = { kind: ContributionKind; after?: string | undefined }

/** The next entries of a kind, in the order of their keys. */
export const readContributions = async (
  db: Db,
  userId: string,
  { kind, after = '' }: Page,
): Promise<Contributions> => {
  const { columns, from, key } = sources[kind]
  const { rows } = await db.query<{ key: string; entry: Record<string, unknown> }>(
    `SELECT ${key} AS key, jsonb_build_object(${columns}) AS entry
     FROM ${from} = $1 AND ${key} COLLATE "C" > $2 ORDER BY ${key} COLLATE "C" LIMIT $3`,
    [userId, after, exportPageLimit],
  )
  return {
    ...nothing,
    [kind]: rows.map(({ entry }) => entry),
    next: nextAfter(rows.map(({ key }) => key)),
  }
}

/** The next ids of a member's submissions, removed or not. */
export const readSubmissionIds = async (
  db: Db,
  authorId: string,
  after = '',
): Promise<{ ids: string[]; next: string | null }> => {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM submissions WHERE author_id = $1 AND id > $2 ORDER BY id LIMIT $3',
    [authorId, after, exportPageLimit],
  )
  const ids = rows.map(({ id }) => id)
  return { ids, next: nextAfter(ids) }
}

/** The next ids of a member's comments, responses and alternatives, in any state. */
export const readPartIds = async (
  db: Db,
  authorId: string,
  after = '',
): Promise<{ ids: string[]; next: string | null }> => {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM (
       SELECT id FROM comments WHERE author_id = $1
       UNION ALL SELECT id FROM responses WHERE author_id = $1
       UNION ALL SELECT id FROM alternatives WHERE author_id = $1
     ) AS parts
     WHERE id::text COLLATE "C" > $2 ORDER BY id::text COLLATE "C" LIMIT $3`,
    [authorId, after, exportPageLimit],
  )
  const ids = rows.map(({ id }) => id)
  return { ids, next: nextAfter(ids) }
}

const nothing = {
  submissions: [],
  submissionVersions: [],
  sourceDetails: [],
  sourceVersions: [],
  alternatives: [],
  alternativeMarks: [],
  comments: [],
  commentVersions: [],
  marks: [],
  votes: [],
  participations: [],
  flags: [],
  suggestions: [],
  updates: [],
  mutes: [],
  responses: [],
}

const nextAfter = (keys: readonly string[]): string | null =>
  keys.length === exportPageLimit ? (keys.at(-1) ?? null) : null

/** As the contract says times: ISO 8601 in UTC, to the millisecond. */
const time = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const keyOfVersion = (id: string): string => `(${id}::text || '-' || lpad(number::text, 10, '0'))`

const sourceDetails = (details: string, archive: string): string =>
  `'submissionId', ${details}.submission_id, 'address', link.address, 'title', ${details}.title,
  'publisher', ${details}.publisher, 'kind', ${details}.kind, 'shows', ${details}.shows, 'archive', ${archive}`

/** The source of each kind. None of them contains texts of others. */
const sources: Record<ContributionKind, { key: string; columns: string; from: string }> = {
  submissions: {
    key: 'id',
    columns: `'id', id, 'targetName', target_name, 'location', location, 'category', category,
      'reasons', reasons, 'sources', sources, 'demand', demand, 'approved', approved, 'mergedInto', merged_into, 'score', score,
      'createdAt', ${time('created_at')}`,
    from: 'submissions WHERE author_id',
  },
  submissionVersions: {
    key: keyOfVersion('submission_id'),
    columns: `'submissionId', submission_id, 'number', number, 'targetName', versions.target_name,
      'location', versions.location, 'category', versions.category, 'reasons', versions.reasons,
      'sources', versions.sources, 'demand', versions.demand, 'createdAt', ${time('written_at')}`,
    from: 'submissions JOIN submission_versions AS versions ON submission_id = id WHERE author_id',
  },
  sourceDetails: {
    key: `(submission_id || '-' || link_key)`,
    columns: `${sourceDetails('sources', 'archive.address')}, 'createdAt', ${time('sources.edited_at')}`,
    from: `sources JOIN submissions ON submissions.id = submission_id
      JOIN links AS link ON link.key = link_key
      LEFT JOIN links AS archive ON archive.key = archive_key
      WHERE sources.edited_at IS NOT NULL AND author_id`,
  },
  sourceVersions: {
    key: keyOfVersion(`(submission_id || '-' || link_key)`),
    columns: `${sourceDetails('versions', 'versions.archive')}, 'number', number,
      'createdAt', ${time('written_at')}`,
    from: `source_versions AS versions JOIN submissions ON submissions.id = submission_id
      JOIN links AS link ON link.key = link_key WHERE author_id`,
  },
  comments: {
    key: 'id::text',
    columns: `'id', id, 'submissionId', submission_id, 'parentId', parent_id, 'content', content,
      'createdAt', ${time('created_at')}, 'editedAt', ${time('edited_at')}, 'state', state`,
    from: 'comments WHERE author_id',
  },
  alternatives: {
    key: 'id::text',
    columns: `'id', id, 'submissionId', submission_id, 'name', name, 'link', link,
      'createdAt', ${time('created_at')}, 'state', state`,
    from: 'alternatives WHERE author_id',
  },
  commentVersions: {
    key: keyOfVersion('comment_id'),
    columns: `'commentId', comment_id, 'number', number, 'content', comment_versions.content,
      'createdAt', ${time('written_at')}`,
    from: 'comments JOIN comment_versions ON comment_id = id WHERE author_id',
  },
  marks: {
    key: 'comment_id::text',
    columns: `'commentId', comment_id, 'createdAt', ${time('created_at')}`,
    from: 'helpful_marks WHERE user_id',
  },
  alternativeMarks: {
    key: 'alternative_id::text',
    columns: `'alternativeId', alternative_id, 'createdAt', ${time('created_at')}`,
    from: 'alternative_marks WHERE user_id',
  },
  votes: {
    key: 'submission_id',
    columns: `'submissionId', submission_id, 'value', value, 'createdAt', ${time('created_at')}`,
    from: 'votes WHERE user_id',
  },
  participations: {
    key: 'submission_id',
    columns: `'submissionId', submission_id, 'createdAt', ${time('created_at')}`,
    from: 'participations WHERE user_id',
  },
  flags: {
    key: 'id::text',
    columns: `'submissionId', submission_id, 'commentId', comment_id, 'responseId', response_id,
      'alternativeId', alternative_id, 'reasonCode', reason_code,
      'reason', reason, 'createdAt', ${time('created_at')}, 'closedAt', ${time('closed_at')}`,
    from: `(
      SELECT id, user_id, submission_id, NULL::uuid AS comment_id, NULL::uuid AS response_id,
        NULL::uuid AS alternative_id, reason_code, reason, created_at, closed_at FROM flags
      UNION ALL
      SELECT flags.id, user_id, submission_id, comment_id, NULL, NULL, flags.reason_code, reason,
        flags.created_at, closed_at
      FROM comment_flags AS flags JOIN comments ON comments.id = comment_id
      UNION ALL
      SELECT flags.id, user_id, submission_id, NULL, response_id, NULL, flags.reason_code, reason,
        flags.created_at, closed_at
      FROM response_flags AS flags JOIN responses ON responses.id = response_id
      UNION ALL
      SELECT flags.id, user_id, submission_id, NULL, NULL, alternative_id, flags.reason_code,
        flags.reason, flags.created_at, closed_at
      FROM alternative_flags AS flags JOIN alternatives ON alternatives.id = alternative_id
    ) AS flags WHERE user_id`,
  },
  suggestions: {
    key: 'id::text',
    columns: `'id', id, 'businessId', business_id, 'kind', kind, 'value', value, 'reason', reason,
      'source', source, 'state', state, 'note', note, 'createdAt', ${time('created_at')},
      'decidedAt', ${time('decided_at')}`,
    from: 'suggestions WHERE author_id',
  },
  updates: {
    key: 'id::text',
    columns: `'id', id, 'submissionId', submission_id, 'date', happened_on, 'text', content,
      'source', source, 'status', status, 'state', state, 'note', note,
      'createdAt', ${time('created_at')}, 'decidedAt', ${time('decided_at')}`,
    from: 'updates WHERE reporter_id',
  },
  responses: {
    key: keyOfVersion('response_id'),
    columns: `'responseId', response_id, 'number', number, 'submissionId', submission_id, 'businessId',
      business_id, 'content', content, 'sources', sources, 'createdAt', ${time('written_at')}`,
    from: `(
      SELECT id AS response_id, author_id, submission_id, business_id, content, sources,
        coalesce(edited_at, created_at) AS written_at,
        (SELECT 1 + count(*) FROM response_versions WHERE response_id = responses.id) AS number
      FROM responses
      UNION ALL
      SELECT response_id, former.author_id, submission_id, business_id, former.content,
        former.sources, written_at, number
      FROM response_versions AS former JOIN responses ON responses.id = response_id
    ) AS texts WHERE author_id`,
  },
  mutes: {
    key: 'muted_id::text',
    columns: `'username', username, 'mutedAt', ${time('muted_at')}`,
    from: `mutes JOIN authors ON authors.id = muted_id WHERE username <> '' AND user_id`,
  },
}
