-- The websites that a deployment's widget was shown on, with the widget's version there; NULL: it
-- did not say (docs/behaviour.md#widget-deployments).
CREATE TABLE origins_seen (
  deployment_id  TEXT NOT NULL REFERENCES deployments (id),
  origin         TEXT NOT NULL,
  widget_version TEXT,
  last_seen_at   TEXT NOT NULL,
  PRIMARY KEY (deployment_id, origin)
) STRICT, WITHOUT ROWID;
