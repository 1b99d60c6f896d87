-- Links that the service offers below an answer, as JSON: documents and the address of the support
-- (docs/behaviour.md#links).
ALTER TABLE messages ADD COLUMN links TEXT NOT NULL DEFAULT '[]';

-- What happened in a turn, as JSON (docs/behaviour.md#traces). A row is deleted with its answer,
-- and after 30 days.
CREATE TABLE traces (
  answer_id       TEXT PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  created_at      TEXT NOT NULL,
  trace           TEXT NOT NULL
) STRICT;
CREATE INDEX traces_by_age ON traces (created_at);

-- How an assistant behaves; an assistant without a row has the defaults
-- (docs/behaviour.md#behaviour-of-an-assistant).
CREATE TABLE behaviours (
  assistant_id TEXT PRIMARY KEY REFERENCES assistants (id),
  revision     INTEGER NOT NULL,
  strictness   TEXT NOT NULL CHECK (strictness IN ('strict', 'balanced', 'open')),
  follow_ups   INTEGER NOT NULL CHECK (follow_ups IN (0, 1)),
  greeting     TEXT,
  declined     TEXT
) STRICT;

-- Questions that were small talk, asked back or answered by a curated answer
-- (docs/behaviour.md#usage).
ALTER TABLE usage ADD COLUMN small_talk INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage ADD COLUMN clarifications INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage ADD COLUMN curated INTEGER NOT NULL DEFAULT 0;
