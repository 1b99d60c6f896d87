-- Sets of vectors of a collection's passages, each made by one embedding model. The set that is
-- `serving` is searched, one that is `building` is filled beside it until it takes its place, and
-- one that is `dropped` is erased in the background. `number` counts the sets of a collection.
-- One that is building has the vectors of the passages up to the key `built`.
CREATE TABLE vector_sets (
  organization_id text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  number          integer NOT NULL,
  embedding_model text COLLATE "C" NOT NULL,
  dimensions      integer NOT NULL,
  state           text COLLATE "C" NOT NULL CHECK (state IN ('serving', 'building', 'dropped')),
  built           bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, collection_id, number),
  FOREIGN KEY (organization_id, collection_id) REFERENCES collections (organization_id, id)
    ON DELETE CASCADE
);

INSERT INTO vector_sets (organization_id, collection_id, number, embedding_model, dimensions, state)
SELECT organization_id, id, 1, embedding_model, embedding_dimensions, 'serving' FROM collections;

-- Vectors as they are compared: a signed byte for each dimension, scaled so that the largest is 127
-- or -127. Those in passage_vectors, of earlier versions, are converted in the background.
CREATE TABLE set_vectors (
  organization_id text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  set_number      integer NOT NULL,
  key             bigint NOT NULL,
  embedding       bytea NOT NULL,
  PRIMARY KEY (organization_id, collection_id, set_number, key)
);
ALTER TABLE set_vectors ALTER COLUMN embedding SET STORAGE EXTERNAL;

-- The vectors of parts of a passage's text (windows), one after the other, in the same form.
CREATE TABLE passage_windows (
  organization_id text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  set_number      integer NOT NULL,
  key             bigint NOT NULL,
  windows         bytea NOT NULL,
  PRIMARY KEY (organization_id, collection_id, set_number, key)
);
ALTER TABLE passage_windows ALTER COLUMN windows SET STORAGE EXTERNAL;

-- Moves of collections to another embedding. One that runs has a building set of each of its
-- collections, and is worked on by the owner of its lease. passages_total and passages_done are
-- those of its end.
CREATE TABLE embedding_moves (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  collection_ids  text COLLATE "C" NOT NULL,
  embedding_model text COLLATE "C" NOT NULL,
  dimensions      integer NOT NULL,
  status          text COLLATE "C" NOT NULL
                    CHECK (status IN ('running', 'succeeded', 'failed', 'cancelled')),
  error_code      text COLLATE "C",
  passages_total  integer NOT NULL DEFAULT 0,
  passages_done   integer NOT NULL DEFAULT 0,
  created_at      text COLLATE "C" NOT NULL,
  finished_at     text COLLATE "C",
  owner           text COLLATE "C",
  lease_until     text COLLATE "C",
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX embedding_moves_running ON embedding_moves (organization_id, status)
  WHERE status = 'running';
