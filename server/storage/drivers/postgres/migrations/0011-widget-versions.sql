-- Versions of the widget that were served, for pages that pin one or stayed open during an upgrade.
CREATE TABLE widget_versions (
  name         text COLLATE "C" PRIMARY KEY,
  -- Of the version's files, packed into one file.
  content_hash text COLLATE "C" NOT NULL,
  -- When a process last started with it.
  served_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);
