-- Runs in a row in which the newest version of a document had no text, or was withheld, while its
-- earlier passages stayed (docs/behaviour.md#deletions). `error_code` and `error_message` are then
-- about that newest version.
ALTER TABLE documents ADD COLUMN times_lost INTEGER NOT NULL DEFAULT 0;
