-- How long conversations are kept after their last change, in days, and how many tokens of
-- configured models may be used a UTC day; NULL: without end, without a limit
-- (docs/behaviour.md#organization).
ALTER TABLE organizations ADD COLUMN retention_days INTEGER;
ALTER TABLE organizations ADD COLUMN daily_model_tokens INTEGER DEFAULT 2000000;
ALTER TABLE organizations ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;

CREATE INDEX conversations_by_age ON conversations (organization_id, updated_at);
