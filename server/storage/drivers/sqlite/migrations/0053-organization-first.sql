-- What belongs to an assistant or a collection names its organization first, as in PostgreSQL, so
-- that one set of statements serves both (docs/architecture.md#storage).
CREATE TABLE new_assistant_collections (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  assistant_id    TEXT NOT NULL REFERENCES assistants (id),
  position        INTEGER NOT NULL,
  collection_id   TEXT NOT NULL REFERENCES collections (id),
  PRIMARY KEY (organization_id, assistant_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO new_assistant_collections (organization_id, assistant_id, position, collection_id)
SELECT organization_id, assistant_id, position, collection_id
  FROM assistant_collections JOIN assistants ON assistants.id = assistant_id;
DROP TABLE assistant_collections;
ALTER TABLE new_assistant_collections RENAME TO assistant_collections;

CREATE TABLE new_behaviours (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  assistant_id    TEXT NOT NULL REFERENCES assistants (id),
  revision        INTEGER NOT NULL,
  strictness      TEXT NOT NULL CHECK (strictness IN ('strict', 'balanced', 'open')),
  follow_ups      INTEGER NOT NULL CHECK (follow_ups IN (0, 1)),
  greeting        TEXT,
  declined        TEXT,
  PRIMARY KEY (organization_id, assistant_id)
) STRICT, WITHOUT ROWID;
INSERT INTO new_behaviours (organization_id, assistant_id, revision, strictness, follow_ups,
                            greeting, declined)
SELECT organization_id, assistant_id, behaviours.revision, strictness, follow_ups, greeting,
       declined
  FROM behaviours JOIN assistants ON assistants.id = assistant_id;
DROP TABLE behaviours;
ALTER TABLE new_behaviours RENAME TO behaviours;

CREATE TABLE new_synonyms (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  collection_id   TEXT NOT NULL REFERENCES collections (id),
  revision        INTEGER NOT NULL,
  groups          TEXT NOT NULL,
  PRIMARY KEY (organization_id, collection_id)
) STRICT, WITHOUT ROWID;
INSERT INTO new_synonyms (organization_id, collection_id, revision, groups)
SELECT organization_id, collection_id, revision, groups
  FROM synonyms JOIN collections ON collections.id = collection_id;
DROP TABLE synonyms;
ALTER TABLE new_synonyms RENAME TO synonyms;
