-- Word indexes that are to be erased and built anew from the stored passages, because they may be
-- damaged (`svc reindex`).
CREATE TABLE index_resets (
  collection INTEGER PRIMARY KEY REFERENCES collections (number)
) STRICT;

-- The collection whose passages are being indexed; NULL means those of all, from before posting
-- blocks.
ALTER TABLE index_rebuild ADD COLUMN collection INTEGER;
