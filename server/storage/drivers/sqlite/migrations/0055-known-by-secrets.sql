-- As in PostgreSQL: whose a secret is, by its hash (or a widget's public key), and in which
-- organizations a person is, or has had support sessions. These tables of the installation are the
-- one way from a credential or a person to an organization, in which everything else is looked up.
CREATE TABLE secrets (
  hash            TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id)
) STRICT, WITHOUT ROWID;

INSERT INTO secrets (hash, organization_id)
SELECT secret_hash, organization_id FROM api_keys
 UNION ALL
SELECT widget_key, organization_id FROM deployments
 UNION ALL
SELECT token_hash, organization_id FROM invitations;

DROP INDEX api_keys_by_secret;
DROP INDEX deployments_by_key;
DROP INDEX invitations_by_token;

CREATE TABLE organizations_of_users (
  user_id         TEXT NOT NULL REFERENCES users (id),
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  PRIMARY KEY (user_id, organization_id)
) STRICT, WITHOUT ROWID;

INSERT INTO organizations_of_users (user_id, organization_id)
SELECT user_id, organization_id FROM memberships;

DROP INDEX memberships_of_user;

CREATE TABLE support_sessions_of_users (
  user_id            TEXT NOT NULL REFERENCES users (id),
  support_session_id TEXT NOT NULL,
  organization_id    TEXT NOT NULL REFERENCES organizations (id),
  PRIMARY KEY (user_id, support_session_id)
) STRICT, WITHOUT ROWID;

INSERT INTO support_sessions_of_users (user_id, support_session_id, organization_id)
SELECT user_id, id, organization_id FROM support_sessions;
