-- Sets of vectors of a collection's passages, each made by one embedding model. The set that is
-- `serving` is searched, one that is `building` is filled beside it until it takes its place, and
-- one that is `dropped` is erased in the background. `number` counts the sets of a collection.
CREATE TABLE vector_sets (
  organization_id text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  number          integer NOT NULL,
  embedding_model text COLLATE "C" NOT NULL,
  dimensions      integer NOT NULL,
  state           text COLLATE "C" NOT NULL CHECK (state IN ('serving', 'building', 'dropped')),
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
