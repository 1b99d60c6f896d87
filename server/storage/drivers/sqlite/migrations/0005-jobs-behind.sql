-- Files uploaded while a job of the source runs are read by a second job, queued behind it. So a
-- source may have two active jobs, at most one of them running; a running one that returns to the
-- queue may find the second one there.
DROP INDEX jobs_active;
DROP INDEX jobs_running;
CREATE UNIQUE INDEX jobs_running ON jobs (source_id) WHERE status = 'running';
CREATE INDEX jobs_active ON jobs (source_id, queued_at, id) WHERE status IN ('pending', 'queued', 'running');
