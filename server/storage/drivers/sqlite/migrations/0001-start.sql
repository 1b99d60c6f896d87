-- The first schema. Times are UTC ISO 8601 text with milliseconds and Z, which sorts as time does;
-- ids are UUID text given by the service; open maps and lists are JSON text.

-- The owner of all other data. While it is suspended, all of its credentials fail.
CREATE TABLE organizations (
  id             TEXT PRIMARY KEY,
  slug           TEXT NOT NULL UNIQUE,
  name           TEXT NOT NULL,
  status         TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
  support_access INTEGER NOT NULL CHECK (support_access IN (0, 1)),
  created_at     TEXT NOT NULL
) STRICT;

-- A person who signs in to the console; `staff` is the operator's
-- (docs/behaviour.md#support-access). An address is kept as written and compared in lower case,
-- hence the folded copy.
CREATE TABLE users (
  id            TEXT PRIMARY KEY,
  email         TEXT NOT NULL,
  email_folded  TEXT NOT NULL UNIQUE,
  name          TEXT NOT NULL,
  password_hash TEXT,
  staff         INTEGER NOT NULL CHECK (staff IN (0, 1)),
  created_at    TEXT NOT NULL
) STRICT;

-- A person has one role in each of their organizations (docs/behaviour.md#roles-and-permissions).
CREATE TABLE memberships (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  user_id         TEXT NOT NULL REFERENCES users (id),
  role            TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'member')),
  PRIMARY KEY (organization_id, user_id)
) STRICT, WITHOUT ROWID;

-- The secret itself is never stored, only its SHA-256 (docs/behaviour.md#api-keys).
CREATE TABLE api_keys (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  name            TEXT NOT NULL,
  role            TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'member')),
  prefix          TEXT NOT NULL,
  secret_hash     TEXT NOT NULL UNIQUE,
  created_at      TEXT NOT NULL,
  created_by      TEXT,
  expires_at      TEXT,
  revoked_at      TEXT,
  last_used_at    TEXT
) STRICT;
CREATE INDEX api_keys_listed ON api_keys (organization_id, created_at, id);

-- Knowledge with one embedding model, fixed at creation. `number` names its search indexes
-- words_<number>, grams_<number>, vectors_<number> and terms_<number>, which are created with the
-- row: word statistics belong to one collection, and no search can reach another organization's
-- text. Triggers on documents maintain the counts.
CREATE TABLE collections (
  number               INTEGER PRIMARY KEY,
  id                   TEXT NOT NULL UNIQUE,
  organization_id      TEXT NOT NULL REFERENCES organizations (id),
  name                 TEXT NOT NULL,
  description          TEXT NOT NULL,
  status               TEXT NOT NULL CHECK (status IN ('active', 'archived')),
  embedding_model      TEXT NOT NULL,
  embedding_dimensions INTEGER NOT NULL CHECK (embedding_dimensions BETWEEN 1 AND 100000),
  document_count       INTEGER NOT NULL DEFAULT 0,
  passage_count        INTEGER NOT NULL DEFAULT 0,
  created_at           TEXT NOT NULL,
  updated_at           TEXT NOT NULL,
  UNIQUE (organization_id, name)
) STRICT;
CREATE INDEX collections_listed ON collections (organization_id, status, created_at, id);

-- An assistant answers from the collections attached to it, in their order. `revision` starts at 1
-- and increases by one with each change.
CREATE TABLE assistants (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  name            TEXT NOT NULL,
  description     TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('active', 'archived', 'disabled')),
  model           TEXT NOT NULL,
  instruction     TEXT,
  revision        INTEGER NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL
) STRICT;
CREATE INDEX assistants_listed ON assistants (organization_id, created_at, id);

CREATE TABLE assistant_collections (
  assistant_id  TEXT NOT NULL REFERENCES assistants (id),
  position      INTEGER NOT NULL,
  collection_id TEXT NOT NULL REFERENCES collections (id),
  PRIMARY KEY (assistant_id, position)
) STRICT, WITHOUT ROWID;

