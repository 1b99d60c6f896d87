-- Groups of questions that are alike and had no good answer (docs/behaviour.md#gaps). The first
-- question of a group leads it: others are compared with its words, whose weights add up to
-- `weight`.
CREATE TABLE gaps (
  number          INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  assistant_id    TEXT NOT NULL REFERENCES assistants (id),
  state           TEXT NOT NULL CHECK (state IN ('open', 'answered', 'dismissed')),
  weight          REAL NOT NULL
) STRICT;

-- The questions of a group, in the order in which they joined it, with their words and weights as
-- a JSON object; they go with an erased
-- conversation.
CREATE TABLE gap_questions (
  joined          INTEGER PRIMARY KEY AUTOINCREMENT,
  question_id     TEXT NOT NULL UNIQUE REFERENCES messages (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  assistant_id    TEXT NOT NULL REFERENCES assistants (id),
  gap             INTEGER NOT NULL REFERENCES gaps (number),
  asked_at        TEXT NOT NULL,
  words           TEXT NOT NULL
) STRICT;
CREATE INDEX gap_questions_listed ON gap_questions (organization_id, asked_at, assistant_id, gap);
CREATE INDEX gap_questions_of_gap ON gap_questions (gap);

-- The words of the leaders.
CREATE TABLE gap_words (
  assistant_id TEXT NOT NULL,
  word         TEXT NOT NULL,
  gap          INTEGER NOT NULL,
  PRIMARY KEY (assistant_id, word, gap)
) STRICT, WITHOUT ROWID;

-- The next question leads a group whose leader was erased; an empty group is gone.
CREATE TRIGGER gap_questions_erased AFTER DELETE ON gap_questions BEGIN
  DELETE FROM gap_words
   WHERE assistant_id = old.assistant_id AND gap = old.gap
     AND word IN (SELECT key FROM json_each(old.words));
  INSERT OR IGNORE INTO gap_words (assistant_id, word, gap)
  SELECT old.assistant_id, key, old.gap
    FROM json_each((SELECT words FROM gap_questions WHERE gap = old.gap
                     ORDER BY joined LIMIT 1));
  UPDATE gaps
     SET weight = (SELECT sum(value)
                     FROM json_each((SELECT words FROM gap_questions WHERE gap = old.gap
                                      ORDER BY joined LIMIT 1)))
   WHERE number = old.gap AND EXISTS (SELECT 1 FROM gap_questions WHERE gap = old.gap);
  DELETE FROM gaps
   WHERE number = old.gap AND NOT EXISTS (SELECT 1 FROM gap_questions WHERE gap = old.gap);
END;
