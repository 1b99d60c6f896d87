-- What was stored a moment ago, which every process reads each second.
CREATE TABLE changes (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  kind            text COLLATE "C" NOT NULL,
  thing           text COLLATE "C",
  revision        integer,
  told_at         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id)
);
