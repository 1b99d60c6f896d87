-- Every table of an organization names it, and its keys are led by it, as in PostgreSQL, so that
-- one set of statements serves both (docs/architecture.md#storage).
DROP TRIGGER documents_counted;
DROP TRIGGER documents_recounted;
DROP TRIGGER documents_uncounted;
DROP TRIGGER transcripts_erased;
DROP TRIGGER gap_questions_erased;
DROP TRIGGER test_questions_erased;
DROP TRIGGER gap_questions_counted;
DROP TRIGGER gap_questions_discounted;

CREATE TABLE new_assistant_collections (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  assistant_id    TEXT NOT NULL,
  position        INTEGER NOT NULL,
  collection_id   TEXT NOT NULL,
  PRIMARY KEY (organization_id, assistant_id, position),
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id),
  FOREIGN KEY (organization_id, collection_id) REFERENCES collections (organization_id, id)
) STRICT, WITHOUT ROWID;

INSERT INTO new_assistant_collections (organization_id, assistant_id, position, collection_id)
SELECT organization_id, assistant_id, position, collection_id FROM assistant_collections;

DROP TABLE assistant_collections;
ALTER TABLE new_assistant_collections RENAME TO assistant_collections;

CREATE TABLE new_behaviours (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  assistant_id    TEXT NOT NULL,
  revision        INTEGER NOT NULL,
  strictness      TEXT NOT NULL CHECK (strictness IN ('strict', 'balanced', 'open')),
  follow_ups      INTEGER NOT NULL CHECK (follow_ups IN (0, 1)),
  greeting        TEXT,
  declined        TEXT,
  PRIMARY KEY (organization_id, assistant_id),
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id)
) STRICT, WITHOUT ROWID;

INSERT INTO new_behaviours (organization_id, assistant_id, revision, strictness, follow_ups,
                            greeting, declined)
SELECT organization_id, assistant_id, revision, strictness, follow_ups, greeting, declined
  FROM behaviours;

DROP TABLE behaviours;
ALTER TABLE new_behaviours RENAME TO behaviours;

CREATE TABLE new_synonyms (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  collection_id   TEXT NOT NULL,
  revision        INTEGER NOT NULL,
  groups          TEXT NOT NULL,
  PRIMARY KEY (organization_id, collection_id),
  FOREIGN KEY (organization_id, collection_id) REFERENCES collections (organization_id, id)
) STRICT, WITHOUT ROWID;

INSERT INTO new_synonyms (organization_id, collection_id, revision, groups)
SELECT organization_id, collection_id, revision, groups FROM synonyms;

DROP TABLE synonyms;
ALTER TABLE new_synonyms RENAME TO synonyms;

CREATE TABLE new_sessions (
  id                 TEXT PRIMARY KEY,
  token_hash         TEXT NOT NULL UNIQUE,
  user_id            TEXT NOT NULL REFERENCES users (id),
  organization_id    TEXT REFERENCES organizations (id),
  support_session_id TEXT,
  created_at         TEXT NOT NULL,
  expires_at         TEXT NOT NULL,
  confirmed_at       TEXT
) STRICT;

INSERT INTO new_sessions (id, token_hash, user_id, organization_id, support_session_id,
                          created_at, expires_at, confirmed_at)
SELECT id, token_hash, user_id, organization_id, support_session_id, created_at, expires_at,
       confirmed_at
  FROM sessions;

DROP TABLE sessions;
ALTER TABLE new_sessions RENAME TO sessions;

CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_expiring ON sessions (expires_at);

CREATE TABLE new_invitations (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  email           TEXT NOT NULL,
  name            TEXT NOT NULL,
  role            TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'member')),
  token_hash      TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  expires_at      TEXT NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, email),
  UNIQUE (organization_id, token_hash)
) STRICT;

INSERT INTO new_invitations (organization_id, id, email, name, role, token_hash, created_at,
                             expires_at)
SELECT organization_id, id, email, name, role, token_hash, created_at, expires_at
  FROM invitations;

DROP TABLE invitations;
ALTER TABLE new_invitations RENAME TO invitations;

CREATE UNIQUE INDEX invitations_by_token ON invitations (token_hash);

CREATE TABLE new_support_sessions (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  user_id         TEXT NOT NULL REFERENCES users (id),
  staff_name      TEXT NOT NULL,
  staff_email     TEXT NOT NULL,
  reason          TEXT NOT NULL,
  started_at      TEXT NOT NULL,
  expires_at      TEXT NOT NULL,
  "end"           TEXT
                  CHECK ("end" IN ('access_turned_off', 'ended_by_organization', 'ended_by_staff')),
  PRIMARY KEY (organization_id, id)
) STRICT;

INSERT INTO new_support_sessions (organization_id, id, user_id, staff_name, staff_email, reason,
  started_at, expires_at, "end")
SELECT organization_id, id, user_id, staff_name, staff_email, reason, started_at, expires_at,
       "end"
  FROM support_sessions;

DROP TABLE support_sessions;
ALTER TABLE new_support_sessions RENAME TO support_sessions;

CREATE INDEX support_sessions_listed ON support_sessions (organization_id, started_at, id);

CREATE TABLE new_support_requests (
  organization_id    TEXT NOT NULL REFERENCES organizations (id),
  support_session_id TEXT NOT NULL,
  id                 TEXT NOT NULL,
  method             TEXT NOT NULL,
  path               TEXT NOT NULL,
  at                 TEXT NOT NULL,
  PRIMARY KEY (organization_id, support_session_id, id),
  FOREIGN KEY (organization_id, support_session_id)
    REFERENCES support_sessions (organization_id, id)
) STRICT;

