-- What the inbox lists a conversation by (docs/behaviour.md#inbox): how its last answer ended, NULL
-- before the first one; its ratings; and whether somebody has handled it.
ALTER TABLE conversations ADD COLUMN last_outcome TEXT
  CHECK (last_outcome IN ('answered', 'abstained', 'interrupted', 'failed'));
ALTER TABLE conversations ADD COLUMN ratings_up INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN ratings_down INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN handled INTEGER NOT NULL DEFAULT 0 CHECK (handled IN (0, 1));

UPDATE conversations
   SET last_outcome = (
         SELECT CASE WHEN messages.status <> 'complete' THEN messages.status
                     WHEN abstained = 1 THEN 'abstained'
                     ELSE 'answered' END
           FROM messages
          WHERE conversation_id = conversations.id AND role = 'assistant'
          ORDER BY sequence DESC
          LIMIT 1);
UPDATE conversations
   SET ratings_up = ratings_up + counts.up, ratings_down = ratings_down + counts.down
  FROM (SELECT conversation_id, sum(rating = 'up') AS up, sum(rating = 'down') AS down
          FROM ratings JOIN messages ON messages.id = message_id
         GROUP BY conversation_id) AS counts
 WHERE conversations.id = counts.conversation_id;

-- Holds every column that the inbox filters by, so that a filter that few conversations pass reads
-- the index alone.
DROP INDEX conversations_listed;
CREATE INDEX conversations_listed ON conversations (
  organization_id, status, created_at, id, channel, owner_id, assistant_id, last_outcome,
  ratings_up, ratings_down, handled
);

-- Who has handled a conversation, when, and a note for colleagues; a row exists exactly while
-- `handled` of its conversation is 1.
CREATE TABLE handlings (
  conversation_id TEXT PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
  at              TEXT NOT NULL,
  by_type         TEXT NOT NULL CHECK (by_type IN ('user', 'api_key')),
  by_id           TEXT NOT NULL,
  by_name         TEXT,
  note            TEXT
) STRICT;

-- The words of a conversation with their weights, as a JSON object; and the index of them that the
-- inbox is searched by. An erased conversation takes its words out of the index.
CREATE TABLE transcripts (
  number          INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  conversation_id TEXT NOT NULL UNIQUE REFERENCES conversations (id) ON DELETE CASCADE,
  words           TEXT NOT NULL
) STRICT;
CREATE TABLE transcript_words (
  organization_id TEXT NOT NULL,
  word            TEXT NOT NULL,
  transcript      INTEGER NOT NULL,
  weight          INTEGER NOT NULL,
  PRIMARY KEY (organization_id, word, transcript)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER transcripts_erased AFTER DELETE ON transcripts BEGIN
  DELETE FROM transcript_words
   WHERE organization_id = old.organization_id AND transcript = old.number
     AND word IN (SELECT key FROM json_each(old.words));
END;

INSERT INTO transcripts (organization_id, conversation_id, words)
SELECT organization_id, conversation_id,
       transcript_words(group_concat(CASE role WHEN 'user' THEN text END, char(10)),
                        group_concat(CASE role WHEN 'assistant' THEN text END, char(10)))
  FROM messages
 GROUP BY conversation_id;
INSERT INTO transcript_words (organization_id, word, transcript, weight)
SELECT organization_id, key, number, value
  FROM transcripts, json_each(words);
