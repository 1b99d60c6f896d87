-- The version that the source gave the document when it was last read: a hash, an ETag, a file's
-- size and times. While it is the same, the document need not be read. NULL where the source gives
-- none.
ALTER TABLE documents ADD COLUMN version TEXT;
