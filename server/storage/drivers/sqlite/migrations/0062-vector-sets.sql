-- Sets of vectors of a collection's passages, each made by one embedding model. The set that is
-- `serving` is searched, one that is `building` is filled beside it until it takes its place, and
-- one that is `dropped` is erased in the background. `number` counts the sets of a collection.
-- One that is building has the vectors of the passages up to the key `built`.
-- The vectors of a set are in a table of their own, vectors_<number of the collection>_<number>:
-- a signed byte for each dimension, scaled so that the largest is 127 or -127. These tables are
-- made beside this file, from vectors_<number of the collection> (drivers/sqlite/vector-tables.ts).
CREATE TABLE vector_sets (
  organization_id TEXT NOT NULL,
  collection_id   TEXT NOT NULL,
  number          INTEGER NOT NULL,
  embedding_model TEXT NOT NULL,
  dimensions      INTEGER NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('serving', 'building', 'dropped')),
  built           INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, collection_id, number),
  FOREIGN KEY (organization_id, collection_id) REFERENCES collections (organization_id, id)
    ON DELETE CASCADE
) STRICT;

INSERT INTO vector_sets (organization_id, collection_id, number, embedding_model, dimensions, state)
SELECT organization_id, id, 1, embedding_model, embedding_dimensions, 'serving' FROM collections;

-- The vectors of parts of a passage's text (windows), one after the other, in the same form.
CREATE TABLE passage_windows (
  organization_id TEXT NOT NULL,
  collection_id   TEXT NOT NULL,
  set_number      INTEGER NOT NULL,
  key             INTEGER NOT NULL,
  windows         BLOB NOT NULL,
  PRIMARY KEY (organization_id, collection_id, set_number, key)
) STRICT;

-- Moves of collections to another embedding. One that runs has a building set of each of its
-- collections, and is worked on by the owner of its lease. passages_total and passages_done are
-- those of its end.
CREATE TABLE embedding_moves (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  -- A JSON list.
  collection_ids  TEXT NOT NULL,
  embedding_model TEXT NOT NULL,
  dimensions      INTEGER NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('running', 'succeeded', 'failed', 'cancelled')),
  error_code      TEXT,
  passages_total  INTEGER NOT NULL DEFAULT 0,
  passages_done   INTEGER NOT NULL DEFAULT 0,
  created_at      TEXT NOT NULL,
  finished_at     TEXT,
  owner           TEXT,
  lease_until     TEXT,
  PRIMARY KEY (organization_id, id)
) STRICT;
CREATE INDEX embedding_moves_running ON embedding_moves (organization_id, status)
  WHERE status = 'running';
