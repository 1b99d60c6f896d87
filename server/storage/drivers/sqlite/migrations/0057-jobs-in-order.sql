-- The next job of all organizations, and the counts of jobs by status, are read from indexes alone.
CREATE INDEX jobs_queued ON jobs (organization_id, queued_at, id) WHERE status = 'queued';
CREATE INDEX jobs_by_status ON jobs (organization_id, status);