INSERT INTO new_support_requests (organization_id, support_session_id, id, method, path, at)
SELECT parent.organization_id, support_requests.support_session_id, printf('%020d', number),
       support_requests.method, support_requests.path, support_requests.at
  FROM support_requests
  JOIN support_sessions AS parent ON parent.id = support_requests.support_session_id;

DROP TABLE support_requests;
ALTER TABLE new_support_requests RENAME TO support_requests;

CREATE TABLE new_api_keys (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  name            TEXT NOT NULL,
  role            TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'member')),
  prefix          TEXT NOT NULL,
  secret_hash     TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  created_by      TEXT,
  expires_at      TEXT,
  revoked_at      TEXT,
  last_used_at    TEXT,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, secret_hash)
) STRICT;

INSERT INTO new_api_keys (organization_id, id, name, role, prefix, secret_hash, created_at,
                          created_by, expires_at, revoked_at, last_used_at)
SELECT organization_id, id, name, role, prefix, secret_hash, created_at, created_by, expires_at,
       revoked_at, last_used_at
  FROM api_keys;

DROP TABLE api_keys;
ALTER TABLE new_api_keys RENAME TO api_keys;

CREATE UNIQUE INDEX api_keys_by_secret ON api_keys (secret_hash);
CREATE INDEX api_keys_listed ON api_keys (organization_id, created_at, id);

CREATE TABLE new_audit (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  at              TEXT NOT NULL,
  actor_type      TEXT NOT NULL CHECK (actor_type IN ('user', 'api_key', 'staff', 'operator')),
  actor_id        TEXT,
  actor_name      TEXT,
  action          TEXT NOT NULL,
  target_type     TEXT,
  target_id       TEXT,
  target_name     TEXT,
  fields          TEXT,
  changes         TEXT,
  PRIMARY KEY (organization_id, id)
) STRICT;

INSERT INTO new_audit (organization_id, id, at, actor_type, actor_id, actor_name, action,
                       target_type, target_id, target_name, fields, changes)
SELECT organization_id, id, at, actor_type, actor_id, actor_name, action, target_type, target_id,
       target_name, fields, changes
  FROM audit;

DROP TABLE audit;
ALTER TABLE new_audit RENAME TO audit;

CREATE INDEX audit_listed ON audit (organization_id, at, id, actor_id, action);

CREATE TABLE new_collections (
  number               INTEGER PRIMARY KEY,
  organization_id      TEXT NOT NULL REFERENCES organizations (id),
  id                   TEXT NOT NULL,
  name                 TEXT NOT NULL,
  description          TEXT NOT NULL,
  status               TEXT NOT NULL CHECK (status IN ('active', 'archived')),
  embedding_model      TEXT NOT NULL,
  embedding_dimensions INTEGER NOT NULL CHECK (embedding_dimensions BETWEEN 1 AND 100000),
  document_count       INTEGER NOT NULL DEFAULT 0,
  passage_count        INTEGER NOT NULL DEFAULT 0,
  created_at           TEXT NOT NULL,
  updated_at           TEXT NOT NULL,
  UNIQUE (organization_id, id),
  UNIQUE (organization_id, name)
) STRICT;

INSERT INTO new_collections (number, organization_id, id, name, description, status,
                             embedding_model, embedding_dimensions, document_count, passage_count,
                             created_at, updated_at)
SELECT number, organization_id, id, name, description, status, embedding_model,
       embedding_dimensions, document_count, passage_count, created_at, updated_at
  FROM collections;

DROP TABLE collections;
ALTER TABLE new_collections RENAME TO collections;

CREATE INDEX collections_listed ON collections (organization_id, status, created_at, id);

CREATE TABLE new_sources (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  collection_id   TEXT NOT NULL,
  name            TEXT NOT NULL,
  type            TEXT NOT NULL,
  config          TEXT NOT NULL,
  credentials     TEXT,
  schedule        TEXT,
  time_zone       TEXT NOT NULL,
  next_due_at     TEXT,
  document_count  INTEGER NOT NULL DEFAULT 0,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, collection_id, name),
  FOREIGN KEY (organization_id, collection_id) REFERENCES collections (organization_id, id)
) STRICT;

INSERT INTO new_sources (organization_id, id, collection_id, name, type, config, credentials,
                         schedule, time_zone, next_due_at, document_count, created_at, updated_at)
SELECT organization_id, id, collection_id, name, type, config, credentials, schedule, time_zone,
       next_due_at, document_count, created_at, updated_at
  FROM sources;

DROP TABLE sources;
ALTER TABLE new_sources RENAME TO sources;

CREATE INDEX sources_listed ON sources (organization_id, collection_id, created_at, id);
CREATE INDEX sources_scheduled ON sources (organization_id, id) WHERE schedule IS NOT NULL;

CREATE TABLE new_uploads (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  source_id       TEXT NOT NULL,
  path            TEXT NOT NULL,
  title           TEXT,
  url             TEXT,
  media_type      TEXT NOT NULL,
  bytes           INTEGER NOT NULL,
  content_hash    TEXT NOT NULL,
  uploaded_at     TEXT NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, source_id, path),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id)
    ON DELETE CASCADE
) STRICT;

INSERT INTO new_uploads (organization_id, id, source_id, path, title, url, media_type, bytes,
                         content_hash, uploaded_at)
SELECT organization_id, id, source_id, path, title, url, media_type, bytes, content_hash,
       uploaded_at
  FROM uploads;

DROP TABLE uploads;
ALTER TABLE new_uploads RENAME TO uploads;

