-- Questions that sections of documents answer (docs/behaviour.md#questions-of-sections). `section`
-- is the anchor of its passages, NULL the whole document. `words` is the SHA-256 of the analysed
-- words, `terms` a JSON list with the terms of each. `embedding` is a vector as in vector_sets, in
-- base64, made for the set `set_number` of the collection; 0: for none yet, and without an
-- embedding the model of the set has none that is used.
CREATE TABLE section_questions (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  document_id     text COLLATE "C" NOT NULL,
  section         text COLLATE "C",
  text            text COLLATE "C" NOT NULL,
  language        text COLLATE "C" NOT NULL,
  origin          text COLLATE "C" NOT NULL CHECK (origin IN ('owner', 'visitors', 'model')),
  asked_count     integer NOT NULL,
  needs_look      integer NOT NULL,
  words           text COLLATE "C" NOT NULL,
  terms           text COLLATE "C" NOT NULL,
  set_number      integer NOT NULL,
  embedding       text COLLATE "C",
  created_at      text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id)
    ON DELETE CASCADE
);
CREATE UNIQUE INDEX section_questions_once
  ON section_questions (organization_id, document_id, coalesce(section, ''), words);
CREATE INDEX section_questions_in_order ON section_questions (organization_id, created_at, id);
CREATE INDEX section_questions_of_collection
  ON section_questions (organization_id, collection_id, set_number);

-- What was deleted, by its words, so that it does not come back by itself.
CREATE TABLE forgotten_questions (
  organization_id text COLLATE "C" NOT NULL,
  document_id     text COLLATE "C" NOT NULL,
  words           text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, document_id, words),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id)
    ON DELETE CASCADE
);

-- Questions that a provisioning file declares, applied when their document is read.
CREATE TABLE declared_questions (
  organization_id text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  position        integer NOT NULL,
  path            text COLLATE "C" NOT NULL,
  section         text COLLATE "C",
  text            text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, collection_id, position),
  FOREIGN KEY (organization_id, collection_id) REFERENCES collections (organization_id, id)
    ON DELETE CASCADE
);

-- How a collection comes to questions; without a row as the defaults of the contract say.
CREATE TABLE readings (
  organization_id     text COLLATE "C" NOT NULL,
  collection_id       text COLLATE "C" NOT NULL,
  revision            integer NOT NULL,
  question_model      text COLLATE "C",
  learn_from_visitors integer NOT NULL,
  PRIMARY KEY (organization_id, collection_id),
  FOREIGN KEY (organization_id, collection_id) REFERENCES collections (organization_id, id)
    ON DELETE CASCADE
);
