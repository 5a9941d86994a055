-- A page of the feed is read in the index of its order alone, with the version of each row. The new ones are
-- made before the old ones go, so that reads wait for no more than the renaming.
CREATE INDEX submissions_hot_first ON submissions (hot DESC, id) INCLUDE (version) WHERE approved;
CREATE INDEX submissions_new_first ON submissions (created_at DESC, id) INCLUDE (version)
  WHERE approved;
CREATE INDEX submissions_top_first ON submissions ((score + super_boost) DESC, created_at DESC, id)
  INCLUDE (score, super_boost, version) WHERE approved;
DROP INDEX submissions_hot;
DROP INDEX submissions_new;
DROP INDEX submissions_top;
ALTER INDEX submissions_hot_first RENAME TO submissions_hot;
ALTER INDEX submissions_new_first RENAME TO submissions_new;
ALTER INDEX submissions_top_first RENAME TO submissions_top;

-- What is shown of a submission follows from its row, which has a version, and from what stands around it:
-- the name of its author and whether activity is unusual. This counts how often any of that has changed.
INSERT INTO counters (name, value) VALUES ('surroundings', 0);

CREATE FUNCTION count_surroundings() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'surroundings';
  RETURN NULL;
END $$;

CREATE TRIGGER count_renaming AFTER UPDATE OF username ON authors
  FOR EACH ROW WHEN (NEW.username <> OLD.username) EXECUTE FUNCTION count_surroundings();
CREATE TRIGGER count_marking AFTER INSERT ON unusual_activity
  FOR EACH ROW WHEN (NEW.shows) EXECUTE FUNCTION count_surroundings();
CREATE TRIGGER count_change_of_mark AFTER UPDATE ON unusual_activity
  FOR EACH ROW WHEN (NEW.shows <> OLD.shows) EXECUTE FUNCTION count_surroundings();
CREATE TRIGGER count_unmarking AFTER DELETE ON unusual_activity
  FOR EACH ROW WHEN (OLD.shows) EXECUTE FUNCTION count_surroundings();
-- Whatever changes a row without a new version, as the end of its author's row does.
CREATE TRIGGER count_change_of_row AFTER UPDATE ON submissions
  FOR EACH ROW WHEN (NEW.version = OLD.version) EXECUTE FUNCTION count_surroundings();
