-- Bytes of uploaded files, by their SHA-256; equal files of any organization are stored once.
CREATE TABLE files (
  content_hash text COLLATE "C" NOT NULL PRIMARY KEY,
  body         bytea NOT NULL,
  -- When it was last saved: what another process has just saved is not swept.
  saved_at     timestamptz NOT NULL DEFAULT now()
);
