import { searchKeyOf } from '@answerable/contracts/search-key'
import type { Db } from '@answerable/service-kit/db'
import { uuidOf } from './content.ts'

/** Follows something of every kind, so that a demo shows a full page of notifications. */
export const sampleMember = { username: 'amber-linden', email: 'amber-linden@demo.invalid' }

/**
 * Adds the follows and notices that the content and the decisions would have caused: authors follow what they wrote
 * about, and notices of the last three days are unread.
 */
export const seedNotifications = async (db: Db): Promise<void> => {
  await db.query(follows)
  await db.query(followsOfSampleMember, [
    uuidOf(sampleMember.username),
    searchKeyOf({ q: 'workers' }),
  ])
  await db.query(occurrences)
  await db.query(notices)
  await db.query(unreadNumbers)
}

const follows = `
  INSERT INTO notifications.follows (user_id, kind, key, automatic, created_at)
  SELECT author_id, 'submission', submission_id, true, min(created_at)
  FROM (
    SELECT author_id, id AS submission_id, created_at FROM catalog.submissions
    UNION ALL SELECT author_id, submission_id, created_at FROM catalog.comments
  ) AS written
  WHERE author_id IS NOT NULL GROUP BY author_id, submission_id`

const followsOfSampleMember = `
  INSERT INTO notifications.follows (user_id, kind, key, automatic, created_at)
  SELECT $1, kind, key, false, now() - interval '30 days'
  FROM (
    SELECT 'business' AS kind, business_id AS key FROM catalog.submissions
    WHERE target_name = 'Royal Dutch Shell'
    UNION ALL
    SELECT 'submission', id FROM catalog.submissions
    WHERE target_name = 'Dungeons & Dragons Open Game License change'
    UNION ALL VALUES ('country', 'IN'), ('category', 'fashion'), ('search', $2)
  ) AS things`

/** The decisions that closed flags, and the members who had flagged. */
const closings = `(
  SELECT closed_by AS decision_id, user_id FROM catalog.flags WHERE closed_by IS NOT NULL
  UNION SELECT closed_by, user_id FROM catalog.comment_flags WHERE closed_by IS NOT NULL
  UNION SELECT decisions.id, user_id FROM moderation.decisions
    JOIN catalog.comment_flags USING (comment_id) WHERE kind = 'remove-comment'
) AS closings`

/** What happened: publications, comments, milestones, decisions, and the outcomes of flags. */
const occurrences = `
  INSERT INTO notifications.occurrences
    (name, submission_id, comment_id, actor_id, outcome, reason_code, milestone_kind, milestone_value, created_at,
     business_id)
  WITH decided AS (
    SELECT decisions.id, coalesce(decisions.submission_id, comments.submission_id) AS submission_id, comment_id,
      CASE
        WHEN kind IN ('remove', 'remove-comment') THEN 'removed'
        WHEN kind = 'uphold' THEN 'upheld'
        WHEN kind = 'merge' THEN 'merged'
        WHEN kind = 'lock-discussion' THEN 'locked'
        WHEN kind IN ('approve', 'approve-comment') AND appeal_id IS NOT NULL THEN 'overturned'
      END AS outcome,
      decisions.reason_code, decisions.created_at
    FROM moderation.decisions LEFT JOIN catalog.comments ON comments.id = comment_id
  )
  SELECT * FROM (
    SELECT 'submission:' || id, id, NULL::uuid, author_id, NULL::text, NULL::text, NULL::text, NULL::bigint,
      created_at, NULL::text
    FROM catalog.submissions
    UNION ALL
    SELECT 'comment:' || id, submission_id, id, author_id, NULL, NULL, NULL, NULL, created_at, NULL
    FROM catalog.comments WHERE state = 'shown'
    UNION ALL
    SELECT 'milestone:' || id || ':score:100', id, NULL, NULL, NULL, NULL, 'score', 100,
      created_at + (now() - created_at) / 2, NULL
    FROM catalog.submissions WHERE score >= 100
    UNION ALL
    SELECT 'decision:' || id, submission_id, comment_id, NULL, outcome, reason_code, NULL, NULL, created_at,
      NULL
    FROM decided WHERE outcome IS NOT NULL
    UNION ALL
    SELECT 'flags:' || id, submission_id, comment_id, NULL, coalesce(outcome, 'approved'), NULL, NULL, NULL,
      created_at, NULL
    FROM decided WHERE id IN (SELECT decision_id FROM ${closings})
    UNION ALL
    SELECT 'suggestion:' || id, NULL, NULL, NULL, state, NULL, NULL, NULL, decided_at, business_id
    FROM catalog.suggestions WHERE state <> 'open'
    UNION ALL
    SELECT 'response:' || responses.id, submission_id, NULL, NULL, NULL, NULL, NULL, NULL, created_at,
      business_id
    FROM catalog.responses WHERE state = 'shown'
    UNION ALL
    SELECT 'response-request:' || submission_id, submission_id, NULL, NULL, NULL, NULL, NULL, NULL,
      requested_at, business_id
    FROM catalog.response_requests JOIN catalog.submissions ON submissions.id = submission_id
  ) AS happened ORDER BY created_at`

