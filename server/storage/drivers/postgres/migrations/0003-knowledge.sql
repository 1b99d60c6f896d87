CREATE TABLE collections (
  organization_id      text COLLATE "C" NOT NULL,
  id                   text COLLATE "C" NOT NULL,
  name                 text COLLATE "C" NOT NULL,
  description          text COLLATE "C" NOT NULL,
  status               text COLLATE "C" NOT NULL CHECK (status IN ('active', 'archived')),
  embedding_model      text COLLATE "C" NOT NULL,
  embedding_dimensions integer NOT NULL CHECK (embedding_dimensions BETWEEN 1 AND 100000),
  document_count       integer NOT NULL DEFAULT 0,
  passage_count        integer NOT NULL DEFAULT 0,
  created_at           text COLLATE "C" NOT NULL,
  updated_at           text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, name)
);
CREATE INDEX collections_listed ON collections (organization_id, status, created_at, id);

CREATE TABLE synonyms (
  organization_id text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  revision        integer NOT NULL,
  groups          text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, collection_id)
);

CREATE TABLE granted_roots (
  organization_id text COLLATE "C" NOT NULL,
  path            text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, path)
);

CREATE TABLE sources (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  name            text COLLATE "C" NOT NULL,
  type            text COLLATE "C" NOT NULL,
  config          text COLLATE "C" NOT NULL,
  credentials     text COLLATE "C",
  schedule        text COLLATE "C",
  time_zone       text COLLATE "C" NOT NULL,
  next_due_at     text COLLATE "C",
  document_count  integer NOT NULL DEFAULT 0,
  created_at      text COLLATE "C" NOT NULL,
  updated_at      text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, collection_id, name)
);
CREATE INDEX sources_listed ON sources (organization_id, collection_id, created_at, id);
CREATE INDEX sources_scheduled ON sources (organization_id, id) WHERE schedule IS NOT NULL;

CREATE TABLE uploads (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  source_id       text COLLATE "C" NOT NULL,
  path            text COLLATE "C" NOT NULL,
  title           text COLLATE "C",
  url             text COLLATE "C",
  media_type      text COLLATE "C" NOT NULL,
  bytes           bigint NOT NULL,
  content_hash    text COLLATE "C" NOT NULL,
  uploaded_at     text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, source_id, path),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id)
    ON DELETE CASCADE
);

-- The owner runs it until `lease_until` at the latest (docs/architecture.md#leases). `confirms` is
-- the job whose withheld deletions this one may make; NULL for most.
CREATE TABLE jobs (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  source_id       text COLLATE "C" NOT NULL,
  status          text COLLATE "C" NOT NULL CHECK (status IN (
                    'pending', 'queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled',
                    'skipped')),
  trigger         text COLLATE "C" NOT NULL CHECK (trigger IN ('manual', 'scheduled', 'api')),
  source_version  text COLLATE "C",
  attempt         integer NOT NULL,
  max_attempts    integer NOT NULL,
  queued_at       text COLLATE "C" NOT NULL,
  started_at      text COLLATE "C",
  finished_at     text COLLATE "C",
  next_attempt_at text COLLATE "C",
  error_code      text COLLATE "C",
  error_message   text COLLATE "C",
  counters        text COLLATE "C" NOT NULL,
  confirms        text COLLATE "C",
  owner           text COLLATE "C",
  lease_until     text COLLATE "C",
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id)
    ON DELETE CASCADE
);
CREATE INDEX jobs_listed ON jobs (organization_id, source_id, queued_at, id);
CREATE INDEX jobs_active ON jobs (organization_id, status, queued_at)
  WHERE status IN ('pending', 'queued', 'running');
CREATE INDEX jobs_held ON jobs (organization_id, owner) WHERE owner IS NOT NULL;

CREATE TABLE withheld_deletions (
  organization_id text COLLATE "C" NOT NULL,
  job_id          text COLLATE "C" NOT NULL,
  document_id     text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, job_id, document_id),
  FOREIGN KEY (organization_id, job_id) REFERENCES jobs (organization_id, id) ON DELETE CASCADE
);

CREATE TABLE pages (
  organization_id text COLLATE "C" NOT NULL,
  source_id       text COLLATE "C" NOT NULL,
  url             text COLLATE "C" NOT NULL,
  outcome         text COLLATE "C" NOT NULL CHECK (outcome IN (
                    'ingested', 'unchanged', 'skipped', 'failed', 'gone', 'unknown')),
  reason          text COLLATE "C",
  http_status     integer,
  depth           integer NOT NULL,
  found_on        text COLLATE "C",
  last_seen_at    text COLLATE "C",
  etag            text COLLATE "C",
  last_modified   text COLLATE "C",
  text_digest     text COLLATE "C",
  times_missing   integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, source_id, url),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id)
    ON DELETE CASCADE
);

CREATE TABLE website_states (
  organization_id text COLLATE "C" NOT NULL,
  source_id       text COLLATE "C" NOT NULL,
  settings        text COLLATE "C" NOT NULL,
  repeated_texts  text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, source_id),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id)
    ON DELETE CASCADE
);

CREATE TABLE being_parsed (
  organization_id text COLLATE "C" NOT NULL,
  source_id       text COLLATE "C" NOT NULL,
  path            text COLLATE "C" NOT NULL,
  content_hash    text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, source_id, path),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id)
    ON DELETE CASCADE
);

CREATE TABLE documents (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  source_id       text COLLATE "C" NOT NULL,
  path            text COLLATE "C" NOT NULL,
  title           text COLLATE "C" NOT NULL,
  url             text COLLATE "C",
  given_title     text COLLATE "C",
  given_url       text COLLATE "C",
  own_title       text COLLATE "C",
  own_url         text COLLATE "C",
  media_type      text COLLATE "C" NOT NULL,
  bytes           bigint NOT NULL,
  content_hash    text COLLATE "C" NOT NULL,
  version         text COLLATE "C",
  status          text COLLATE "C" NOT NULL CHECK (status IN ('ingested', 'skipped', 'failed')),
  excluded        smallint NOT NULL DEFAULT 0 CHECK (excluded IN (0, 1)),
  error_code      text COLLATE "C",
  error_message   text COLLATE "C",
  passage_count   integer NOT NULL,
  passages_digest text COLLATE "C",
  updated_at      text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, source_id, path),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id)
    ON DELETE CASCADE
);

-- The last number that was given to a passage of the organization.
CREATE TABLE passage_keys (
  organization_id text COLLATE "C" PRIMARY KEY,
  last            bigint NOT NULL
);

CREATE TABLE passages (
  organization_id text COLLATE "C" NOT NULL,
  key             bigint NOT NULL,
  id              text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  document_id     text COLLATE "C" NOT NULL,
  position        integer NOT NULL,
  state           text COLLATE "C" NOT NULL CHECK (state IN ('staged', 'live', 'gone')),
  -- The job that stages it. NULL once it is live, and of a document that a person excludes.
  staged_by       text COLLATE "C",
  anchor          text COLLATE "C",
  url             text COLLATE "C",
  text            text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, key)
);
CREATE UNIQUE INDEX passages_live ON passages (organization_id, id) WHERE state = 'live';
CREATE INDEX passages_of_document ON passages (organization_id, document_id, state, position);
CREATE INDEX passages_hidden ON passages (organization_id, collection_id, state)
  WHERE state <> 'live';
