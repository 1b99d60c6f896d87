-- What the last visit made of each address of a website (docs/behaviour.md#websites). The document
-- of a page has its address as its path.
CREATE TABLE pages (
  source_id     TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  url           TEXT NOT NULL,
  outcome       TEXT NOT NULL CHECK (outcome IN (
                  'ingested', 'unchanged', 'skipped', 'failed', 'gone', 'unknown')),
  reason        TEXT,
  -- NULL: the page was not asked for, or there was no answer.
  http_status   INTEGER,
  -- Links that lead there from a start address.
  depth         INTEGER NOT NULL,
  -- The page with the first link to it, a sitemap; NULL for a start address.
  found_on      TEXT,
  -- When it last answered with a page; NULL: never.
  last_seen_at  TEXT,
  -- Validators of the last answer, for a conditional request.
  etag          TEXT,
  last_modified TEXT,
  -- A digest of its text, which tells the same page at two addresses.
  text_digest   TEXT,
  -- Runs in a row that found it missing.
  times_missing INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (source_id, url)
) STRICT, WITHOUT ROWID;

-- What else a crawl of a website leaves to the next one.
CREATE TABLE website_states (
  source_id      TEXT PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
  -- The settings by which its pages were judged, as JSON; after a change each is judged anew.
  settings       TEXT NOT NULL,
  -- Digests of the texts that repeat across its pages, as a JSON list.
  repeated_texts TEXT NOT NULL
) STRICT, WITHOUT ROWID;
