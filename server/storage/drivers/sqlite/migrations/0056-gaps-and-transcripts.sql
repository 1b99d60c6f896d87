-- Gaps are numbered in each organization, and transcripts are known by their conversations, as in
-- PostgreSQL. What triggers counted and erased is said in the steps, for both engines.
DROP TRIGGER transcripts_erased;
DROP TRIGGER gap_questions_erased;
DROP TRIGGER test_questions_erased;
DROP TRIGGER gap_questions_counted;
DROP TRIGGER gap_questions_discounted;

CREATE TABLE gap_numbers (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id),
  last            INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO gap_numbers (organization_id, last)
SELECT organization_id, max(max(gap, joined)) FROM gap_questions GROUP BY organization_id;

CREATE TABLE new_gaps (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  number          INTEGER NOT NULL,
  assistant_id    TEXT NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('open', 'answered', 'dismissed')),
  weight          REAL NOT NULL,
  question_count  INTEGER NOT NULL,
  checked_for     TEXT,
  PRIMARY KEY (organization_id, number),
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id)
) STRICT;

INSERT INTO new_gaps (organization_id, number, assistant_id, state, weight, question_count,
                      checked_for)
SELECT organization_id, number, assistant_id, state, weight, question_count, checked_for FROM gaps;

DROP TABLE gaps;
ALTER TABLE new_gaps RENAME TO gaps;

CREATE INDEX gaps_listed
    ON gaps (organization_id, state, question_count, number, assistant_id, checked_for);
CREATE INDEX gaps_of_assistant ON gaps (organization_id, assistant_id);

CREATE TABLE new_gap_questions (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  question_id     TEXT NOT NULL,
  assistant_id    TEXT NOT NULL,
  gap             INTEGER NOT NULL,
  joined          INTEGER NOT NULL,
  asked_at        TEXT NOT NULL,
  words           TEXT NOT NULL,
  PRIMARY KEY (organization_id, question_id),
  UNIQUE (organization_id, gap, joined),
  FOREIGN KEY (organization_id, question_id) REFERENCES messages (organization_id, id)
    ON DELETE CASCADE,
  FOREIGN KEY (organization_id, gap) REFERENCES gaps (organization_id, number)
) STRICT;

INSERT INTO new_gap_questions (organization_id, question_id, assistant_id, gap, joined, asked_at,
                               words)
SELECT organization_id, question_id, assistant_id, gap, joined, asked_at, words
  FROM gap_questions;

DROP TABLE gap_questions;
ALTER TABLE new_gap_questions RENAME TO gap_questions;

CREATE INDEX gap_questions_listed ON gap_questions (organization_id, gap, asked_at, assistant_id);

CREATE TABLE new_transcript_words (
  organization_id TEXT NOT NULL,
  word            TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  weight          INTEGER NOT NULL,
  PRIMARY KEY (organization_id, word, conversation_id)
) STRICT, WITHOUT ROWID;

INSERT INTO new_transcript_words (organization_id, word, conversation_id, weight)
SELECT transcript_words.organization_id, word, conversation_id, weight
  FROM transcript_words JOIN transcripts ON number = transcript;

DROP TABLE transcript_words;
ALTER TABLE new_transcript_words RENAME TO transcript_words;

CREATE TABLE new_transcripts (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  conversation_id TEXT NOT NULL,
  words           TEXT NOT NULL,
  PRIMARY KEY (organization_id, conversation_id),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id)
    ON DELETE CASCADE
) STRICT;

INSERT INTO new_transcripts (organization_id, conversation_id, words)
SELECT organization_id, conversation_id, words FROM transcripts;

DROP TABLE transcripts;
ALTER TABLE new_transcripts RENAME TO transcripts;
