-- What is being worked on is held by an owner, a part of a process that made the id at its start,
-- until `lease_until` at the latest (docs/architecture.md#leases). NULL: nobody holds it.
ALTER TABLE jobs ADD COLUMN owner TEXT;
ALTER TABLE jobs ADD COLUMN lease_until TEXT;
CREATE INDEX jobs_held ON jobs (owner) WHERE owner IS NOT NULL;
ALTER TABLE live_turns ADD COLUMN owner TEXT;
ALTER TABLE live_turns ADD COLUMN lease_until TEXT;
ALTER TABLE test_runs ADD COLUMN owner TEXT;
ALTER TABLE test_runs ADD COLUMN lease_until TEXT;
ALTER TABLE deliveries ADD COLUMN owner TEXT;
ALTER TABLE deliveries ADD COLUMN lease_until TEXT;
CREATE INDEX deliveries_held ON deliveries (owner) WHERE owner IS NOT NULL;

-- The job that stages a passage. NULL once it is live, and of a document that a person excludes.
ALTER TABLE passages ADD COLUMN staged_by TEXT;

-- When the next scheduled job is to be queued (docs/behaviour.md#jobs). NULL: there is no schedule,
-- or it was set or changed a moment ago.
ALTER TABLE sources ADD COLUMN next_due_at TEXT;
CREATE INDEX sources_due ON sources (next_due_at) WHERE schedule IS NOT NULL;
