-- Tables of this installation as a whole, which belong to no organization: organizations, users and
-- what is looked up before it is known whose it is.
CREATE TABLE organizations (
  id                 text COLLATE "C" PRIMARY KEY,
  slug               text COLLATE "C" NOT NULL UNIQUE,
  name               text COLLATE "C" NOT NULL,
  status             text COLLATE "C" NOT NULL CHECK (status IN ('active', 'suspended')),
  support_access     smallint NOT NULL CHECK (support_access IN (0, 1)),
  created_at         text COLLATE "C" NOT NULL,
  retention_days     integer,
  daily_model_tokens bigint DEFAULT 2000000,
  revision           integer NOT NULL DEFAULT 1
);

CREATE TABLE users (
  id            text COLLATE "C" PRIMARY KEY,
  email         text COLLATE "C" NOT NULL,
  email_folded  text COLLATE "C" NOT NULL UNIQUE,
  name          text COLLATE "C" NOT NULL,
  password_hash text COLLATE "C",
  staff         smallint NOT NULL CHECK (staff IN (0, 1)),
  created_at    text COLLATE "C" NOT NULL
);

CREATE TABLE claim_codes (
  code_hash text COLLATE "C" PRIMARY KEY
);

CREATE TABLE password_resets (
  user_id    text COLLATE "C" PRIMARY KEY REFERENCES users (id),
  token_hash text COLLATE "C" NOT NULL UNIQUE,
  expires_at text COLLATE "C" NOT NULL
);

CREATE TABLE sessions (
  id                 text COLLATE "C" PRIMARY KEY,
  token_hash         text COLLATE "C" NOT NULL UNIQUE,
  user_id            text COLLATE "C" NOT NULL REFERENCES users (id),
  organization_id    text COLLATE "C",
  support_session_id text COLLATE "C",
  created_at         text COLLATE "C" NOT NULL,
  expires_at         text COLLATE "C" NOT NULL
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_expiring ON sessions (expires_at);

-- Whose a secret is, by its hash (or a widget's public key): the one way from a credential to the
-- organization, in which everything else about it is then looked up.
CREATE TABLE secrets (
  hash            text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL
);

-- Tables of an organization, whose id leads every key and index.
CREATE TABLE memberships (
  organization_id text COLLATE "C" NOT NULL,
  user_id         text COLLATE "C" NOT NULL,
  role            text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'member')),
  created_at      text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);

-- In which organizations a user is.
CREATE TABLE organizations_of_users (
  user_id         text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (user_id, organization_id)
);

CREATE TABLE invitations (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  email           text COLLATE "C" NOT NULL,
  name            text COLLATE "C" NOT NULL,
  role            text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'member')),
  token_hash      text COLLATE "C" NOT NULL,
  created_at      text COLLATE "C" NOT NULL,
  expires_at      text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, email),
  UNIQUE (organization_id, token_hash)
);

CREATE TABLE support_sessions (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  user_id         text COLLATE "C" NOT NULL,
  staff_name      text COLLATE "C" NOT NULL,
  staff_email     text COLLATE "C" NOT NULL,
  reason          text COLLATE "C" NOT NULL,
  started_at      text COLLATE "C" NOT NULL,
  expires_at      text COLLATE "C" NOT NULL,
  "end"           text COLLATE "C"
                  CHECK ("end" IN ('access_turned_off', 'ended_by_organization', 'ended_by_staff')),
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX support_sessions_listed ON support_sessions (organization_id, started_at, id);

-- Where a person of the staff has had support sessions.
CREATE TABLE support_sessions_of_users (
  user_id            text COLLATE "C" NOT NULL,
  support_session_id text COLLATE "C" NOT NULL,
  organization_id    text COLLATE "C" NOT NULL,
  PRIMARY KEY (user_id, support_session_id)
);

CREATE TABLE support_requests (
  organization_id    text COLLATE "C" NOT NULL,
  support_session_id text COLLATE "C" NOT NULL,
  id                 text COLLATE "C" NOT NULL,
  method             text COLLATE "C" NOT NULL,
  path               text COLLATE "C" NOT NULL,
  at                 text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, support_session_id, id),
  FOREIGN KEY (organization_id, support_session_id)
    REFERENCES support_sessions (organization_id, id)
);

CREATE TABLE api_keys (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  name            text COLLATE "C" NOT NULL,
  role            text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'member')),
  prefix          text COLLATE "C" NOT NULL,
  secret_hash     text COLLATE "C" NOT NULL,
  created_at      text COLLATE "C" NOT NULL,
  created_by      text COLLATE "C",
  expires_at      text COLLATE "C",
  revoked_at      text COLLATE "C",
  last_used_at    text COLLATE "C",
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, secret_hash)
);
CREATE INDEX api_keys_listed ON api_keys (organization_id, created_at, id);

CREATE TABLE audit (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  at              text COLLATE "C" NOT NULL,
  actor_type      text COLLATE "C" NOT NULL CHECK (actor_type IN ('user', 'api_key', 'staff')),
  actor_id        text COLLATE "C",
  actor_name      text COLLATE "C",
  action          text COLLATE "C" NOT NULL,
  target_type     text COLLATE "C",
  target_id       text COLLATE "C",
  target_name     text COLLATE "C",
  fields          text COLLATE "C",
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX audit_listed ON audit (organization_id, at, id, actor_id, action);
