-- What a passage keeps of the structure of its page (docs/architecture.md#knowledge). Of passages
-- that were read before, all of it is NULL but `anchor`, which says their headings as one text and
-- is NULL for the others.

-- Which section of its document it is cut from; a JSON list of texts, from the outermost; the page
-- of the document, from 1; what the section is for; and a JSON list of the blocks of the text: for
-- each its kind, where it begins and ends in UTF-16 units, and what else is known of it.
ALTER TABLE passage_texts ADD COLUMN section TEXT;
ALTER TABLE passage_texts ADD COLUMN headings TEXT;
ALTER TABLE passage_texts ADD COLUMN page INTEGER;
ALTER TABLE passage_texts ADD COLUMN role TEXT;
ALTER TABLE passage_texts ADD COLUMN blocks TEXT;

-- What the document says that it is about, beside its text, or NULL; and the version of the reader
-- that made its passages (`READING_VERSION`), 0 for one from before versions were stored.
ALTER TABLE documents ADD COLUMN description TEXT;
ALTER TABLE documents ADD COLUMN reading INTEGER NOT NULL DEFAULT 0;
CREATE INDEX documents_by_reading ON documents (organization_id, reading, source_id, passage_count);

-- The passages that stored answers cite, so that their text stays while a message names them
-- (docs/behaviour.md#citations).
CREATE TABLE cited_passages (
  organization_id TEXT NOT NULL,
  answer_id       TEXT NOT NULL,
  passage_id      TEXT NOT NULL,
  PRIMARY KEY (organization_id, answer_id, passage_id),
  FOREIGN KEY (organization_id, answer_id)
    REFERENCES messages (organization_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX cited_passages_by_id ON cited_passages (organization_id, passage_id);

INSERT OR IGNORE INTO cited_passages (organization_id, answer_id, passage_id)
SELECT organization_id, messages.id, value ->> 'source_id'
  FROM messages, json_each(citations)
 WHERE citations <> '[]' AND value ->> 'source_id' IS NOT NULL;

-- Cited passages that a sync has replaced or found gone, as they were.
CREATE TABLE past_passages (
  organization_id TEXT NOT NULL,
  id              TEXT NOT NULL,
  collection_id   TEXT NOT NULL,
  source_id       TEXT NOT NULL,
  document_id     TEXT NOT NULL,
  title           TEXT NOT NULL,
  anchor          TEXT,
  headings        TEXT,
  page            INTEGER,
  url             TEXT,
  text            TEXT NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, source_id)
    REFERENCES sources (organization_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX past_passages_of_document ON past_passages (organization_id, source_id, document_id);
