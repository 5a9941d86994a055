-- What new accounts of a mailbox have written since then, for a day. Beside the texts and not counted from
-- them, so that it outlives the account.
CREATE TABLE first_day_writings (
  voter_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('submissions', 'comments')),
  since timestamptz NOT NULL DEFAULT now(),
  written integer NOT NULL,
  PRIMARY KEY (voter_id, kind)
);
