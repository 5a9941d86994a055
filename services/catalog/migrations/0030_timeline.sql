-- The timelines of submissions. 'proposed' is no row: it is the creation of the submission.
CREATE TABLE occurrences (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  submission_id text COLLATE "C" NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN (
    'milestone', 'response-requested', 'response', 'update', 'status', 'merge', 'boost', 'decision'
  )),
  at timestamptz(3) NOT NULL,
  -- The fields of the entry that depend on its kind. They hold nothing that is not public, and no account.
  details jsonb NOT NULL,
  -- Of entries that occur once in a timeline for each key.
  key text COLLATE "C"
);
CREATE INDEX occurrences_of ON occurrences (submission_id, at DESC, id DESC);
CREATE UNIQUE INDEX one_occurrence ON occurrences (submission_id, kind, key) WHERE key IS NOT NULL;

-- Events in the lives of submissions that members have reported.
CREATE TABLE updates (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  submission_id text COLLATE "C" NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  -- NULL after the account was deleted.
  reporter_id uuid REFERENCES authors (id) ON DELETE SET NULL,
  happened_on date NOT NULL,
  content text NOT NULL,
  -- The address of a page that proves it.
  source text NOT NULL,
  -- The status that it reports; NULL if the status stays.
  status text CHECK (status IN ('active', 'met', 'partly-met', 'ended')),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'declined', 'withdrawn')),
  -- The status before it was confirmed.
  previous_status text,
  -- The administrator's note for the reporter.
  note text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  decided_at timestamptz(3),
  CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE INDEX updates_open ON updates (created_at, id) WHERE state = 'open';
CREATE INDEX updates_decided ON updates (decided_at DESC, id) WHERE state <> 'open';
CREATE INDEX updates_of ON updates (submission_id, created_at DESC, id);
CREATE INDEX updates_by_reporter ON updates (reporter_id, created_at DESC, id);
CREATE INDEX updates_of_outcomes ON updates (happened_on DESC, id)
  WHERE state = 'confirmed' AND status IN ('met', 'partly-met');

-- Results of moderation decisions about updates. A repeated call returns the same response.
CREATE TABLE applied_update_decisions (
  decision_id uuid PRIMARY KEY,
  update_id uuid NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);

-- The submissions whose status depends on time: those that are active, responded or stale. A job looks at each when it
-- is due.
CREATE TABLE status_checks (
  submission_id text COLLATE "C" PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
  -- Every change of a submission increases its version. A version that differs from the known one is something new.
  version bigint NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  due_at timestamptz(3) NOT NULL,
  -- The status to which a stale submission returns.
  former_status text
);
CREATE INDEX status_checks_due ON status_checks (due_at, submission_id);
