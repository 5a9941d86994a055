-- The merge that the acceptance of a suggestion made.
ALTER TABLE suggestions ADD COLUMN merge_id uuid REFERENCES business_merges (id);
