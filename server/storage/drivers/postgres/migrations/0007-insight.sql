-- The last number that the questions of an organization's gaps were given as they joined; whoever
-- changes its gaps locks the row first. A gap's number is that of the question that opened it.
CREATE TABLE gap_numbers (
  organization_id text COLLATE "C" PRIMARY KEY,
  last            bigint NOT NULL
);

-- Groups of questions that are alike and had no good answer (docs/behaviour.md#gaps). The first
-- question of a group leads it: others are compared with its words, whose weights add up to
-- `weight`. `checked_for` is the change of the knowledge that it was last asked again for.
CREATE TABLE gaps (
  organization_id text COLLATE "C" NOT NULL,
  number          bigint NOT NULL,
  assistant_id    text COLLATE "C" NOT NULL,
  state           text COLLATE "C" NOT NULL CHECK (state IN ('open', 'answered', 'dismissed')),
  weight          double precision NOT NULL,
  question_count  integer NOT NULL,
  checked_for     text COLLATE "C",
  PRIMARY KEY (organization_id, number),
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id)
);
CREATE INDEX gaps_listed ON gaps (
  organization_id, state, question_count, number, assistant_id, checked_for
);
CREATE INDEX gaps_of_assistant ON gaps (organization_id, assistant_id);

-- The questions of a group, in the order in which they joined it, with their words and weights as
-- a JSON object. Whoever erases a question takes it out of its group.
CREATE TABLE gap_questions (
  organization_id text COLLATE "C" NOT NULL,
  question_id     text COLLATE "C" NOT NULL,
  assistant_id    text COLLATE "C" NOT NULL,
  gap             bigint NOT NULL,
  joined          bigint NOT NULL,
  asked_at        text COLLATE "C" NOT NULL,
  words           text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, question_id),
  UNIQUE (organization_id, gap, joined),
  FOREIGN KEY (organization_id, question_id) REFERENCES messages (organization_id, id)
    ON DELETE CASCADE,
  FOREIGN KEY (organization_id, gap) REFERENCES gaps (organization_id, number)
);
-- In the order of the groups, so that counting them sorts nothing.
CREATE INDEX gap_questions_listed ON gap_questions (organization_id, gap, asked_at, assistant_id);

-- The words of the leaders.
CREATE TABLE gap_words (
  organization_id text COLLATE "C" NOT NULL,
  assistant_id    text COLLATE "C" NOT NULL,
  word            text COLLATE "C" NOT NULL,
  gap             bigint NOT NULL,
  PRIMARY KEY (organization_id, assistant_id, word, gap)
);

-- When an organization's knowledge changed, NULL once all its open gaps were asked again since;
-- they are not asked again before `due_at`.
CREATE TABLE gap_checks (
  organization_id text COLLATE "C" PRIMARY KEY,
  changed_at      text COLLATE "C",
  due_at          text COLLATE "C" NOT NULL
);
CREATE INDEX gap_checks_due ON gap_checks (organization_id, due_at) WHERE changed_at IS NOT NULL;

-- Questions that are kept with an assistant, with their last answer as JSON
-- (docs/behaviour.md#test-questions).
CREATE TABLE test_questions (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  assistant_id    text COLLATE "C" NOT NULL,
  question        text COLLATE "C" NOT NULL,
  expected        text COLLATE "C",
  answer          text COLLATE "C",
  created_at      text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, question, assistant_id),
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id)
);
CREATE INDEX test_questions_listed
  ON test_questions (organization_id, assistant_id, created_at, id);

-- The last ended run of an assistant, and those that are queued or run. The owner works on a run
-- until `lease_until` at the latest.
CREATE TABLE test_runs (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  assistant_id    text COLLATE "C" NOT NULL,
  status          text COLLATE "C" NOT NULL
                  CHECK (status IN ('queued', 'running', 'finished', 'stopped')),
  created_at      text COLLATE "C" NOT NULL,
  started_at      text COLLATE "C",
  finished_at     text COLLATE "C",
  owner           text COLLATE "C",
  lease_until     text COLLATE "C",
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id)
);
CREATE INDEX test_runs_listed ON test_runs (organization_id, assistant_id, created_at, id);
CREATE UNIQUE INDEX test_runs_queued ON test_runs (organization_id, assistant_id)
  WHERE status = 'queued';
CREATE INDEX test_runs_active ON test_runs (organization_id, created_at, id)
  WHERE status IN ('queued', 'running');

-- What became of a question in a run. Answers are JSON objects; `after` is NULL when there was no
-- answer, `before` when there was none in earlier runs, `passed` when nothing was expected.
CREATE TABLE test_results (
  organization_id text COLLATE "C" NOT NULL,
  run_id          text COLLATE "C" NOT NULL,
  question_id     text COLLATE "C" NOT NULL,
  before          text COLLATE "C",
  after           text COLLATE "C",
  changed         smallint NOT NULL CHECK (changed IN (0, 1)),
  passed          smallint CHECK (passed IN (0, 1)),
  PRIMARY KEY (organization_id, run_id, question_id),
  FOREIGN KEY (organization_id, run_id) REFERENCES test_runs (organization_id, id)
    ON DELETE CASCADE,
  FOREIGN KEY (organization_id, question_id) REFERENCES test_questions (organization_id, id)
    ON DELETE CASCADE
);
CREATE INDEX test_results_of_question ON test_results (organization_id, question_id);
