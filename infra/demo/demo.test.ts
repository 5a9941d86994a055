import { noticeKinds } from '@answerable/contracts/notifications'
import { verifyLog } from '@answerable/moderation/log/verify'
import { cloneDatabase } from '@answerable/service-kit/testing/database'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { sampleMember } from './notifications.ts'
import { seedDemo } from './seed.ts'

const everyKind = Object.keys(noticeKinds).sort()

const seeded = async (now = new Date()): Promise<pg.Client> => {
  const database = await cloneDatabase('moderation')
  onTestFinished(database.drop)
  await seedDemo({ ownerUrl: database.ownerUrl, onProgress: () => {}, now })
  const db = new pg.Client({ connectionString: database.ownerUrl })
  await db.connect()
  onTestFinished(() => db.end())
  return db
}

test('the demo shows every feature, and its totals and its moderation log are exact', async () => {
  const db = await seeded()
  const { rows } = await db.query(
    `SELECT
    (SELECT count::integer FROM catalog.public_counts
      WHERE category = '' AND country = '' AND day = '-infinity') AS counted,
    (SELECT count(*)::integer FROM catalog.submissions WHERE approved) AS public,
    (SELECT count(*)::integer FROM catalog.submissions WHERE score + 0 <> (
      SELECT coalesce(sum(value), 0) FROM catalog.votes
      WHERE submission_id = submissions.id AND NOT EXISTS (
        SELECT FROM catalog.holds WHERE holds.submission_id = submissions.id AND holds.user_id = votes.user_id
      ))) AS wrong_scores,
    (SELECT count(*)::integer FROM catalog.submissions WHERE participant_count <> (
      SELECT count(*) FROM catalog.participations WHERE submission_id = submissions.id
    )) AS wrong_participants,
    (SELECT count(*)::integer FROM catalog.occurrences
      WHERE kind = 'milestone' AND at > now() - interval '1 minute') AS milestones_of_now,
    (SELECT max(participant_count) > 10 FROM catalog.businesses) AS has_participants,
    (SELECT count(*) > 3 FROM catalog.participations JOIN auth.users ON users.id = user_id
      WHERE email = $1) AS sample_member_takes_part,
    (SELECT count(*)::integer FROM catalog.submissions WHERE flag_count <> (
      SELECT count(*) FROM catalog.flags WHERE submission_id = submissions.id AND closed_at IS NULL
    )) AS wrong_flags,
    (SELECT count(*)::integer FROM catalog.submissions WHERE comment_count <> (
      SELECT count(*) FROM catalog.comments WHERE submission_id = submissions.id AND state = 'shown'
    )) AS wrong_comments,
    (SELECT max(reply_count) FROM catalog.comments) AS replies,
    (SELECT count(*)::integer FROM catalog.comments WHERE state = 'deleted') AS deleted_comments,
    (SELECT count(*)::integer FROM catalog.comments WHERE state = 'removed') AS removed_comments,
    (SELECT count(*)::integer FROM catalog.comments WHERE flag_count > 0 AND state = 'shown') AS flagged_comments,
    (SELECT count(*)::integer FROM catalog.comments WHERE flag_count <> (
      SELECT count(*) FROM catalog.comment_flags WHERE comment_id = comments.id AND closed_at IS NULL
    )) AS wrong_comment_flags,
    (SELECT array_agg(target_name) FROM catalog.submissions WHERE discussion_locked) AS locked,
    (SELECT array_agg(target_name) FROM catalog.submissions WHERE merged_into IS NOT NULL) AS merged,
    (SELECT array_agg(name) FROM catalog.businesses WHERE merged_into IS NOT NULL) AS merged_businesses,
    (SELECT count(DISTINCT country)::integer FROM catalog.businesses) AS business_countries,
    (SELECT count(*)::integer FROM catalog.outbox) AS events,
    (SELECT count(*)::integer FROM catalog.comment_versions) AS former_comments,
    (SELECT count(*)::integer FROM catalog.submission_versions) AS former_texts,
    (SELECT count(*)::integer FROM catalog.comments WHERE helpful_count <> (
      SELECT count(*) FROM catalog.helpful_marks WHERE comment_id = comments.id
    )) AS wrong_marks,
    (SELECT count(*)::integer FROM catalog.submissions WHERE author_id IS NULL) AS unknown_authors,
    (SELECT count(*)::integer FROM catalog.unusual_activity WHERE shows) AS unusual,
    (SELECT count(*)::integer FROM catalog.submissions WHERE super_boost > 0) AS boosted,
    (SELECT array_agg(state ORDER BY state) FROM catalog.suggestions) AS suggestions,
    (SELECT count(*)::integer FROM catalog.businesses WHERE parent_id IS NOT NULL) AS owned,
    (SELECT count(*)::integer FROM catalog.business_names WHERE is_alias) AS aliases,
    (SELECT array_agg(state ORDER BY state) FROM moderation.appeals) AS appeals,
    (SELECT count(DISTINCT month)::integer >= 6 FROM catalog.impact_months WHERE count > 0) AS fills_the_chart,
    (SELECT count(DISTINCT month)::integer >= 3 FROM catalog.transparency_figures
      WHERE figure = 'median-hours') AS has_months_of_moderation,
    (SELECT sum(value)::integer FROM catalog.transparency_figures WHERE figure = 'decisions')
      - (SELECT count(*)::integer FROM moderation.decision_log) AS uncounted_decisions,
    (SELECT count(*) >= 5 FROM catalog.guarded_figures WHERE published > 0) AS has_guarded_figures,
    (SELECT max(months)::integer > 6 FROM (
      SELECT count(DISTINCT date_trunc('month', last_day)) AS months
      FROM catalog.published_votes GROUP BY submission_id
    ) AS charted) AS has_months_of_votes,
    (SELECT json_object_agg(state, count) FROM (
      SELECT state, count(*) FROM catalog.updates GROUP BY state
    ) AS counted) AS updates,
    (SELECT array_agg(DISTINCT status ORDER BY status) FROM catalog.submissions) AS statuses,
    (SELECT count(*)::integer FROM catalog.impact_records WHERE responded_at IS NOT NULL) AS answered,
    (SELECT count(*)::integer FROM catalog.response_versions) AS former_responses,
    (SELECT array_agg(state ORDER BY state) FROM moderation.notices) AS unlawful_content,
    (SELECT count(*)::integer FROM moderation.notices
      JOIN moderation.decisions ON decisions.id::text = removals -> 0 ->> 'decisionId'
      WHERE notices.state = 'upheld' AND decisions.kind = 'remove-comment') AS removals_after_notices,
    (SELECT count(*)::integer FROM moderation.notices WHERE objection IS NOT NULL) AS objections,
    (SELECT count(*) > 0 FROM catalog.participations
      JOIN catalog.submissions ON submissions.id = submission_id
      JOIN catalog.businesses AS brands ON brands.parent_id = business_id
      JOIN auth.users ON users.id = user_id WHERE email = $1) AS sample_member_sees_brands,
    (SELECT array_agg(DISTINCT kind ORDER BY kind) FROM notifications.follows) AS follows,
    (SELECT array_agg(DISTINCT kind ORDER BY kind) FROM notifications.notices) AS notices,
    (SELECT count(*)::integer FROM notifications.members WHERE unread <> (
      SELECT count(*) FROM notifications.notices WHERE notices.user_id = members.user_id AND NOT read
    )) AS wrong_unread,
    (SELECT array_agg(DISTINCT notices.kind ORDER BY notices.kind) FROM notifications.notices
      JOIN auth.users ON users.id = user_id WHERE email = $1) AS notices_of_sample_member,
    (SELECT unread > 0 FROM notifications.members JOIN auth.users ON id = user_id
      WHERE email = $1) AS sample_member_has_unread`,
    [sampleMember.email],
  )
  expect(rows[0]).toEqual({
    counted: rows[0].public,
    public: 39,
    wrong_scores: 0,
    wrong_participants: 0,
    milestones_of_now: 0,
    has_participants: true,
    sample_member_takes_part: true,
    wrong_flags: 0,
    wrong_comments: 0,
    replies: 8,
    deleted_comments: 1,
    removed_comments: 2,
    flagged_comments: 2,
    wrong_comment_flags: 0,
    locked: ['Volkswagen'],
    merged: ['Nestlé baby milk'],
    merged_businesses: ['Nestlé baby milk'],
    business_countries: 8,
    events: 0,
    former_comments: 1,
    former_texts: 1,
    wrong_marks: 0,
    unknown_authors: 1,
    unusual: 1,
    boosted: 1,
    suggestions: ['accepted', 'declined', 'open'],
    owned: 11,
    aliases: 13,
    has_months_of_moderation: true,
    uncounted_decisions: 0,
    has_guarded_figures: true,
    fills_the_chart: true,
    has_months_of_votes: true,
    updates: { confirmed: 13, open: 1 },
    appeals: ['open', 'open', 'overturned', 'overturned', 'upheld'],
    statuses: ['active', 'ended', 'met', 'partly-met', 'proposed', 'responded', 'stale'],
    answered: 2,
    former_responses: 1,
    unlawful_content: ['declined', 'open', 'upheld'],
    removals_after_notices: 1,
    objections: 1,
    sample_member_sees_brands: true,
    follows: ['business', 'category', 'country', 'search', 'submission'],
    notices: everyKind,
    notices_of_sample_member: everyKind,
    wrong_unread: 0,
    sample_member_has_unread: true,
  })
  await db.query('SET search_path TO moderation')
  expect(await verifyLog(db)).toEqual({ kind: 'whole', rows: 79, redactedNotes: 0 })
})

test.each(['2026-11-01T00:00:00Z', '2026-11-29T12:00:00Z'])(
  'a demo of %s has whole months of moderation',
  async (now) => {
    const db = await seeded(new Date(now))
    const { rows } = await db.query<{ month: string }>(
      `SELECT DISTINCT month::text FROM catalog.transparency_figures
       WHERE figure = 'median-hours' AND month < '2026-11-01' ORDER BY month`,
    )
    expect(rows.map(({ month }) => month)).toEqual([
      '2026-07-01',
      '2026-08-01',
      '2026-09-01',
      '2026-10-01',
    ])
  },
)
