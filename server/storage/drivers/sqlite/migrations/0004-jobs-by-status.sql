-- Every scrape of the metrics counts jobs by status, over all organizations.
CREATE INDEX jobs_by_status ON jobs (status);
