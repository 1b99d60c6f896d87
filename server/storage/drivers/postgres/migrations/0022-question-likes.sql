-- What visitors have shown: an answer's question is like one of the section that they opened, or
-- that the answer cited which they rated up (docs/behaviour.md#questions-of-sections). `words` is
-- NULL until the question is read; `set_number` and `embedding` are as in section_questions.
-- `question_id` is the question that it made, or is like; that one is in the words of `is_wording`.
CREATE TABLE question_likes (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  answer_id       text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  visitor_id      text COLLATE "C" NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  document_id     text COLLATE "C" NOT NULL,
  section         text COLLATE "C",
  source          text COLLATE "C" NOT NULL CHECK (source IN ('opening', 'rating')),
  liked_at        text COLLATE "C" NOT NULL,
  words           text COLLATE "C",
  set_number      integer NOT NULL,
  embedding       text COLLATE "C",
  question_id     text COLLATE "C",
  is_wording      integer NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, answer_id) REFERENCES messages (organization_id, id)
    ON DELETE CASCADE,
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id)
    ON DELETE CASCADE,
  FOREIGN KEY (organization_id, question_id) REFERENCES section_questions (organization_id, id)
    ON DELETE CASCADE
);
CREATE UNIQUE INDEX question_likes_once
  ON question_likes (organization_id, answer_id, document_id, coalesce(section, ''));
CREATE INDEX question_likes_of_document ON question_likes (organization_id, document_id);
CREATE INDEX question_likes_of_question ON question_likes (organization_id, question_id);
CREATE INDEX question_likes_of_conversation ON question_likes (organization_id, conversation_id);
CREATE INDEX question_likes_unread ON question_likes (organization_id, id) WHERE words IS NULL;
