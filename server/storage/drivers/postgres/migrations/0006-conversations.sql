-- Questions and answers between one owner and one assistant (docs/behaviour.md#conversations).
-- Those of a widget deployment belong to one visitor each. From `last_outcome` on: what the inbox
-- lists a conversation by (docs/behaviour.md#inbox).
CREATE TABLE conversations (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  assistant_id    text COLLATE "C" NOT NULL,
  owner_type      text COLLATE "C" NOT NULL CHECK (owner_type IN ('user', 'service')),
  owner_id        text COLLATE "C" NOT NULL,
  visitor_id      text COLLATE "C",
  channel         text COLLATE "C" NOT NULL
                  CHECK (channel IN ('api', 'console', 'widget', 'mcp')),
  title           text COLLATE "C" NOT NULL,
  status          text COLLATE "C" NOT NULL CHECK (status IN ('active', 'archived')),
  turn_state      text COLLATE "C" NOT NULL CHECK (turn_state IN ('idle', 'awaiting_answer')),
  message_count   integer NOT NULL,
  metadata        text COLLATE "C" NOT NULL,
  created_at      text COLLATE "C" NOT NULL,
  updated_at      text COLLATE "C" NOT NULL,
  last_outcome    text COLLATE "C"
                  CHECK (last_outcome IN ('answered', 'abstained', 'interrupted', 'failed')),
  ratings_up      integer NOT NULL DEFAULT 0,
  ratings_down    integer NOT NULL DEFAULT 0,
  handled         smallint NOT NULL DEFAULT 0 CHECK (handled IN (0, 1)),
  PRIMARY KEY (organization_id, id)
);
-- Holds every column that the inbox filters by, so that a filter that few conversations pass reads
-- the index alone. No index holds what every turn changes, so that a turn rewrites the row alone.
CREATE INDEX conversations_listed ON conversations (organization_id, status, created_at, id)
  INCLUDE (channel, owner_id, assistant_id, last_outcome, ratings_up, ratings_down, handled);
CREATE INDEX conversations_of_owner
  ON conversations (organization_id, owner_id, visitor_id, created_at, id);

-- A question, or an answer that has ended; an answer's sequence is one more than its question's.
-- The columns after metadata, which the API does not show, let a replay end as the answer did. An
-- idempotency key names one question of its conversation.
CREATE TABLE messages (
  organization_id   text COLLATE "C" NOT NULL,
  id                text COLLATE "C" NOT NULL,
  conversation_id   text COLLATE "C" NOT NULL,
  role              text COLLATE "C" NOT NULL CHECK (role IN ('user', 'assistant')),
  sequence          integer NOT NULL,
  status            text COLLATE "C" NOT NULL
                    CHECK (status IN ('complete', 'interrupted', 'failed')),
  text              text COLLATE "C" NOT NULL,
  citations         text COLLATE "C" NOT NULL,
  links             text COLLATE "C" NOT NULL,
  abstained         smallint NOT NULL CHECK (abstained IN (0, 1)),
  created_at        text COLLATE "C" NOT NULL,
  model             text COLLATE "C",
  finish_reason     text COLLATE "C",
  idempotency_key   text COLLATE "C",
  metadata          text COLLATE "C" NOT NULL,
  abstention_reason text COLLATE "C",
  error_code        text COLLATE "C",
  error_message     text COLLATE "C",
  input_tokens      integer NOT NULL,
  output_tokens     integer NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, conversation_id, sequence),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id)
    ON DELETE CASCADE
);
CREATE UNIQUE INDEX messages_keyed ON messages (organization_id, conversation_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

-- An answer in progress: a row exists exactly while its conversation is awaiting_answer. A streamed
-- answer stores its text here as it grows, in case of a crash. `named` is the title that the
-- question gave the conversation, which is removed when the turn is dropped. The owner works on it
-- until `lease_until` at the latest.
CREATE TABLE live_turns (
  organization_id text COLLATE "C" NOT NULL,
  answer_id       text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  question_id     text COLLATE "C" NOT NULL,
  streamed        smallint NOT NULL CHECK (streamed IN (0, 1)),
  model           text COLLATE "C" NOT NULL,
  named           text COLLATE "C",
  text            text COLLATE "C" NOT NULL,
  citations       text COLLATE "C" NOT NULL,
  claimed_at      text COLLATE "C" NOT NULL,
  owner           text COLLATE "C",
  lease_until     text COLLATE "C",
  PRIMARY KEY (organization_id, answer_id),
  UNIQUE (organization_id, conversation_id),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id)
    ON DELETE CASCADE
);

