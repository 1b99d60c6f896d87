-- SHA-256 over a document's passages as published (passage-digest.ts), by which a check finds
-- passages that changed on the disk. Null: published before digests existed. None is computed for
-- these here, because a digest of possibly damaged passages proves nothing.
ALTER TABLE documents ADD COLUMN passages_digest TEXT;
