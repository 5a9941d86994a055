-- The state of a member. A missing row means the defaults.
CREATE TABLE members (
  user_id uuid PRIMARY KEY,
  -- Whether writing about a submission follows it.
  follows_automatically boolean NOT NULL DEFAULT true,
  -- The number of rows in notices that are unread.
  unread integer NOT NULL DEFAULT 0 CHECK (unread >= 0),
  -- Increases with every change of `unread`.
  unread_version bigint NOT NULL DEFAULT 0
);

CREATE TABLE follows (
  user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('submission', 'business', 'country', 'category', 'search')),
  key text NOT NULL,
  -- False if the member has unfollowed it, so that writing does not follow it again.
  active boolean NOT NULL DEFAULT true,
  -- Whether it was followed because the member wrote about it.
  automatic boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, kind, key)
);

-- The followers of a thing, in the order in which they are notified.
CREATE INDEX follows_followers ON follows (kind, key, user_id) WHERE active;
CREATE INDEX follows_newest ON follows (user_id, created_at DESC, kind, key) WHERE active;

-- The content of notices: one row for each thing that happened. IDs only; texts and names stay with their owners.
CREATE TABLE occurrences (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Identifies the occurrence, for example `comment:` and the comment's ID, however often its event is delivered.
  name text NOT NULL UNIQUE,
  submission_id text,
  comment_id uuid,
  -- The member who caused it. They get no notice of it.
  actor_id uuid,
  outcome text,
  reason_code text,
  milestone_kind text,
  milestone_value bigint,
  -- Whether its fan-outs have been queued.
  followers_queued boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX occurrences_old ON occurrences (created_at);
CREATE INDEX occurrences_submission ON occurrences (submission_id, id);
CREATE INDEX occurrences_actor ON occurrences (actor_id) WHERE actor_id IS NOT NULL;

-- A member gets at most one notice of an occurrence. Without a foreign key: it would be checked 100,000 times for an
-- occurrence with 100,000 followers. Housekeeping deletes the notices of an occurrence before the occurrence.
CREATE TABLE notices (
  user_id uuid NOT NULL,
  occurrence_id bigint NOT NULL,
  kind text NOT NULL,
  -- The thing that the member follows, for a notice that came to its followers.
  follow_kind text,
  follow_key text,
  read boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, occurrence_id)
);

CREATE INDEX notices_unread ON notices (user_id, occurrence_id) WHERE NOT read;
CREATE INDEX notices_occurrence ON notices (occurrence_id);

-- Occurrences whose followers have not all been notified. Any instance may continue after `last_follower`.
CREATE TABLE fan_outs (
  occurrence_id bigint NOT NULL REFERENCES occurrences (id),
  follow_kind text NOT NULL,
  follow_key text NOT NULL,
  -- The kind of their notices; null if they get none.
  kind text,
  -- The submission or business that the followed one was merged into, which they follow from now on.
  also_follow text,
  last_follower uuid,
  -- The fan-out that waited longest is next.
  served_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (occurrence_id, follow_kind, follow_key)
);

CREATE INDEX fan_outs_next ON fan_outs (served_at);

-- New submissions that have not been compared with all followed searches. Any instance may continue after `last_key`.
CREATE TABLE search_comparisons (
  occurrence_id bigint PRIMARY KEY REFERENCES occurrences (id),
  submission_id text NOT NULL,
  last_key text NOT NULL DEFAULT '',
  -- Later after a failure of catalog.
  not_before timestamptz NOT NULL DEFAULT now()
);

-- Members who want no notices of what another member does, as catalog reports them.
CREATE TABLE mutes (
  user_id uuid NOT NULL,
  muted_id uuid NOT NULL,
  -- False if the mute has ended; kept, so that a late event of an earlier version changes nothing.
  muted boolean NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (user_id, muted_id)
);

CREATE INDEX mutes_muted ON mutes (muted_id);
