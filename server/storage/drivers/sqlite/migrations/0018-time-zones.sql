-- Where a source's schedule counts its hours: an IANA name (docs/behaviour.md#sources).
ALTER TABLE sources ADD COLUMN time_zone TEXT NOT NULL DEFAULT 'UTC';
