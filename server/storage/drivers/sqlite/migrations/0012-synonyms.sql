-- Words that mean the same in a collection, as a JSON list of groups; a collection without a row
-- has none (docs/behaviour.md#synonyms).
CREATE TABLE synonyms (
  collection_id TEXT PRIMARY KEY REFERENCES collections (id),
  revision      INTEGER NOT NULL,
  groups        TEXT NOT NULL
) STRICT;
