-- The webhook of an organization (docs/behaviour.md#webhook). `events` is a JSON array of names,
-- `secret` the sealed secret as JSON.
CREATE TABLE webhooks (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id),
  url             TEXT NOT NULL,
  events          TEXT NOT NULL,
  enabled         INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  secret          TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The outbox: what a webhook is told, written in the same transaction as what it tells. The id
-- follows from that, so nothing is told twice. `data` is JSON without a word of a visitor.
-- `last_status` is NULL until the receiver has answered, `next_attempt_at` once nothing more is
-- tried.
CREATE TABLE deliveries (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES webhooks (organization_id) ON DELETE CASCADE,
  event           TEXT NOT NULL,
  data            TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts        INTEGER NOT NULL DEFAULT 0,
  last_status     INTEGER,
  created_at      TEXT NOT NULL,
  next_attempt_at TEXT
) STRICT;
CREATE INDEX deliveries_listed ON deliveries (organization_id, created_at, id);
CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE status = 'pending';