CREATE TABLE new_jobs (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  collection_id   TEXT NOT NULL,
  source_id       TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN (
                    'pending', 'queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled',
                    'skipped')),
  trigger         TEXT NOT NULL CHECK (trigger IN ('manual', 'scheduled', 'api')),
  source_version  TEXT,
  attempt         INTEGER NOT NULL,
  max_attempts    INTEGER NOT NULL,
  queued_at       TEXT NOT NULL,
  started_at      TEXT,
  finished_at     TEXT,
  next_attempt_at TEXT,
  error_code      TEXT,
  error_message   TEXT,
  counters        TEXT NOT NULL,
  confirms        TEXT,
  owner           TEXT,
  lease_until     TEXT,
  interruptions   INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id)
    ON DELETE CASCADE,
  FOREIGN KEY (organization_id, collection_id) REFERENCES collections (organization_id, id)
) STRICT;

INSERT INTO new_jobs (organization_id, id, collection_id, source_id, status, trigger,
                      source_version, attempt, max_attempts, queued_at, started_at, finished_at,
                      next_attempt_at, error_code, error_message, counters, confirms, owner,
                      lease_until, interruptions)
SELECT organization_id, id, collection_id, source_id, status, trigger, source_version, attempt,
       max_attempts, queued_at, started_at, finished_at, next_attempt_at, error_code,
       error_message, counters, confirms, owner, lease_until, interruptions
  FROM jobs;

DROP TABLE jobs;
ALTER TABLE new_jobs RENAME TO jobs;

CREATE INDEX jobs_listed ON jobs (organization_id, source_id, queued_at, id);
CREATE INDEX jobs_active
  ON jobs (organization_id, status, queued_at) WHERE status IN ('pending', 'queued', 'running');
CREATE UNIQUE INDEX jobs_running ON jobs (organization_id, source_id) WHERE status = 'running';
CREATE INDEX jobs_held ON jobs (organization_id, owner) WHERE owner IS NOT NULL;

CREATE TABLE new_withheld_deletions (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  job_id          TEXT NOT NULL,
  document_id     TEXT NOT NULL,
  PRIMARY KEY (organization_id, job_id, document_id),
  FOREIGN KEY (organization_id, job_id) REFERENCES jobs (organization_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO new_withheld_deletions (organization_id, job_id, document_id)
SELECT parent.organization_id, withheld_deletions.job_id, withheld_deletions.document_id
  FROM withheld_deletions JOIN jobs AS parent ON parent.id = withheld_deletions.job_id;

DROP TABLE withheld_deletions;
ALTER TABLE new_withheld_deletions RENAME TO withheld_deletions;

CREATE TABLE new_pages (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  source_id       TEXT NOT NULL,
  url             TEXT NOT NULL,
  outcome         TEXT NOT NULL CHECK (outcome IN (
                    'ingested', 'unchanged', 'skipped', 'failed', 'gone', 'unknown')),
  reason          TEXT,
  http_status     INTEGER,
  depth           INTEGER NOT NULL,
  found_on        TEXT,
  last_seen_at    TEXT,
  etag            TEXT,
  last_modified   TEXT,
  text_digest     TEXT,
  times_missing   INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, source_id, url),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id)
    ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO new_pages (organization_id, source_id, url, outcome, reason, http_status, depth,
                       found_on, last_seen_at, etag, last_modified, text_digest, times_missing)
SELECT parent.organization_id, pages.source_id, pages.url, pages.outcome, pages.reason,
       pages.http_status, pages.depth, pages.found_on, pages.last_seen_at, pages.etag,
       pages.last_modified, pages.text_digest, pages.times_missing
  FROM pages JOIN sources AS parent ON parent.id = pages.source_id;

DROP TABLE pages;
ALTER TABLE new_pages RENAME TO pages;

CREATE TABLE new_website_states (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  source_id       TEXT NOT NULL,
  settings        TEXT NOT NULL,
  repeated_texts  TEXT NOT NULL,
  PRIMARY KEY (organization_id, source_id),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id)
    ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO new_website_states (organization_id, source_id, settings, repeated_texts)
SELECT parent.organization_id, website_states.source_id, website_states.settings,
       website_states.repeated_texts
  FROM website_states JOIN sources AS parent ON parent.id = website_states.source_id;

DROP TABLE website_states;
ALTER TABLE new_website_states RENAME TO website_states;

CREATE TABLE new_being_parsed (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  source_id       TEXT NOT NULL,
  path            TEXT NOT NULL,
  content_hash    TEXT NOT NULL,
  is_open         INTEGER NOT NULL DEFAULT 1,
  interruptions   INTEGER NOT NULL DEFAULT 0,
  parser_faults   INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, source_id, path),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id)
    ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO new_being_parsed (organization_id, source_id, path, content_hash, is_open,
  interruptions, parser_faults)
SELECT parent.organization_id, being_parsed.source_id, being_parsed.path,
       being_parsed.content_hash, being_parsed.is_open, being_parsed.interruptions,
       being_parsed.parser_faults
  FROM being_parsed JOIN sources AS parent ON parent.id = being_parsed.source_id;

DROP TABLE being_parsed;
ALTER TABLE new_being_parsed RENAME TO being_parsed;

CREATE TABLE new_documents (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  collection_id   TEXT NOT NULL,
  source_id       TEXT NOT NULL,
  path            TEXT NOT NULL,
  title           TEXT NOT NULL,
  url             TEXT,
  given_title     TEXT,
  given_url       TEXT,
  own_title       TEXT,
  own_url         TEXT,
  media_type      TEXT NOT NULL,
  bytes           INTEGER NOT NULL,
  content_hash    TEXT NOT NULL,
  version         TEXT,
  status          TEXT NOT NULL CHECK (status IN ('ingested', 'skipped', 'failed')),
  excluded        INTEGER NOT NULL DEFAULT 0 CHECK (excluded IN (0, 1)),
  error_code      TEXT,
  error_message   TEXT,
  passage_count   INTEGER NOT NULL,
  passages_digest TEXT,
  updated_at      TEXT NOT NULL,
  times_lost      INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, source_id, path),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id)
    ON DELETE CASCADE,
  FOREIGN KEY (organization_id, collection_id) REFERENCES collections (organization_id, id)
) STRICT;

