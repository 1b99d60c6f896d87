-- What a passage keeps of the structure of its page (docs/architecture.md#knowledge). Of passages
-- that were read before, all of it is NULL but `anchor`, which says their headings as one text and
-- is NULL for the others.

-- Which section of its document it is cut from. `headings` is a JSON list of texts, from the
-- outermost, `page` that of the document, from 1, `role` what the section is for, and `blocks` a
-- JSON list of the blocks of the text: for each its kind, where it begins and ends in UTF-16 units,
-- and what else is known of it.
ALTER TABLE passages ADD COLUMN section text COLLATE "C";
ALTER TABLE passages ADD COLUMN headings text COLLATE "C";
ALTER TABLE passages ADD COLUMN page integer;
ALTER TABLE passages ADD COLUMN role text COLLATE "C";
ALTER TABLE passages ADD COLUMN blocks text COLLATE "C";

-- What the document says that it is about, beside its text, or NULL; and the version of the reader
-- that made its passages (`READING_VERSION`), 0 for one from before versions were stored.
ALTER TABLE documents ADD COLUMN description text COLLATE "C";
ALTER TABLE documents ADD COLUMN reading integer NOT NULL DEFAULT 0;
CREATE INDEX documents_by_reading ON documents (organization_id, reading, source_id, passage_count);

-- The passages that stored answers cite, so that their text stays while a message names them
-- (docs/behaviour.md#citations).
CREATE TABLE cited_passages (
  organization_id text COLLATE "C" NOT NULL,
  answer_id       text COLLATE "C" NOT NULL,
  passage_id      text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, answer_id, passage_id),
  FOREIGN KEY (organization_id, answer_id)
    REFERENCES messages (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX cited_passages_by_id ON cited_passages (organization_id, passage_id);

INSERT INTO cited_passages (organization_id, answer_id, passage_id)
SELECT organization_id, id, cited.citation ->> 'source_id'
  FROM messages, jsonb_array_elements(messages.citations::jsonb) AS cited (citation)
 WHERE citations <> '[]' AND cited.citation ->> 'source_id' IS NOT NULL
ON CONFLICT DO NOTHING;

-- Cited passages that a sync has replaced or found gone, as they were.
CREATE TABLE past_passages (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  source_id       text COLLATE "C" NOT NULL,
  document_id     text COLLATE "C" NOT NULL,
  title           text COLLATE "C" NOT NULL,
  anchor          text COLLATE "C",
  headings        text COLLATE "C",
  page            integer,
  url             text COLLATE "C",
  text            text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id)
    ON DELETE CASCADE
);
CREATE INDEX past_passages_of_document ON past_passages (organization_id, source_id, document_id);
