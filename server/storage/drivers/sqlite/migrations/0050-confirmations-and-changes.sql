-- When the person of a session last proved again who they are (docs/behaviour.md#asking-again).
-- NULL: not since it was begun.
ALTER TABLE sessions ADD COLUMN confirmed_at TEXT;

-- What the operator does from the shell and by the provisioning file is in the audit log, too,
-- which takes a table with another CHECK. `changes` is a JSON list of {field, from, to}, or NULL.
CREATE TABLE audit_entries (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  at              TEXT NOT NULL,
  actor_type      TEXT NOT NULL CHECK (actor_type IN ('user', 'api_key', 'staff', 'operator')),
  actor_id        TEXT,
  actor_name      TEXT,
  action          TEXT NOT NULL,
  target_type     TEXT,
  target_id       TEXT,
  target_name     TEXT,
  fields          TEXT,
  changes         TEXT
) STRICT;
INSERT INTO audit_entries (id, organization_id, at, actor_type, actor_id, actor_name, action,
                           target_type, target_id, target_name, fields)
SELECT id, organization_id, at, actor_type, actor_id, actor_name, action, target_type, target_id,
       target_name, fields
  FROM audit;
DROP TABLE audit;
ALTER TABLE audit_entries RENAME TO audit;
CREATE INDEX audit_listed ON audit (organization_id, at, id, actor_id, action);
CREATE INDEX audit_by_age ON audit (at);
