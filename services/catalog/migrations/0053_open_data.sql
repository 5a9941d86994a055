-- When the next snapshot of the open data is due: at 02:00 UTC. The instance that takes it locks this row until it has
-- ended.
CREATE TABLE snapshot_schedule (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  due_at timestamptz NOT NULL
);

CREATE FUNCTION next_snapshot_at() RETURNS timestamptz LANGUAGE sql STABLE
RETURN (
  date_trunc('day', now() AT TIME ZONE 'UTC' - interval '2 hours') + interval '26 hours'
) AT TIME ZONE 'UTC';

INSERT INTO snapshot_schedule (due_at) VALUES (next_snapshot_at());

-- The public part of the moderation log, as moderation sends it.
CREATE TABLE public_decisions (
  position bigint PRIMARY KEY,
  entry jsonb NOT NULL
);
