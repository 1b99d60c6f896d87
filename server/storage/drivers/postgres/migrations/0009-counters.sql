-- Uses of budgets in their windows, which all processes count together. What a crash of the server
-- loses of them is no loss.
CREATE UNLOGGED TABLE counters (
  name    text COLLATE "C" NOT NULL,
  key     text COLLATE "C" NOT NULL,
  usage   text COLLATE "C" NOT NULL DEFAULT '{"buckets":[],"uses":0}',
  -- When the last use has left the window.
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (name, key)
);
CREATE INDEX counters_ended ON counters (ends_at);
