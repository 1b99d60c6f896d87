-- What visitors opened of answers: a citation by its ordinal, a link by its place, from 1.
CREATE TABLE openings (
  organization_id TEXT NOT NULL,
  answer_id       TEXT NOT NULL,
  kind            TEXT NOT NULL CHECK (kind IN ('citation', 'link')),
  place           INTEGER NOT NULL,
  opened_at       TEXT NOT NULL,
  PRIMARY KEY (organization_id, answer_id, kind, place),
  FOREIGN KEY (organization_id, answer_id) REFERENCES messages (organization_id, id)
    ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

ALTER TABLE usage ADD COLUMN opened INTEGER NOT NULL DEFAULT 0;
