-- The organization that a person was in last, where the next sign-in begins; NULL before the first
-- one. Not a reference: the person may have left it since (docs/behaviour.md#console-sessions).
ALTER TABLE users ADD COLUMN last_organization_id TEXT;