-- Where documents of a collection come from (docs/behaviour.md#sources). `config` depends on the
-- type.
CREATE TABLE sources (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  collection_id   TEXT NOT NULL REFERENCES collections (id),
  name            TEXT NOT NULL,
  type            TEXT NOT NULL,
  config          TEXT NOT NULL,
  schedule        TEXT,
  document_count  INTEGER NOT NULL DEFAULT 0,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  UNIQUE (collection_id, name)
) STRICT;
CREATE INDEX sources_listed ON sources (collection_id, created_at, id);
CREATE INDEX sources_scheduled ON sources (id) WHERE schedule IS NOT NULL;

-- Folders that an organization may read in addition to those of SVC_SOURCE_ROOTS: the ones that its
-- provisioning file declares.
CREATE TABLE granted_roots (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  path            TEXT NOT NULL,
  PRIMARY KEY (organization_id, path)
) STRICT, WITHOUT ROWID;

-- A file in an upload source; its bytes are stored in the data folder by their SHA-256. The
-- document made from it has the same id. A path uploaded again replaces the row and keeps the id.
CREATE TABLE uploads (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  source_id       TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  path            TEXT NOT NULL,
  title           TEXT,
  url             TEXT,
  media_type      TEXT NOT NULL,
  bytes           INTEGER NOT NULL,
  content_hash    TEXT NOT NULL,
  uploaded_at     TEXT NOT NULL,
  UNIQUE (source_id, path)
) STRICT;

-- One run over a source (docs/behaviour.md#jobs). A source has at most one active job: the index
-- refuses a second.
CREATE TABLE jobs (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  collection_id   TEXT NOT NULL REFERENCES collections (id),
  source_id       TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  status          TEXT NOT NULL CHECK (status IN (
                    'pending', 'queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled', 'skipped')),
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
  counters        TEXT NOT NULL
) STRICT;
CREATE INDEX jobs_listed ON jobs (source_id, queued_at, id);
CREATE UNIQUE INDEX jobs_active ON jobs (source_id) WHERE status IN ('pending', 'queued', 'running');
CREATE INDEX jobs_queued ON jobs (queued_at, id) WHERE status = 'queued';
CREATE INDEX jobs_running ON jobs (id) WHERE status = 'running';

-- What a run made of one file or page of a source (docs/behaviour.md#documents). A path is unique
-- in its source.
CREATE TABLE documents (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  collection_id   TEXT NOT NULL REFERENCES collections (id),
  source_id       TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  path            TEXT NOT NULL,
  title           TEXT NOT NULL,
  url             TEXT,
  media_type      TEXT NOT NULL,
  bytes           INTEGER NOT NULL,
  content_hash    TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('ingested', 'skipped', 'failed')),
  error_code      TEXT,
  error_message   TEXT,
  passage_count   INTEGER NOT NULL,
  updated_at      TEXT NOT NULL,
  UNIQUE (source_id, path)
) STRICT;

-- Counting documents at every read of a collection would become slower as it grows.
CREATE TRIGGER documents_counted AFTER INSERT ON documents BEGIN
  UPDATE sources SET document_count = document_count + 1 WHERE id = new.source_id;
  UPDATE collections
     SET document_count = document_count + 1, passage_count = passage_count + new.passage_count
   WHERE id = new.collection_id;
END;
CREATE TRIGGER documents_recounted AFTER UPDATE OF passage_count ON documents BEGIN
  UPDATE collections
     SET passage_count = passage_count - old.passage_count + new.passage_count
   WHERE id = new.collection_id;
END;
CREATE TRIGGER documents_uncounted AFTER DELETE ON documents BEGIN
  UPDATE sources SET document_count = document_count - 1 WHERE id = old.source_id;
  UPDATE collections
     SET document_count = document_count - 1, passage_count = passage_count - old.passage_count
   WHERE id = old.collection_id;
END;

-- The stored unit of text that a citation points at. `rowid` is also its row in the indexes of its
-- collection and is never reused. A passage is written as 'staged', becomes 'live' when its
-- document is published, and 'gone' when it is replaced, until it is swept out of the indexes. A
-- staged passage may precede its document, so document_id is no foreign key. An unchanged passage
-- keeps its id, so ids are unique among live ones only. Texts are in their own table
-- (passage_texts), so that changing the state rewrites small rows.
CREATE TABLE passages (
  rowid         INTEGER PRIMARY KEY AUTOINCREMENT,
  id            TEXT NOT NULL,
  collection_id TEXT NOT NULL REFERENCES collections (id),
  document_id   TEXT NOT NULL,
  position      INTEGER NOT NULL,
  state         TEXT NOT NULL CHECK (state IN ('staged', 'live', 'gone'))
) STRICT;
CREATE UNIQUE INDEX passages_live ON passages (id) WHERE state = 'live';
CREATE INDEX passages_of_document ON passages (document_id, state, position);
-- Few at any time: rows that searches leave out and a sweep deletes.
CREATE INDEX passages_hidden ON passages (collection_id, state) WHERE state <> 'live';

CREATE TABLE passage_texts (
  rowid  INTEGER PRIMARY KEY REFERENCES passages (rowid) ON DELETE CASCADE,
  anchor TEXT,
  url    TEXT,
  text   TEXT NOT NULL
) STRICT;

-- Questions and answers between one owner and one assistant (docs/behaviour.md#conversations).
-- Those of a widget deployment belong to one visitor each.
CREATE TABLE conversations (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  assistant_id    TEXT NOT NULL REFERENCES assistants (id),
  owner_type      TEXT NOT NULL CHECK (owner_type IN ('user', 'service')),
  owner_id        TEXT NOT NULL,
  visitor_id      TEXT,
  channel         TEXT NOT NULL CHECK (channel IN ('api', 'console', 'widget', 'mcp')),
  title           TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('active', 'archived')),
  turn_state      TEXT NOT NULL CHECK (turn_state IN ('idle', 'awaiting_answer')),
  message_count   INTEGER NOT NULL,
  metadata        TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL
) STRICT;
CREATE INDEX conversations_listed ON conversations (organization_id, status, created_at, id);
CREATE INDEX conversations_of_owner ON conversations (owner_id, visitor_id, created_at, id);

-- A question, or an answer that has ended; an answer's sequence is one more than its question's.
-- The columns after metadata, which the API does not show, let a replay end as the answer did. An
-- idempotency key names one question of its conversation.
CREATE TABLE messages (
  id                TEXT PRIMARY KEY,
  organization_id   TEXT NOT NULL REFERENCES organizations (id),
  conversation_id   TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  role              TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
  sequence          INTEGER NOT NULL,
  status            TEXT NOT NULL CHECK (status IN ('complete', 'interrupted', 'failed')),
  text              TEXT NOT NULL,
  citations         TEXT NOT NULL,
  abstained         INTEGER NOT NULL CHECK (abstained IN (0, 1)),
  created_at        TEXT NOT NULL,
  model             TEXT,
  finish_reason     TEXT,
  idempotency_key   TEXT,
  metadata          TEXT NOT NULL,
  abstention_reason TEXT,
  error_code        TEXT,
  error_message     TEXT,
  input_tokens      INTEGER NOT NULL DEFAULT 0,
  output_tokens     INTEGER NOT NULL DEFAULT 0,
  UNIQUE (conversation_id, sequence)
) STRICT;
CREATE UNIQUE INDEX messages_keyed ON messages (conversation_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

-- An answer in progress: a row exists exactly while its conversation is awaiting_answer. A streamed
-- answer stores its text here as it grows, in case of a crash. `named` is the title that the
-- question gave the conversation, which is removed when the turn is dropped.
CREATE TABLE live_turns (
  answer_id       TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  conversation_id TEXT NOT NULL UNIQUE REFERENCES conversations (id) ON DELETE CASCADE,
  question_id     TEXT NOT NULL UNIQUE REFERENCES messages (id) ON DELETE CASCADE,
  streamed        INTEGER NOT NULL CHECK (streamed IN (0, 1)),
  model           TEXT NOT NULL,
  named           TEXT,
  text            TEXT NOT NULL,
  citations       TEXT NOT NULL,
  claimed_at      TEXT NOT NULL
) STRICT;

-- The rating of an answer (docs/behaviour.md#ratings). Only the asker of a conversation rates in
-- it, so an answer has at most one.
CREATE TABLE ratings (
  message_id TEXT PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  rating     TEXT NOT NULL CHECK (rating IN ('up', 'down')),
  note       TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- Counts by UTC day, which outlive their conversations (docs/behaviour.md#usage). Every turn that
-- was kept counts one question and exactly one of answers, abstained, interrupted and failed. A
-- rating counts on the day of its answer.
CREATE TABLE usage (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  day             TEXT NOT NULL,
  assistant_id    TEXT NOT NULL,
  model           TEXT NOT NULL,
  channel         TEXT NOT NULL,
  questions       INTEGER NOT NULL DEFAULT 0,
  answers         INTEGER NOT NULL DEFAULT 0,
  abstained       INTEGER NOT NULL DEFAULT 0,
  interrupted     INTEGER NOT NULL DEFAULT 0,
  failed          INTEGER NOT NULL DEFAULT 0,
  follow_ups      INTEGER NOT NULL DEFAULT 0,
  input_tokens    INTEGER NOT NULL DEFAULT 0,
  output_tokens   INTEGER NOT NULL DEFAULT 0,
  ratings_up      INTEGER NOT NULL DEFAULT 0,
  ratings_down    INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, day, assistant_id, model, channel)
) STRICT, WITHOUT ROWID;

-- An assistant embedded in websites (docs/behaviour.md#widget-deployments). Its status is derived
-- from revoked_at and expires_at.
CREATE TABLE deployments (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  name            TEXT NOT NULL,
  widget_key      TEXT NOT NULL UNIQUE,
  assistant_id    TEXT NOT NULL REFERENCES assistants (id),
  created_at      TEXT NOT NULL,
  created_by      TEXT,
  expires_at      TEXT,
  revoked_at      TEXT,
  last_used_at    TEXT,
  UNIQUE (organization_id, name)
) STRICT;
CREATE INDEX deployments_listed ON deployments (organization_id, created_at, id);

-- By origin first, because a preflight carries no key (docs/behaviour.md#origins-and-preflights).
CREATE TABLE deployment_origins (
  origin        TEXT NOT NULL,
  deployment_id TEXT NOT NULL REFERENCES deployments (id),
  PRIMARY KEY (origin, deployment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX deployment_origins_of ON deployment_origins (deployment_id, origin);

-- Why pages were refused, for the owner only, kept for 24 hours.
CREATE TABLE refusals (
  deployment_id TEXT NOT NULL REFERENCES deployments (id),
  origin        TEXT NOT NULL,
  reason        TEXT NOT NULL,
  count         INTEGER NOT NULL,
  last_at       TEXT NOT NULL,
  PRIMARY KEY (deployment_id, origin, reason)
) STRICT, WITHOUT ROWID;
CREATE INDEX refusals_listed ON refusals (deployment_id, last_at);

-- A visitor of one deployment, identified by the SHA-256 of a token (docs/behaviour.md#visitors).
CREATE TABLE visitors (
  id            TEXT PRIMARY KEY,
  deployment_id TEXT NOT NULL REFERENCES deployments (id),
  token_hash    TEXT NOT NULL UNIQUE,
  expires_at    TEXT NOT NULL
) STRICT;

-- An organization's overrides of the brand; no row means the layer {} at revision 0.
CREATE TABLE brandings (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id),
  layer           TEXT NOT NULL,
  revision        INTEGER NOT NULL,
  updated_at      TEXT NOT NULL,
  updated_by      TEXT
) STRICT;
