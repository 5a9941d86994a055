-- Since when an operator wants no more to be done about it.
ALTER TABLE dead_letters ADD COLUMN dismissed_at timestamptz;
