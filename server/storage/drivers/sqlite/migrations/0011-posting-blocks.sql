-- The words of each collection in posting blocks, instead of two full-text tables for each. A
-- passage's key is its rowid, `collection` is collections.number
-- (docs/architecture.md#the-search-index). The full-text tables of an existing database are dropped
-- when its new index is built.

-- The state of a collection's index. `length` sums the lengths of its passages in terms, `postings`
-- counts what fresh_postings and posting_blocks hold, `erased` the passages whose postings are
-- still there. `revision` grows with each change of passages, `blocks_revision` with each change of
-- posting_blocks, `generation` with each purge. fold_until and fold_after tell how far fresh
-- postings are folded into blocks, and the columns of a purge how far blocks are rewritten without
-- erased passages.
CREATE TABLE search_indexes (
  collection      INTEGER PRIMARY KEY REFERENCES collections (number),
  passages        INTEGER NOT NULL DEFAULT 0,
  length          INTEGER NOT NULL DEFAULT 0,
  postings        INTEGER NOT NULL DEFAULT 0,
  erased          INTEGER NOT NULL DEFAULT 0,
  revision        INTEGER NOT NULL DEFAULT 0,
  blocks_revision INTEGER NOT NULL DEFAULT 0,
  generation      INTEGER NOT NULL DEFAULT 0,
  fold_until      INTEGER,
  fold_after      TEXT,
  purge_erased    INTEGER,
  purge_term      TEXT,
  purge_first     INTEGER
) STRICT;

-- The passages that hold a term, in ascending order; `first` is the key of the first of `n`.
CREATE TABLE posting_blocks (
  collection INTEGER NOT NULL,
  term       TEXT NOT NULL,
  first      INTEGER NOT NULL,
  n          INTEGER NOT NULL,
  body       BLOB NOT NULL,
  PRIMARY KEY (collection, term, first)
) STRICT, WITHOUT ROWID;

-- The postings of passages that were stored together, until they are folded into blocks.
CREATE TABLE fresh_postings (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  collection INTEGER NOT NULL,
  terms      TEXT NOT NULL,
  body       BLOB NOT NULL
) STRICT;
CREATE INDEX fresh_postings_of ON fresh_postings (collection);

-- The length of each passage in terms, 256 to a row, two bytes each; 0 where there is none.
CREATE TABLE passage_lengths (
  collection INTEGER NOT NULL,
  page       INTEGER NOT NULL,
  revision   INTEGER NOT NULL,
  body       BLOB NOT NULL,
  PRIMARY KEY (collection, page)
) STRICT, WITHOUT ROWID;
CREATE INDEX passage_lengths_changed ON passage_lengths (collection, revision);

-- The terms of a collection that have blocks, in which misspelt words are looked up; separated by
-- spaces. Those of other generations than that of the index are not current.
CREATE TABLE vocabulary (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  collection INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  terms      TEXT NOT NULL
) STRICT;
CREATE INDEX vocabulary_of ON vocabulary (collection, generation);

INSERT INTO search_indexes (collection) SELECT number FROM collections;

-- While a row exists, the passages from before this migration are being indexed: those up to the
-- key `done` are, of all up to `until`.
CREATE TABLE index_rebuild (
  done  INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;

INSERT INTO index_rebuild (done, until)
SELECT 0, max(rowid) FROM passages HAVING max(rowid) IS NOT NULL;
