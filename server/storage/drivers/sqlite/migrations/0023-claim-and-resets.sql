-- The code with which the first person takes over the installation, by its SHA-256; at most one
-- row, and none once it was used (docs/behaviour.md#claiming-the-console).
CREATE TABLE claim_codes (
  code_hash TEXT PRIMARY KEY
) STRICT;

-- Links that set a new password, by the SHA-256 of their token; one of a person at a time
-- (docs/behaviour.md#members-and-invitations).
CREATE TABLE password_resets (
  user_id    TEXT PRIMARY KEY REFERENCES users (id),
  token_hash TEXT NOT NULL UNIQUE,
  expires_at TEXT NOT NULL
) STRICT;
