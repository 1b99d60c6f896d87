-- The key that links are signed with where the operator set none, in one row: it protects nothing
-- of this database, so it may lie here.
CREATE TABLE signing_key (
  id    integer PRIMARY KEY CHECK (id = 1),
  value text COLLATE "C" NOT NULL
);
