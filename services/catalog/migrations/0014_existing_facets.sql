-- In a file of its own: the triggers of 0012 are in effect, and no lock on `submissions` delays a vote.
INSERT INTO submission_facets (submission_id, approved, category, country, business_id, created_at)
SELECT id, approved, category, country, business_id, created_at FROM submissions ORDER BY id
ON CONFLICT (submission_id) DO NOTHING;
