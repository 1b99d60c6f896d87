-- The assistants that a key is limited to, as a JSON list of their ids; NULL: all.
ALTER TABLE api_keys ADD COLUMN assistant_ids TEXT;