INSERT INTO new_documents (organization_id, id, collection_id, source_id, path, title, url,
                           given_title, given_url, own_title, own_url, media_type, bytes,
                           content_hash, version, status, excluded, error_code, error_message,
                           passage_count, passages_digest, updated_at, times_lost)
SELECT organization_id, id, collection_id, source_id, path, title, url, given_title, given_url,
       own_title, own_url, media_type, bytes, content_hash, version, status, excluded, error_code,
       error_message, passage_count, passages_digest, updated_at, times_lost
  FROM documents;

DROP TABLE documents;
ALTER TABLE new_documents RENAME TO documents;

CREATE TABLE new_passages (
  key             INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  collection_id   TEXT NOT NULL,
  document_id     TEXT NOT NULL,
  position        INTEGER NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('staged', 'live', 'gone')),
  -- The job that stages it. NULL once it is live, and of a document that a person excludes.
  staged_by       TEXT,
  FOREIGN KEY (organization_id, collection_id) REFERENCES collections (organization_id, id)
) STRICT;

INSERT INTO new_passages (key, organization_id, id, collection_id, document_id, position, state,
                          staged_by)
SELECT passages.rowid, parent.organization_id, passages.id, passages.collection_id,
       passages.document_id, passages.position, passages.state, passages.staged_by
  FROM passages JOIN collections AS parent ON parent.id = passages.collection_id;

-- Numbers that were given are never given again.
DELETE FROM sqlite_sequence WHERE name = 'new_passages';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'new_passages', seq FROM sqlite_sequence WHERE name = 'passages';

CREATE TABLE new_passage_texts (
  key    INTEGER PRIMARY KEY REFERENCES passages (key) ON DELETE CASCADE,
  anchor TEXT,
  url    TEXT,
  text   TEXT NOT NULL
) STRICT;
INSERT INTO new_passage_texts (key, anchor, url, text)
SELECT rowid, anchor, url, text FROM passage_texts;
DROP TABLE passage_texts;
ALTER TABLE new_passage_texts RENAME TO passage_texts;

DROP TABLE passages;
ALTER TABLE new_passages RENAME TO passages;

CREATE UNIQUE INDEX passages_live ON passages (organization_id, id) WHERE state = 'live';
CREATE INDEX passages_of_document ON passages (organization_id, document_id, state, position);
CREATE INDEX passages_hidden
  ON passages (organization_id, collection_id, state) WHERE state <> 'live';

CREATE TABLE new_assistants (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  name            TEXT NOT NULL,
  description     TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('active', 'archived', 'disabled')),
  model           TEXT NOT NULL,
  instruction     TEXT,
  revision        INTEGER NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  PRIMARY KEY (organization_id, id)
) STRICT;

INSERT INTO new_assistants (organization_id, id, name, description, status, model, instruction,
                            revision, created_at, updated_at)
SELECT organization_id, id, name, description, status, model, instruction, revision, created_at,
       updated_at
  FROM assistants;

DROP TABLE assistants;
ALTER TABLE new_assistants RENAME TO assistants;

CREATE INDEX assistants_listed ON assistants (organization_id, created_at, id);

CREATE TABLE new_curated_answers (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  questions       TEXT NOT NULL,
  text            TEXT NOT NULL,
  links           TEXT NOT NULL,
  assistant_ids   TEXT,
  valid_until     TEXT,
  enabled         INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  revision        INTEGER NOT NULL,
  used_count      INTEGER NOT NULL DEFAULT 0,
  last_used_at    TEXT,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  PRIMARY KEY (organization_id, id)
) STRICT;

INSERT INTO new_curated_answers (organization_id, id, questions, text, links, assistant_ids,
  valid_until, enabled, revision, used_count, last_used_at, created_at, updated_at)
SELECT organization_id, id, questions, text, links, assistant_ids, valid_until, enabled, revision,
       used_count, last_used_at, created_at, updated_at
  FROM curated_answers;

DROP TABLE curated_answers;
ALTER TABLE new_curated_answers RENAME TO curated_answers;

CREATE INDEX curated_answers_listed ON curated_answers (organization_id, created_at, id);

CREATE TABLE new_deployments (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  name            TEXT NOT NULL,
  widget_key      TEXT NOT NULL,
  assistant_id    TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  created_by      TEXT,
  expires_at      TEXT,
  revoked_at      TEXT,
  last_used_at    TEXT,
  appearance      TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, name),
  UNIQUE (organization_id, widget_key),
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id)
) STRICT;

INSERT INTO new_deployments (organization_id, id, name, widget_key, assistant_id, created_at,
                             created_by, expires_at, revoked_at, last_used_at, appearance)
SELECT organization_id, id, name, widget_key, assistant_id, created_at, created_by, expires_at,
       revoked_at, last_used_at, appearance
  FROM deployments;

DROP TABLE deployments;
ALTER TABLE new_deployments RENAME TO deployments;

CREATE UNIQUE INDEX deployments_by_key ON deployments (widget_key);
CREATE INDEX deployments_listed ON deployments (organization_id, created_at, id);

CREATE TABLE new_deployment_origins (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  deployment_id   TEXT NOT NULL,
  origin          TEXT NOT NULL,
  PRIMARY KEY (organization_id, deployment_id, origin),
  FOREIGN KEY (organization_id, deployment_id) REFERENCES deployments (organization_id, id)
) STRICT, WITHOUT ROWID;

