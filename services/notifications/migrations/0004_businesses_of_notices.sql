-- The business of a decided suggestion.
ALTER TABLE occurrences ADD COLUMN business_id text;
