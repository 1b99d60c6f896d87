-- What a person has set about a document in place of what its source says
-- (docs/behaviour.md#documents). NULL: nothing.
ALTER TABLE documents ADD COLUMN given_title TEXT;
ALTER TABLE documents ADD COLUMN given_url TEXT;

-- What the source said last, while something else is given.
ALTER TABLE documents ADD COLUMN own_title TEXT;
ALTER TABLE documents ADD COLUMN own_url TEXT;

-- Whether a person keeps it out of searches. Its passages are then staged, and no run reads it.
ALTER TABLE documents ADD COLUMN excluded INTEGER NOT NULL DEFAULT 0 CHECK (excluded IN (0, 1));