INSERT INTO new_deployment_origins (organization_id, deployment_id, origin)
SELECT parent.organization_id, deployment_origins.deployment_id, deployment_origins.origin
  FROM deployment_origins
  JOIN deployments AS parent ON parent.id = deployment_origins.deployment_id;

DROP TABLE deployment_origins;
ALTER TABLE new_deployment_origins RENAME TO deployment_origins;

CREATE TABLE new_origins_seen (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  deployment_id   TEXT NOT NULL,
  origin          TEXT NOT NULL,
  widget_version  TEXT,
  last_seen_at    TEXT NOT NULL,
  PRIMARY KEY (organization_id, deployment_id, origin),
  FOREIGN KEY (organization_id, deployment_id) REFERENCES deployments (organization_id, id)
) STRICT, WITHOUT ROWID;

INSERT INTO new_origins_seen (organization_id, deployment_id, origin, widget_version, last_seen_at)
SELECT parent.organization_id, origins_seen.deployment_id, origins_seen.origin,
       origins_seen.widget_version, origins_seen.last_seen_at
  FROM origins_seen JOIN deployments AS parent ON parent.id = origins_seen.deployment_id;

DROP TABLE origins_seen;
ALTER TABLE new_origins_seen RENAME TO origins_seen;

CREATE TABLE new_refusals (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  deployment_id   TEXT NOT NULL,
  origin          TEXT NOT NULL,
  reason          TEXT NOT NULL,
  count           INTEGER NOT NULL,
  last_at         TEXT NOT NULL,
  PRIMARY KEY (organization_id, deployment_id, origin, reason),
  FOREIGN KEY (organization_id, deployment_id) REFERENCES deployments (organization_id, id)
) STRICT, WITHOUT ROWID;

INSERT INTO new_refusals (organization_id, deployment_id, origin, reason, count, last_at)
SELECT parent.organization_id, refusals.deployment_id, refusals.origin, refusals.reason,
       refusals.count, refusals.last_at
  FROM refusals JOIN deployments AS parent ON parent.id = refusals.deployment_id;

DROP TABLE refusals;
ALTER TABLE new_refusals RENAME TO refusals;

CREATE INDEX refusals_listed ON refusals (organization_id, deployment_id, last_at);

CREATE TABLE new_visitors (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  deployment_id   TEXT NOT NULL,
  token_hash      TEXT NOT NULL,
  first_seen_at   TEXT NOT NULL,
  expires_at      TEXT NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, token_hash),
  FOREIGN KEY (organization_id, deployment_id) REFERENCES deployments (organization_id, id)
) STRICT;

INSERT INTO new_visitors (organization_id, id, deployment_id, token_hash, first_seen_at,
                          expires_at)
SELECT parent.organization_id, visitors.id, visitors.deployment_id, visitors.token_hash,
       visitors.first_seen_at, visitors.expires_at
  FROM visitors JOIN deployments AS parent ON parent.id = visitors.deployment_id;

DROP TABLE visitors;
ALTER TABLE new_visitors RENAME TO visitors;

CREATE INDEX visitors_listed ON visitors (organization_id, first_seen_at, id);
CREATE INDEX visitors_of_deployment ON visitors (organization_id, deployment_id, first_seen_at, id);

CREATE TABLE new_deliveries (
  organization_id TEXT NOT NULL REFERENCES webhooks (organization_id)
                  ON DELETE CASCADE,
  id              TEXT NOT NULL,
  event           TEXT NOT NULL,
  data            TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts        INTEGER NOT NULL DEFAULT 0,
  last_status     INTEGER,
  created_at      TEXT NOT NULL,
  next_attempt_at TEXT,
  owner           TEXT,
  lease_until     TEXT,
  PRIMARY KEY (organization_id, id)
) STRICT;

INSERT INTO new_deliveries (organization_id, id, event, data, status, attempts, last_status,
                            created_at, next_attempt_at, owner, lease_until)
SELECT organization_id, id, event, data, status, attempts, last_status, created_at,
       next_attempt_at, owner, lease_until
  FROM deliveries;

DROP TABLE deliveries;
ALTER TABLE new_deliveries RENAME TO deliveries;

CREATE INDEX deliveries_listed ON deliveries (organization_id, created_at, id);
CREATE INDEX deliveries_due
  ON deliveries (organization_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX deliveries_held ON deliveries (organization_id, owner) WHERE owner IS NOT NULL;

CREATE TABLE new_conversations (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  assistant_id    TEXT NOT NULL,
  owner_type      TEXT NOT NULL CHECK (owner_type IN ('user', 'service')),
  owner_id        TEXT NOT NULL,
  visitor_id      TEXT,
  channel         TEXT NOT NULL
                  CHECK (channel IN ('api', 'console', 'widget', 'mcp')),
  title           TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('active', 'archived')),
  turn_state      TEXT NOT NULL CHECK (turn_state IN ('idle', 'awaiting_answer')),
  message_count   INTEGER NOT NULL,
  metadata        TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  last_outcome    TEXT
                  CHECK (last_outcome IN ('answered', 'abstained', 'interrupted', 'failed')),
  ratings_up      INTEGER NOT NULL DEFAULT 0,
  ratings_down    INTEGER NOT NULL DEFAULT 0,
  handled         INTEGER NOT NULL DEFAULT 0 CHECK (handled IN (0, 1)),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id)
) STRICT;

INSERT INTO new_conversations (organization_id, id, assistant_id, owner_type, owner_id,
  visitor_id, channel, title, status, turn_state, message_count, metadata, created_at, updated_at,
  last_outcome, ratings_up, ratings_down, handled)
SELECT organization_id, id, assistant_id, owner_type, owner_id, visitor_id, channel, title,
       status, turn_state, message_count, metadata, created_at, updated_at, last_outcome,
       ratings_up, ratings_down, handled
  FROM conversations;

