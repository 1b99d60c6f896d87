-- Questions that are kept with an assistant (docs/behaviour.md#test-questions). `expected` is a
-- JSON object, NULL: nothing is expected. `answer` is that of the last run that had one, as JSON.
CREATE TABLE test_questions (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  assistant_id    TEXT NOT NULL REFERENCES assistants (id),
  question        TEXT NOT NULL,
  expected        TEXT,
  answer          TEXT,
  created_at      TEXT NOT NULL,
  UNIQUE (organization_id, question, assistant_id)
) STRICT;
CREATE INDEX test_questions_listed ON test_questions (assistant_id, created_at, id);

-- The last ended run of an assistant, and those that are queued or run.
CREATE TABLE test_runs (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  assistant_id    TEXT NOT NULL REFERENCES assistants (id),
  status          TEXT NOT NULL CHECK (status IN ('queued', 'running', 'finished', 'stopped')),
  created_at      TEXT NOT NULL,
  started_at      TEXT,
  finished_at     TEXT
) STRICT;
CREATE INDEX test_runs_listed ON test_runs (assistant_id, created_at, id);
CREATE INDEX test_runs_active ON test_runs (created_at, id)
  WHERE status IN ('queued', 'running');

-- What became of a question in a run. Answers are JSON objects; `after` is NULL when there was no
-- answer, `before` when there was none in earlier runs, `passed` when nothing was expected.
CREATE TABLE test_results (
  run_id      TEXT NOT NULL REFERENCES test_runs (id) ON DELETE CASCADE,
  question_id TEXT NOT NULL REFERENCES test_questions (id) ON DELETE CASCADE,
  before      TEXT,
  after       TEXT,
  changed     INTEGER NOT NULL CHECK (changed IN (0, 1)),
  passed      INTEGER CHECK (passed IN (0, 1)),
  PRIMARY KEY (run_id, question_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX test_results_of_question ON test_results (question_id);

-- A question that was kept after somebody asked it goes with the last conversation that holds it.
CREATE TRIGGER test_questions_erased AFTER DELETE ON messages WHEN old.role = 'user' BEGIN
  DELETE FROM test_questions
   WHERE organization_id = old.organization_id AND question = old.text
     AND created_at >= old.created_at
     AND NOT EXISTS (SELECT 1 FROM messages
                      WHERE organization_id = old.organization_id AND role = 'user'
                        AND text = old.text);
END;
