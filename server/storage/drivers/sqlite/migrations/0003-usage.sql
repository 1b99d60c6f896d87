-- Questions without an answer, with the passages that were near them when asked, as JSON: gaps in
-- the knowledge (docs/behaviour.md#usage). A row is deleted with its question, so that an erased
-- conversation leaves counts only.
CREATE TABLE unanswered (
  question_id       TEXT PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  organization_id   TEXT NOT NULL REFERENCES organizations (id),
  asked_at          TEXT NOT NULL,
  abstention_reason TEXT,
  nearest           TEXT NOT NULL
) STRICT;
CREATE INDEX unanswered_listed ON unanswered (organization_id, asked_at, question_id);

-- The passages near earlier questions are no longer known.
INSERT INTO unanswered (question_id, organization_id, asked_at, abstention_reason, nearest)
SELECT questions.id, questions.organization_id, questions.created_at, answers.abstention_reason, '[]'
  FROM messages AS answers
  JOIN messages AS questions
    ON questions.conversation_id = answers.conversation_id
   AND questions.sequence = answers.sequence - 1
 WHERE answers.abstained = 1;