DROP TABLE conversations;
ALTER TABLE new_conversations RENAME TO conversations;

CREATE INDEX conversations_listed   ON conversations (organization_id, status, created_at, id,
    channel, owner_id, assistant_id, last_outcome, ratings_up, ratings_down, handled);
CREATE INDEX conversations_of_owner
  ON conversations (organization_id, owner_id, visitor_id, created_at, id);

CREATE TABLE new_messages (
  organization_id   TEXT NOT NULL REFERENCES organizations (id),
  id                TEXT NOT NULL,
  conversation_id   TEXT NOT NULL,
  role              TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
  sequence          INTEGER NOT NULL,
  status            TEXT NOT NULL
                    CHECK (status IN ('complete', 'interrupted', 'failed')),
  text              TEXT NOT NULL,
  citations         TEXT NOT NULL,
  links             TEXT NOT NULL,
  abstained         INTEGER NOT NULL CHECK (abstained IN (0, 1)),
  created_at        TEXT NOT NULL,
  model             TEXT,
  finish_reason     TEXT,
  idempotency_key   TEXT,
  metadata          TEXT NOT NULL,
  abstention_reason TEXT,
  error_code        TEXT,
  error_message     TEXT,
  input_tokens      INTEGER NOT NULL,
  output_tokens     INTEGER NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, conversation_id, sequence),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id)
    ON DELETE CASCADE
) STRICT;

INSERT INTO new_messages (organization_id, id, conversation_id, role, sequence, status, text,
                          citations, links, abstained, created_at, model, finish_reason,
                          idempotency_key, metadata, abstention_reason, error_code, error_message,
                          input_tokens, output_tokens)
SELECT organization_id, id, conversation_id, role, sequence, status, text, citations, links,
       abstained, created_at, model, finish_reason, idempotency_key, metadata, abstention_reason,
       error_code, error_message, input_tokens, output_tokens
  FROM messages;

DROP TABLE messages;
ALTER TABLE new_messages RENAME TO messages;

CREATE UNIQUE INDEX messages_keyed
  ON messages (organization_id, conversation_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

CREATE TABLE new_live_turns (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  answer_id       TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  question_id     TEXT NOT NULL,
  streamed        INTEGER NOT NULL CHECK (streamed IN (0, 1)),
  model           TEXT NOT NULL,
  named           TEXT,
  text            TEXT NOT NULL,
  citations       TEXT NOT NULL,
  claimed_at      TEXT NOT NULL,
  owner           TEXT,
  lease_until     TEXT,
  PRIMARY KEY (organization_id, answer_id),
  UNIQUE (organization_id, conversation_id),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id)
    ON DELETE CASCADE
) STRICT;

INSERT INTO new_live_turns (organization_id, answer_id, conversation_id, question_id, streamed,
                            model, named, text, citations, claimed_at, owner, lease_until)
SELECT organization_id, answer_id, conversation_id, question_id, streamed, model, named, text,
       citations, claimed_at, owner, lease_until
  FROM live_turns;

DROP TABLE live_turns;
ALTER TABLE new_live_turns RENAME TO live_turns;

CREATE TABLE new_ratings (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  message_id      TEXT NOT NULL,
  rating          TEXT NOT NULL CHECK (rating IN ('up', 'down')),
  note            TEXT,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  PRIMARY KEY (organization_id, message_id),
  FOREIGN KEY (organization_id, message_id) REFERENCES messages (organization_id, id)
    ON DELETE CASCADE
) STRICT;

INSERT INTO new_ratings (organization_id, message_id, rating, note, created_at, updated_at)
SELECT parent.organization_id, ratings.message_id, ratings.rating, ratings.note,
       ratings.created_at, ratings.updated_at
  FROM ratings JOIN messages AS parent ON parent.id = ratings.message_id;

DROP TABLE ratings;
ALTER TABLE new_ratings RENAME TO ratings;

CREATE TABLE new_traces (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  answer_id       TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  trace           TEXT NOT NULL,
  PRIMARY KEY (organization_id, answer_id),
  FOREIGN KEY (organization_id, answer_id) REFERENCES messages (organization_id, id)
    ON DELETE CASCADE
) STRICT;

INSERT INTO new_traces (organization_id, answer_id, created_at, trace)
SELECT organization_id, answer_id, created_at, trace
  FROM traces;

DROP TABLE traces;
ALTER TABLE new_traces RENAME TO traces;

CREATE INDEX traces_by_age ON traces (organization_id, created_at);

CREATE TABLE new_unanswered (
  organization_id   TEXT NOT NULL REFERENCES organizations (id),
  question_id       TEXT NOT NULL,
  asked_at          TEXT NOT NULL,
  abstention_reason TEXT,
  nearest           TEXT NOT NULL,
  PRIMARY KEY (organization_id, question_id),
  FOREIGN KEY (organization_id, question_id) REFERENCES messages (organization_id, id)
    ON DELETE CASCADE
) STRICT;

INSERT INTO new_unanswered (organization_id, question_id, asked_at, abstention_reason, nearest)
SELECT organization_id, question_id, asked_at, abstention_reason, nearest
  FROM unanswered;

DROP TABLE unanswered;
ALTER TABLE new_unanswered RENAME TO unanswered;

CREATE INDEX unanswered_listed ON unanswered (organization_id, asked_at, question_id);

CREATE TABLE new_cited_documents (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  document_id     TEXT NOT NULL,
  answer_id       TEXT NOT NULL,
  assistant_id    TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  answered_at     TEXT NOT NULL,
  PRIMARY KEY (organization_id, document_id, answer_id),
  FOREIGN KEY (organization_id, answer_id) REFERENCES messages (organization_id, id)
    ON DELETE CASCADE,
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id)
) STRICT, WITHOUT ROWID;

