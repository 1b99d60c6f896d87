-- How many jobs stand where is asked for at every look at the metrics, over all organizations.
CREATE INDEX jobs_by_status ON jobs (status);
