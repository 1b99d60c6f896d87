-- Documents whose parsing takes long, while it lasts. A row that a run finds at its start was left
-- by a process that died while parsing the document, which is then skipped.
CREATE TABLE being_parsed (
  source_id    TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  path         TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  PRIMARY KEY (source_id, path)
) STRICT, WITHOUT ROWID;