INSERT INTO new_cited_documents (organization_id, document_id, answer_id, assistant_id,
  conversation_id, answered_at)
SELECT organization_id, document_id, answer_id, assistant_id, conversation_id, answered_at
  FROM cited_documents;

DROP TABLE cited_documents;
ALTER TABLE new_cited_documents RENAME TO cited_documents;

CREATE INDEX cited_documents_listed
  ON cited_documents (organization_id, answered_at, document_id, assistant_id);
CREATE INDEX cited_documents_of_answer ON cited_documents (organization_id, answer_id);

CREATE TABLE new_handlings (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  conversation_id TEXT NOT NULL,
  at              TEXT NOT NULL,
  by_type         TEXT NOT NULL CHECK (by_type IN ('user', 'api_key')),
  by_id           TEXT NOT NULL,
  by_name         TEXT,
  note            TEXT,
  PRIMARY KEY (organization_id, conversation_id),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id)
    ON DELETE CASCADE
) STRICT;

INSERT INTO new_handlings (organization_id, conversation_id, at, by_type, by_id, by_name, note)
SELECT parent.organization_id, handlings.conversation_id, handlings.at, handlings.by_type,
       handlings.by_id, handlings.by_name, handlings.note
  FROM handlings JOIN conversations AS parent ON parent.id = handlings.conversation_id;

DROP TABLE handlings;
ALTER TABLE new_handlings RENAME TO handlings;

CREATE TABLE new_transcripts (
  number          INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  conversation_id TEXT NOT NULL,
  words           TEXT NOT NULL,
  UNIQUE (organization_id, conversation_id),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id)
    ON DELETE CASCADE
) STRICT;

INSERT INTO new_transcripts (number, organization_id, conversation_id, words)
SELECT number, organization_id, conversation_id, words
  FROM transcripts;

-- Numbers that were given are never given again.
DELETE FROM sqlite_sequence WHERE name = 'new_transcripts';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'new_transcripts', seq FROM sqlite_sequence WHERE name = 'transcripts';

DROP TABLE transcripts;
ALTER TABLE new_transcripts RENAME TO transcripts;

CREATE TABLE new_gaps (
  number          INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  assistant_id    TEXT NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('open', 'answered', 'dismissed')),
  weight          REAL NOT NULL,
  question_count  INTEGER NOT NULL DEFAULT 0,
  checked_for     TEXT,
  UNIQUE (organization_id, number),
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id)
) STRICT;

INSERT INTO new_gaps (number, organization_id, assistant_id, state, weight, question_count,
                      checked_for)
SELECT number, organization_id, assistant_id, state, weight, question_count, checked_for
  FROM gaps;

-- Numbers that were given are never given again.
DELETE FROM sqlite_sequence WHERE name = 'new_gaps';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'new_gaps', seq FROM sqlite_sequence WHERE name = 'gaps';

DROP TABLE gaps;
ALTER TABLE new_gaps RENAME TO gaps;

CREATE INDEX gaps_listed
  ON gaps ( organization_id, state, question_count, number, assistant_id, checked_for );
CREATE INDEX gaps_of_assistant ON gaps (organization_id, assistant_id);

CREATE TABLE new_gap_questions (
  joined          INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  question_id     TEXT NOT NULL,
  assistant_id    TEXT NOT NULL,
  gap             INTEGER NOT NULL,
  asked_at        TEXT NOT NULL,
  words           TEXT NOT NULL,
  UNIQUE (organization_id, question_id),
  UNIQUE (organization_id, gap, joined),
  FOREIGN KEY (organization_id, question_id) REFERENCES messages (organization_id, id)
    ON DELETE CASCADE,
  FOREIGN KEY (organization_id, gap) REFERENCES gaps (organization_id, number),
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id)
) STRICT;

INSERT INTO new_gap_questions (joined, organization_id, question_id, assistant_id, gap, asked_at,
  words)
SELECT joined, organization_id, question_id, assistant_id, gap, asked_at, words
  FROM gap_questions;

-- Numbers that were given are never given again.
DELETE FROM sqlite_sequence WHERE name = 'new_gap_questions';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'new_gap_questions', seq FROM sqlite_sequence WHERE name = 'gap_questions';

DROP TABLE gap_questions;
ALTER TABLE new_gap_questions RENAME TO gap_questions;

CREATE INDEX gap_questions_listed ON gap_questions (organization_id, gap, asked_at, assistant_id);

CREATE TABLE new_gap_words (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  assistant_id    TEXT NOT NULL,
  word            TEXT NOT NULL,
  gap             INTEGER NOT NULL,
  PRIMARY KEY (organization_id, assistant_id, word, gap)
) STRICT, WITHOUT ROWID;

INSERT INTO new_gap_words (organization_id, assistant_id, word, gap)
SELECT parent.organization_id, gap_words.assistant_id, gap_words.word, gap_words.gap
  FROM gap_words JOIN assistants AS parent ON parent.id = gap_words.assistant_id;

DROP TABLE gap_words;
ALTER TABLE new_gap_words RENAME TO gap_words;

CREATE TABLE new_test_questions (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  assistant_id    TEXT NOT NULL,
  question        TEXT NOT NULL,
  expected        TEXT,
  answer          TEXT,
  created_at      TEXT NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, question, assistant_id),
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id)
) STRICT;

INSERT INTO new_test_questions (organization_id, id, assistant_id, question, expected, answer,
  created_at)
SELECT organization_id, id, assistant_id, question, expected, answer, created_at
  FROM test_questions;

DROP TABLE test_questions;
ALTER TABLE new_test_questions RENAME TO test_questions;