const notices = `
  INSERT INTO notifications.notices (user_id, occurrence_id, kind, follow_kind, follow_key, read)
  SELECT DISTINCT ON (user_id, occurrences.id) user_id, occurrences.id, found.kind, follow_kind, follow_key,
    created_at < now() - interval '3 days'
  FROM notifications.occurrences
  JOIN (
    SELECT occurrences.id, user_id, CASE WHEN outcome IS NULL THEN 'comment' ELSE 'status' END AS kind,
      follows.kind AS follow_kind, key AS follow_key
    FROM notifications.occurrences
    JOIN notifications.follows ON follows.kind = 'submission' AND key = submission_id
      AND follows.created_at < occurrences.created_at
    WHERE name LIKE 'comment:%'
      OR (comment_id IS NULL AND outcome IN ('removed', 'merged', 'locked', 'overturned') AND name LIKE 'decision:%')
    UNION ALL
    SELECT occurrences.id, parents.author_id, 'reply', NULL, NULL
    FROM notifications.occurrences
    JOIN catalog.comments ON comments.id = comment_id
    JOIN catalog.comments AS parents ON parents.id = comments.parent_id
    WHERE name LIKE 'comment:%'
    UNION ALL
    SELECT occurrences.id, user_id, 'mention', NULL, NULL
    FROM notifications.occurrences JOIN catalog.mentions USING (comment_id) WHERE name LIKE 'comment:%'
    UNION ALL
    SELECT occurrences.id, user_id, 'response', follows.kind, key
    FROM notifications.occurrences
    JOIN notifications.follows ON (follows.kind, key) IN
      (('submission', submission_id), ('business', business_id))
    WHERE name LIKE 'response:%'
    UNION ALL
    SELECT occurrences.id, user_id, 'request', NULL, NULL
    FROM notifications.occurrences JOIN catalog.representatives USING (business_id)
    WHERE name LIKE 'response-request:%'
    UNION ALL
    SELECT occurrences.id, user_id, 'publication', follows.kind, key
    FROM notifications.occurrences
    JOIN catalog.submissions ON submissions.id = submission_id
    JOIN notifications.follows ON (follows.kind, key) IN
      (('business', submissions.business_id), ('country', country), ('category', category))
    WHERE name LIKE 'submission:%'
    UNION ALL
    SELECT occurrences.id, coalesce(comments.author_id, submissions.author_id),
      CASE WHEN milestone_kind IS NOT NULL THEN 'milestone'
        WHEN outcome IN ('upheld', 'overturned') THEN 'appeal' ELSE 'decision' END, NULL, NULL
    FROM notifications.occurrences
    JOIN catalog.submissions ON submissions.id = occurrences.submission_id
    LEFT JOIN catalog.comments ON comments.id = comment_id
    WHERE name LIKE 'milestone:%' OR name LIKE 'decision:%'
    UNION ALL
    SELECT occurrences.id, author_id, 'decision', NULL, NULL
    FROM notifications.occurrences
    JOIN catalog.suggestions ON name = 'suggestion:' || suggestions.id
    UNION ALL
    SELECT occurrences.id, user_id, 'flag', NULL, NULL
    FROM notifications.occurrences JOIN ${closings} ON name = 'flags:' || decision_id
  ) AS found USING (id)
  WHERE user_id IS NOT NULL AND user_id IS DISTINCT FROM actor_id
  ORDER BY user_id, occurrences.id, follow_kind NULLS FIRST, found.kind DESC`

const unreadNumbers = `
  INSERT INTO notifications.members (user_id, unread, unread_version)
  SELECT user_id, count(*) FILTER (WHERE NOT read), 1 FROM notifications.notices GROUP BY user_id`
