-- Documents whose parsing takes long, for as long as it does. A row that a run finds at its start was
-- left by a process that died over the document, which is then set aside.
CREATE TABLE being_parsed (
  source_id    TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  path         TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  PRIMARY KEY (source_id, path)
) STRICT, WITHOUT ROWID;