CREATE INDEX test_questions_listed
  ON test_questions (organization_id, assistant_id, created_at, id);

CREATE TABLE new_test_runs (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id              TEXT NOT NULL,
  assistant_id    TEXT NOT NULL,
  status          TEXT NOT NULL
                  CHECK (status IN ('queued', 'running', 'finished', 'stopped')),
  created_at      TEXT NOT NULL,
  started_at      TEXT,
  finished_at     TEXT,
  owner           TEXT,
  lease_until     TEXT,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id)
) STRICT;

INSERT INTO new_test_runs (organization_id, id, assistant_id, status, created_at, started_at,
                           finished_at, owner, lease_until)
SELECT organization_id, id, assistant_id, status, created_at, started_at, finished_at, owner,
       lease_until
  FROM test_runs;

DROP TABLE test_runs;
ALTER TABLE new_test_runs RENAME TO test_runs;

CREATE INDEX test_runs_listed ON test_runs (organization_id, assistant_id, created_at, id);
CREATE UNIQUE INDEX test_runs_queued
  ON test_runs (organization_id, assistant_id) WHERE status = 'queued';
CREATE INDEX test_runs_active
  ON test_runs (organization_id, created_at, id) WHERE status IN ('queued', 'running');

CREATE TABLE new_test_results (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  run_id          TEXT NOT NULL,
  question_id     TEXT NOT NULL,
  before          TEXT,
  after           TEXT,
  changed         INTEGER NOT NULL CHECK (changed IN (0, 1)),
  passed          INTEGER CHECK (passed IN (0, 1)),
  PRIMARY KEY (organization_id, run_id, question_id),
  FOREIGN KEY (organization_id, run_id) REFERENCES test_runs (organization_id, id)
    ON DELETE CASCADE,
  FOREIGN KEY (organization_id, question_id) REFERENCES test_questions (organization_id, id)
    ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO new_test_results (organization_id, run_id, question_id, before, after, changed, passed)
SELECT parent.organization_id, test_results.run_id, test_results.question_id, test_results.before,
       test_results.after, test_results.changed, test_results.passed
  FROM test_results JOIN test_runs AS parent ON parent.id = test_results.run_id;

DROP TABLE test_results;
ALTER TABLE new_test_results RENAME TO test_results;

CREATE INDEX test_results_of_question ON test_results (organization_id, question_id);

CREATE TRIGGER documents_counted AFTER INSERT ON documents BEGIN
  UPDATE sources SET document_count = document_count + 1
   WHERE organization_id = new.organization_id AND id = new.source_id;
  UPDATE collections
     SET document_count = document_count + 1, passage_count = passage_count + new.passage_count
   WHERE organization_id = new.organization_id AND id = new.collection_id;
END;

CREATE TRIGGER documents_recounted AFTER UPDATE OF passage_count ON documents BEGIN
  UPDATE collections
     SET passage_count = passage_count - old.passage_count + new.passage_count
   WHERE organization_id = new.organization_id AND id = new.collection_id;
END;

CREATE TRIGGER documents_uncounted AFTER DELETE ON documents BEGIN
  UPDATE sources SET document_count = document_count - 1
   WHERE organization_id = old.organization_id AND id = old.source_id;
  UPDATE collections
     SET document_count = document_count - 1, passage_count = passage_count - old.passage_count
   WHERE organization_id = old.organization_id AND id = old.collection_id;
END;

CREATE TRIGGER transcripts_erased AFTER DELETE ON transcripts BEGIN
  DELETE FROM transcript_words
   WHERE organization_id = old.organization_id AND transcript = old.number
     AND word IN (SELECT key FROM json_each(old.words));
END;

CREATE TRIGGER gap_questions_erased AFTER DELETE ON gap_questions BEGIN
  DELETE FROM gap_words
   WHERE organization_id = old.organization_id AND assistant_id = old.assistant_id
     AND gap = old.gap AND word IN (SELECT key FROM json_each(old.words));
  INSERT OR IGNORE INTO gap_words (organization_id, assistant_id, word, gap)
  SELECT old.organization_id, old.assistant_id, key, old.gap
    FROM json_each((SELECT words FROM gap_questions
                     WHERE organization_id = old.organization_id AND gap = old.gap
                     ORDER BY joined LIMIT 1));
  UPDATE gaps
     SET weight = (SELECT sum(value)
                     FROM json_each((SELECT words FROM gap_questions
                                      WHERE organization_id = old.organization_id
                                        AND gap = old.gap
                                      ORDER BY joined LIMIT 1)))
   WHERE number = old.gap
     AND EXISTS (SELECT 1 FROM gap_questions
                  WHERE organization_id = old.organization_id AND gap = old.gap);
  DELETE FROM gaps
   WHERE number = old.gap
     AND NOT EXISTS (SELECT 1 FROM gap_questions
                      WHERE organization_id = old.organization_id AND gap = old.gap);
END;

CREATE TRIGGER test_questions_erased AFTER DELETE ON messages WHEN old.role = 'user' BEGIN
  DELETE FROM test_questions
   WHERE organization_id = old.organization_id AND question = old.text
     AND created_at >= old.created_at
     AND NOT EXISTS (SELECT 1 FROM messages
                      WHERE organization_id = old.organization_id AND role = 'user'
                        AND text = old.text);
END;

CREATE TRIGGER gap_questions_counted AFTER INSERT ON gap_questions BEGIN
  UPDATE gaps SET question_count = question_count + 1 WHERE number = new.gap;
END;

CREATE TRIGGER gap_questions_discounted AFTER DELETE ON gap_questions BEGIN
  UPDATE gaps SET question_count = question_count - 1 WHERE number = old.gap;
END;
