-- Whether the document is being parsed now, by a process that lives or died while it did.
ALTER TABLE being_parsed ADD COLUMN is_open INTEGER NOT NULL DEFAULT 1;
-- Times that the process ended while the document was being parsed.
ALTER TABLE being_parsed ADD COLUMN interruptions INTEGER NOT NULL DEFAULT 0;
-- Times that the document made the parser hang or stop (docs/behaviour.md#documents).
ALTER TABLE being_parsed ADD COLUMN parser_faults INTEGER NOT NULL DEFAULT 0;

-- Times that the process ended while the job ran, which counted as no attempt.
ALTER TABLE jobs ADD COLUMN interruptions INTEGER NOT NULL DEFAULT 0;
