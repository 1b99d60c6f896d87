-- Tokens that the calls of configured models used on the last UTC day with one
-- (docs/behaviour.md#spending). A row begins anew with the first call of another day.
CREATE TABLE spending (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id),
  day             TEXT NOT NULL,
  tokens          INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
