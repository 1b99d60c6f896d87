-- How many questions a gap has, so that the largest are found without counting all questions; and
-- the change of the knowledge that it was last asked again for, NULL: never
-- (docs/behaviour.md#gaps).
ALTER TABLE gaps ADD COLUMN question_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE gaps ADD COLUMN checked_for TEXT;
UPDATE gaps SET question_count = (SELECT count(*) FROM gap_questions WHERE gap = number);
CREATE INDEX gaps_listed ON gaps (
  organization_id, state, question_count, number, assistant_id, checked_for
);

CREATE TRIGGER gap_questions_counted AFTER INSERT ON gap_questions BEGIN
  UPDATE gaps SET question_count = question_count + 1 WHERE number = new.gap;
END;
CREATE TRIGGER gap_questions_discounted AFTER DELETE ON gap_questions BEGIN
  UPDATE gaps SET question_count = question_count - 1 WHERE number = old.gap;
END;

-- When an organization's knowledge changed, NULL once all its open gaps were asked again since;
-- they are not asked again before `due_at`.
CREATE TABLE gap_checks (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id),
  changed_at      TEXT,
  due_at          TEXT NOT NULL
) STRICT, WITHOUT ROWID;
