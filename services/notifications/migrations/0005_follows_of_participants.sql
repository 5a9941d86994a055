-- Whether joining a boycott follows it.
ALTER TABLE members ADD COLUMN follows_when_joining boolean NOT NULL DEFAULT true;
