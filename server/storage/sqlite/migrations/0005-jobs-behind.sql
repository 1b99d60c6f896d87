-- What is uploaded while a job of the source runs is read by a further one, queued behind it. So a source
-- may have two active jobs, of which one runs: behind a running one a second is queued, and a running one
-- that goes back to the queue finds that second one there.
DROP INDEX jobs_active;
DROP INDEX jobs_running;
CREATE UNIQUE INDEX jobs_running ON jobs (source_id) WHERE status = 'running';
CREATE INDEX jobs_active ON jobs (source_id, queued_at, id) WHERE status IN ('pending', 'queued', 'running');
