-- Questions that sections of documents answer (docs/behaviour.md#questions-of-sections). `section`
-- is the anchor of its passages, NULL the whole document. `words` is the SHA-256 of the analysed
-- words, `terms` a JSON list with the terms of each. `embedding` is a vector as in vector_sets, in
-- base64, made for the set `set_number` of the collection; 0: for none yet, and without an
-- embedding the model of the set has none that is used.
CREATE TABLE section_questions (
  organization_id TEXT NOT NULL,
  id              TEXT NOT NULL,
  collection_id   TEXT NOT NULL,
  document_id     TEXT NOT NULL,
  section         TEXT,
  text            TEXT NOT NULL,
  language        TEXT NOT NULL,
  origin          TEXT NOT NULL CHECK (origin IN ('owner', 'visitors', 'model')),
  asked_count     INTEGER NOT NULL,
  needs_look      INTEGER NOT NULL,
  words           TEXT NOT NULL,
  terms           TEXT NOT NULL,
  set_number      INTEGER NOT NULL,
  embedding       TEXT,
  created_at      TEXT NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id)
    ON DELETE CASCADE
) STRICT;
CREATE UNIQUE INDEX section_questions_once
  ON section_questions (organization_id, document_id, coalesce(section, ''), words);
CREATE INDEX section_questions_in_order ON section_questions (organization_id, created_at, id);
CREATE INDEX section_questions_of_collection
  ON section_questions (organization_id, collection_id, set_number);

-- What was deleted, by its words, so that it does not come back by itself.
CREATE TABLE forgotten_questions (
  organization_id TEXT NOT NULL,
  document_id     TEXT NOT NULL,
  words           TEXT NOT NULL,
  PRIMARY KEY (organization_id, document_id, words),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id)
    ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Questions that a provisioning file declares, applied when their document is read.
CREATE TABLE declared_questions (
  organization_id TEXT NOT NULL,
  collection_id   TEXT NOT NULL,
  position        INTEGER NOT NULL,
  path            TEXT NOT NULL,
  section         TEXT,
  text            TEXT NOT NULL,
  PRIMARY KEY (organization_id, collection_id, position),
  FOREIGN KEY (organization_id, collection_id) REFERENCES collections (organization_id, id)
    ON DELETE CASCADE
) STRICT;

-- How a collection comes to questions; without a row as the defaults of the contract say.
CREATE TABLE readings (
  organization_id     TEXT NOT NULL,
  collection_id       TEXT NOT NULL,
  revision            INTEGER NOT NULL,
  question_model      TEXT,
  learn_from_visitors INTEGER NOT NULL,
  PRIMARY KEY (organization_id, collection_id),
  FOREIGN KEY (organization_id, collection_id) REFERENCES collections (organization_id, id)
    ON DELETE CASCADE
) STRICT;
