-- The entries of the queue on which an administrator works now, for the others. One row for each administrator.
CREATE TABLE open_entries (
  admin_id uuid PRIMARY KEY,
  username text NOT NULL,
  ids text[] NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
