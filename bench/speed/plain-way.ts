// The prepared statements of the plain implementation: the feed by OFFSET and a submission by its key.

const orders: Readonly<Record<string, string>> = {
  hot: 'page.hot DESC, page.id',
  new: 'page.created_at DESC, page.id',
  top: '(page.score + page.super_boost) DESC, page.created_at DESC, page.id',
}

export const feedStatement = (sort: string) => ({
  name: `feed-${sort}`,
  text: `SELECT page.*, authors.username, votes.value AS user_vote,
      (SELECT count FROM public_counts
        WHERE category = '' AND country = '' AND day = '-infinity') AS total
    FROM (
      SELECT * FROM submissions AS page WHERE approved ORDER BY ${orders[sort]} LIMIT $1 OFFSET $2
    ) AS page
    LEFT JOIN authors ON authors.id = author_id
    LEFT JOIN votes ON votes.submission_id = page.id AND votes.user_id = $3
    ORDER BY ${orders[sort]}`,
})

export const detailStatement = {
  name: 'detail',
  text: `SELECT submissions.*, authors.username, votes.value AS user_vote
    FROM submissions
    LEFT JOIN authors ON authors.id = author_id
    LEFT JOIN votes ON votes.submission_id = submissions.id AND votes.user_id = $2
    WHERE submissions.id = $1`,
}

type Row = Readonly<Record<string, unknown>>

export const plainSubmission = (row: Row) => ({
  id: row.id,
  targetName: row.target_name,
  location: row.location,
  category: row.category,
  reasons: row.reasons,
  sources: row.sources,
  embedUrl: row.embed_url,
  embedType: row.embed_type,
  authorId: row.author_id,
  author: row.username === null ? null : { username: row.username },
  score: row.score,
  superBoost: row.super_boost,
  flagged: Number(row.flag_count) > 0,
  approved: row.approved,
  commentCount: row.comment_count,
  userVote: row.user_vote,
  version: Number(row.version),
  createdAt: (row.created_at as Date).toISOString(),
})
