-- Documents that a run found gone and did not delete, because they were many
-- (docs/behaviour.md#deletions).
CREATE TABLE withheld_deletions (
  job_id      TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  document_id TEXT NOT NULL,
  PRIMARY KEY (job_id, document_id)
) STRICT, WITHOUT ROWID;

-- The job whose withheld deletions this one may make; NULL for most.
ALTER TABLE jobs ADD COLUMN confirms TEXT;

-- Secrets with which the source is read, as JSON: type, the origins that they may be sent to, and
-- the encrypted rest (docs/behaviour.md#sources). NULL: it needs none.
ALTER TABLE sources ADD COLUMN credentials TEXT;
