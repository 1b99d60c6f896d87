-- SHA-256 over a document's passages as they were published (passage-digest.ts), so that a check finds
-- those that changed since on the disk. Null: published before there were digests. None is made up for
-- them here, because a digest of what may be damaged already proves nothing.
ALTER TABLE documents ADD COLUMN passages_digest TEXT;
