-- What visitors opened of answers: a citation by its ordinal, a link by its place, from 1.
CREATE TABLE openings (
  organization_id text COLLATE "C" NOT NULL,
  answer_id       text COLLATE "C" NOT NULL,
  kind            text COLLATE "C" NOT NULL CHECK (kind IN ('citation', 'link')),
  place           integer NOT NULL,
  opened_at       text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, answer_id, kind, place),
  FOREIGN KEY (organization_id, answer_id) REFERENCES messages (organization_id, id)
    ON DELETE CASCADE
);

ALTER TABLE usage ADD COLUMN opened bigint NOT NULL DEFAULT 0;
