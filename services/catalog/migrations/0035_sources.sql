-- Addresses of sources and of archived copies, with their latest check (evidence.link-checked).
CREATE TABLE links (
  -- SHA-256 of the address in base64url, because an index entry could not hold a long address.
  key text COLLATE "C" PRIMARY KEY,
  address text NOT NULL,
  state text,
  title text,
  checked_at timestamptz(3),
  -- Of the event with the check.
  version bigint NOT NULL DEFAULT 0
);

-- The links in the sources of submissions, and what their authors say about them.
CREATE TABLE sources (
  submission_id text COLLATE "C" NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  link_key text COLLATE "C" NOT NULL REFERENCES links (key),
  -- In the text. Null if the text does not have the link any more; the details return with it.
  position smallint,
  title text,
  publisher text,
  kind text,
  shows text,
  archive_key text COLLATE "C" REFERENCES links (key),
  edited_at timestamptz(3),
  PRIMARY KEY (submission_id, link_key)
);

CREATE INDEX sources_link ON sources (link_key);
CREATE INDEX sources_archive ON sources (archive_key) WHERE archive_key IS NOT NULL;

-- Former details.
CREATE TABLE source_versions (
  submission_id text COLLATE "C" NOT NULL,
  link_key text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  title text,
  publisher text,
  kind text,
  shows text,
  archive text,
  -- Null for those without details.
  written_at timestamptz(3),
  PRIMARY KEY (submission_id, link_key, number),
  FOREIGN KEY (submission_id, link_key) REFERENCES sources ON DELETE CASCADE
);

-- Submissions whose rows in `sources` do not follow their text yet. The row is locked while they are written.
CREATE TABLE source_syncs (
  submission_id text COLLATE "C" PRIMARY KEY,
  queued_at timestamptz NOT NULL DEFAULT now()
);

-- Versions of catalog.sources-changed.
CREATE SEQUENCE sources_version;

CREATE FUNCTION queue_source_sync() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  -- The update locks a row that is there: a worker would read the text before this change otherwise.
  INSERT INTO source_syncs VALUES (NEW.id)
  ON CONFLICT (submission_id) DO UPDATE SET queued_at = now();
  RETURN NULL;
END $$;

-- Neither is in a statement that casts votes.
CREATE TRIGGER sources_added AFTER INSERT ON submissions
  FOR EACH ROW WHEN (NEW.sources IS NOT NULL) EXECUTE FUNCTION queue_source_sync();
CREATE TRIGGER sources_edited AFTER UPDATE OF sources, approved ON submissions
  FOR EACH ROW WHEN ((NEW.sources, NEW.approved) IS DISTINCT FROM (OLD.sources, OLD.approved))
  EXECUTE FUNCTION queue_source_sync();

-- The service attaches existing submissions in the background.
INSERT INTO source_syncs (submission_id)
SELECT id FROM submissions WHERE sources IS NOT NULL ON CONFLICT DO NOTHING;
