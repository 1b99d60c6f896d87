-- When the person of a session last proved again who they are (docs/behaviour.md#asking-again).
-- NULL: not since it was begun.
ALTER TABLE sessions ADD COLUMN confirmed_at text COLLATE "C";

-- What the operator does from the shell and by the provisioning file is in the audit log, too.
-- `changes` is a JSON list of {field, from, to}, or NULL.
ALTER TABLE audit DROP CONSTRAINT audit_actor_type_check;
ALTER TABLE audit ADD CONSTRAINT audit_actor_type_check
  CHECK (actor_type IN ('user', 'api_key', 'staff', 'operator'));
ALTER TABLE audit ADD COLUMN changes text COLLATE "C";
