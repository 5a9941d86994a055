-- Addresses such as `https://en.wikipedia.org/wiki/Blackfish_(film)` were rows without their closing bracket. The
-- service writes the rows of these submissions again.
INSERT INTO source_syncs (submission_id)
SELECT id FROM submissions WHERE sources ~* 'https?://\S*[([{]' ON CONFLICT DO NOTHING;
