-- Answers that people wrote (docs/behaviour.md#curated-answers). Questions and links are JSON
-- lists; assistant_ids is one too, or NULL for all assistants.
CREATE TABLE curated_answers (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  questions       TEXT NOT NULL,
  text            TEXT NOT NULL,
  links           TEXT NOT NULL,
  assistant_ids   TEXT,
  valid_until     TEXT,
  enabled         INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  revision        INTEGER NOT NULL,
  used_count      INTEGER NOT NULL DEFAULT 0,
  last_used_at    TEXT,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL
) STRICT;
CREATE INDEX curated_answers_listed ON curated_answers (organization_id, created_at, id);
