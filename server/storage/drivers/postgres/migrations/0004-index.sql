-- The state of a collection's index of words (docs/architecture.md#the-search-index). `length` sums
-- the lengths of its passages in terms, `postings` counts what fresh_postings and posting_blocks
-- hold, `erased` the passages whose postings are still there. `revision` grows with each change of
-- passages, `blocks_revision` with each change of posting_blocks, `generation` with each purge.
-- fold_until and fold_after tell how far fresh postings are folded into blocks, and the columns of
-- a purge how far blocks are rewritten without erased passages. Who changes the index locks this
-- row first.
CREATE TABLE search_indexes (
  organization_id text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  passages        bigint NOT NULL DEFAULT 0,
  length          bigint NOT NULL DEFAULT 0,
  postings        bigint NOT NULL DEFAULT 0,
  erased          bigint NOT NULL DEFAULT 0,
  revision        bigint NOT NULL DEFAULT 0,
  blocks_revision bigint NOT NULL DEFAULT 0,
  generation      bigint NOT NULL DEFAULT 0,
  fold_until      bigint,
  fold_after      text COLLATE "C",
  purge_erased    bigint,
  purge_term      text COLLATE "C",
  purge_first     bigint,
  -- Rows of fresh_postings, and the last number that was given to a row of vocabulary.
  batches         integer NOT NULL DEFAULT 0,
  last_row        bigint NOT NULL DEFAULT 0,
  -- Whether what it holds is to be erased, because it may be damaged (`svc reindex`).
  reset           smallint NOT NULL DEFAULT 0 CHECK (reset IN (0, 1)),
  -- While passages are indexed anew: those up to the key `rebuild_done` are, of all up to
  -- `rebuild_until`; otherwise NULL.
  rebuild_done    bigint,
  rebuild_until   bigint,
  PRIMARY KEY (organization_id, collection_id),
  FOREIGN KEY (organization_id, collection_id) REFERENCES collections (organization_id, id)
    ON DELETE CASCADE
) WITH (fillfactor = 50);

INSERT INTO search_indexes (organization_id, collection_id)
SELECT organization_id, id FROM collections;

-- The postings of passages that were stored together, until they are folded into blocks; `id` is
-- the key of the first of them.
CREATE TABLE fresh_postings (
  organization_id text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  id              bigint NOT NULL,
  terms           text COLLATE "C" NOT NULL,
  body            bytea NOT NULL,
  PRIMARY KEY (organization_id, collection_id, id)
);
ALTER TABLE fresh_postings ALTER COLUMN terms SET STORAGE EXTERNAL;
ALTER TABLE fresh_postings ALTER COLUMN body SET STORAGE EXTERNAL;

-- The passages that hold a term, in ascending order; `first` is the key of the first of `n`.
CREATE TABLE posting_blocks (
  organization_id text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  term            text COLLATE "C" NOT NULL,
  first           bigint NOT NULL,
  n               integer NOT NULL,
  body            bytea NOT NULL,
  PRIMARY KEY (organization_id, collection_id, term, first)
);

-- The length of each passage in terms, 256 to a row, two bytes each; 0 where there is none.
CREATE TABLE passage_lengths (
  organization_id text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  page            integer NOT NULL,
  revision        bigint NOT NULL,
  body            bytea NOT NULL,
  PRIMARY KEY (organization_id, collection_id, page)
);
CREATE INDEX passage_lengths_changed
  ON passage_lengths (organization_id, collection_id, revision);

-- The terms of a collection that have blocks, in which misspelt words are looked up; separated by
-- spaces. Those of other generations than that of the index are not current.
CREATE TABLE vocabulary (
  organization_id text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  generation      bigint NOT NULL,
  id              bigint NOT NULL,
  terms           text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, collection_id, generation, id)
);

-- Vectors as they are compared: 32-bit floats, one after the other, least significant byte first.
CREATE TABLE passage_vectors (
  organization_id text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  key             bigint NOT NULL,
  embedding       bytea NOT NULL,
  PRIMARY KEY (organization_id, collection_id, key)
);
ALTER TABLE passage_vectors ALTER COLUMN embedding SET STORAGE EXTERNAL;