-- The rating of an answer (docs/behaviour.md#ratings). Only the asker of a conversation rates in
-- it, so an answer has at most one.
CREATE TABLE ratings (
  organization_id text COLLATE "C" NOT NULL,
  message_id      text COLLATE "C" NOT NULL,
  rating          text COLLATE "C" NOT NULL CHECK (rating IN ('up', 'down')),
  note            text COLLATE "C",
  created_at      text COLLATE "C" NOT NULL,
  updated_at      text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, message_id),
  FOREIGN KEY (organization_id, message_id) REFERENCES messages (organization_id, id)
    ON DELETE CASCADE
);

-- What happened in a turn, as JSON (docs/behaviour.md#traces), kept for 30 days.
CREATE TABLE traces (
  organization_id text COLLATE "C" NOT NULL,
  answer_id       text COLLATE "C" NOT NULL,
  created_at      text COLLATE "C" NOT NULL,
  trace           text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, answer_id),
  FOREIGN KEY (organization_id, answer_id) REFERENCES messages (organization_id, id)
    ON DELETE CASCADE
);
CREATE INDEX traces_by_age ON traces (organization_id, created_at);

-- Questions without an answer, with the passages that were near them when asked, as JSON
-- (docs/behaviour.md#usage).
CREATE TABLE unanswered (
  organization_id   text COLLATE "C" NOT NULL,
  question_id       text COLLATE "C" NOT NULL,
  asked_at          text COLLATE "C" NOT NULL,
  abstention_reason text COLLATE "C",
  nearest           text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, question_id),
  FOREIGN KEY (organization_id, question_id) REFERENCES messages (organization_id, id)
    ON DELETE CASCADE
);
CREATE INDEX unanswered_listed ON unanswered (organization_id, asked_at, question_id);

-- Which documents an answer cites (docs/behaviour.md#usage). A document that is gone keeps its
-- rows: it may come back.
CREATE TABLE cited_documents (
  organization_id text COLLATE "C" NOT NULL,
  document_id     text COLLATE "C" NOT NULL,
  answer_id       text COLLATE "C" NOT NULL,
  assistant_id    text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  answered_at     text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, document_id, answer_id),
  FOREIGN KEY (organization_id, answer_id) REFERENCES messages (organization_id, id)
    ON DELETE CASCADE
);
CREATE INDEX cited_documents_listed
  ON cited_documents (organization_id, answered_at, document_id, assistant_id);
CREATE INDEX cited_documents_of_answer ON cited_documents (organization_id, answer_id);

-- Who has handled a conversation, when, and a note for colleagues; a row exists exactly while
-- `handled` of its conversation is 1.
CREATE TABLE handlings (
  organization_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  at              text COLLATE "C" NOT NULL,
  by_type         text COLLATE "C" NOT NULL CHECK (by_type IN ('user', 'api_key')),
  by_id           text COLLATE "C" NOT NULL,
  by_name         text COLLATE "C",
  note            text COLLATE "C",
  PRIMARY KEY (organization_id, conversation_id),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id)
    ON DELETE CASCADE
);

-- The words of a conversation with their weights, as a JSON object; and the index of them that the
-- inbox is searched by. Whoever erases a conversation takes its words out of the index.
CREATE TABLE transcripts (
  organization_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  words           text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, conversation_id),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id)
    ON DELETE CASCADE
);
CREATE TABLE transcript_words (
  organization_id text COLLATE "C" NOT NULL,
  word            text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  weight          smallint NOT NULL,
  PRIMARY KEY (organization_id, word, conversation_id)
);
