-- People: since when members belong to an organization, invitations, console sessions, and the
-- record of support access.

-- Members are listed by joining time; for earlier members it is the creation of their account.
ALTER TABLE memberships ADD COLUMN created_at TEXT NOT NULL DEFAULT '';
UPDATE memberships SET created_at = (SELECT created_at FROM users WHERE users.id = user_id);
CREATE INDEX memberships_of_user ON memberships (user_id);

-- Somebody who may join an organization with a one-time link, identified by the SHA-256 of its
-- token (docs/behaviour.md#members-and-invitations). Neither a membership nor a user yet. `id`
-- becomes the id of the user that is created, unless the address has a user by then. The address is
-- in lower case.
CREATE TABLE invitations (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  email           TEXT NOT NULL,
  name            TEXT NOT NULL,
  role            TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'member')),
  token_hash      TEXT NOT NULL UNIQUE,
  created_at      TEXT NOT NULL,
  expires_at      TEXT NOT NULL,
  UNIQUE (organization_id, email)
) STRICT;

-- Access of the operator's staff to one organization (docs/behaviour.md#support-access). Live while
-- "end" is null and expires_at lies ahead; ending it earlier sets expires_at to that time. Name and
-- address are those at the opening.
CREATE TABLE support_sessions (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  user_id         TEXT NOT NULL REFERENCES users (id),
  staff_name      TEXT NOT NULL,
  staff_email     TEXT NOT NULL,
  reason          TEXT NOT NULL,
  started_at      TEXT NOT NULL,
  expires_at      TEXT NOT NULL,
  "end"           TEXT CHECK ("end" IN ('access_turned_off', 'ended_by_organization', 'ended_by_staff'))
) STRICT;
CREATE INDEX support_sessions_listed ON support_sessions (organization_id, started_at, id);

-- The requests of a support session, which the organization can read.
CREATE TABLE support_requests (
  number             INTEGER PRIMARY KEY,
  support_session_id TEXT NOT NULL REFERENCES support_sessions (id),
  method             TEXT NOT NULL,
  path               TEXT NOT NULL,
  at                 TEXT NOT NULL
) STRICT;
CREATE INDEX support_requests_listed ON support_requests (support_session_id, number);

-- A session of the console, identified by the SHA-256 of its cookie
-- (docs/behaviour.md#console-sessions). It acts in one organization; for staff also in none, or
-- within a support session until that is left.
CREATE TABLE sessions (
  id                 TEXT PRIMARY KEY,
  token_hash         TEXT NOT NULL UNIQUE,
  user_id            TEXT NOT NULL REFERENCES users (id),
  organization_id    TEXT REFERENCES organizations (id),
  support_session_id TEXT REFERENCES support_sessions (id),
  created_at         TEXT NOT NULL,
  expires_at         TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_expiring ON sessions (expires_at);
