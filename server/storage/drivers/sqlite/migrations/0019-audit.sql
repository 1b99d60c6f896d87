-- Who changed what in an organization (docs/behaviour.md#audit-log). Names are those of the time of
-- the entry; `fields` is a JSON list of the changed fields, or NULL.
CREATE TABLE audit (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  at              TEXT NOT NULL,
  actor_type      TEXT NOT NULL CHECK (actor_type IN ('user', 'api_key', 'staff')),
  actor_id        TEXT,
  actor_name      TEXT,
  action          TEXT NOT NULL,
  target_type     TEXT,
  target_id       TEXT,
  target_name     TEXT,
  fields          TEXT
) STRICT;
CREATE INDEX audit_listed ON audit (organization_id, at, id);
CREATE INDEX audit_by_age ON audit (at);
