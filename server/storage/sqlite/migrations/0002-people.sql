-- People: who belongs to an organization since when, who is invited, who is signed in, and what the
-- operator's support staff looked at.

-- Members are listed by when they came; those there before are taken to have come with their account.
ALTER TABLE memberships ADD COLUMN created_at TEXT NOT NULL DEFAULT '';
UPDATE memberships SET created_at = (SELECT created_at FROM users WHERE users.id = user_id);
CREATE INDEX memberships_of_user ON memberships (user_id);

-- Somebody who may join an organization with a one-time link, known by the SHA-256 of its token
-- (completions 4). It is no membership and no user yet: only who has the link joins, and only this
-- organization. `id` is the id of the user that is made when nobody has the address by then. The
-- address is in lower case.
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

-- A look of the operator's staff into one organization (contract 2.7, completions 11). Live while
-- "end" is null and expires_at lies ahead; one that was ended before has the time of it as expires_at.
-- Name and address are those at the opening.
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

-- What was looked at, for the organization to see (completions 11).
CREATE TABLE support_requests (
  number             INTEGER PRIMARY KEY,
  support_session_id TEXT NOT NULL REFERENCES support_sessions (id),
  method             TEXT NOT NULL,
  path               TEXT NOT NULL,
  at                 TEXT NOT NULL
) STRICT;
CREATE INDEX support_requests_listed ON support_requests (support_session_id, number);

-- A person signed in to the console, known by the SHA-256 of the cookie (completions 4). It acts in one
-- organization; of the staff also in none, or within a support session until that is left.
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
