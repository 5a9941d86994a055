-- The display of a submission depends on its row, which has a version, on the name of its author and on the
-- mark of unusual activity. The display revision counts the changes that no version shows. Cached JSON is
-- valid for one version and one revision.
INSERT INTO counters (name, value) VALUES ('display_revision', 0);

CREATE FUNCTION increase_display_revision() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'display_revision';
  RETURN NULL;
END $$;

CREATE TRIGGER author_renamed AFTER UPDATE OF username ON authors
  FOR EACH ROW WHEN (NEW.username <> OLD.username) EXECUTE FUNCTION increase_display_revision();
CREATE TRIGGER mark_inserted AFTER INSERT ON unusual_activity
  FOR EACH ROW WHEN (NEW.shows) EXECUTE FUNCTION increase_display_revision();
CREATE TRIGGER mark_changed AFTER UPDATE ON unusual_activity
  FOR EACH ROW WHEN (NEW.shows <> OLD.shows) EXECUTE FUNCTION increase_display_revision();
CREATE TRIGGER mark_deleted AFTER DELETE ON unusual_activity
  FOR EACH ROW WHEN (OLD.shows) EXECUTE FUNCTION increase_display_revision();
-- Changes without a new version, such as the deletion of the author.
CREATE TRIGGER row_changed_without_version AFTER UPDATE ON submissions
  FOR EACH ROW WHEN (NEW.version = OLD.version) EXECUTE FUNCTION increase_display_revision();
