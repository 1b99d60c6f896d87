-- Which documents an answer cites (docs/behaviour.md#usage). Of earlier answers they are known from
-- traces, which are kept for 30 days. A document that is gone keeps its rows: it may come back.
CREATE TABLE cited_documents (
  document_id     TEXT NOT NULL,
  answer_id       TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  assistant_id    TEXT NOT NULL REFERENCES assistants (id),
  conversation_id TEXT NOT NULL,
  answered_at     TEXT NOT NULL,
  PRIMARY KEY (document_id, answer_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX cited_documents_listed
  ON cited_documents (organization_id, answered_at, document_id, assistant_id);
CREATE INDEX cited_documents_of_answer ON cited_documents (answer_id);

INSERT OR IGNORE INTO cited_documents (document_id, answer_id, organization_id, assistant_id,
                                       conversation_id, answered_at)
SELECT value ->> 'document_id', answer_id, traces.organization_id, assistant_id,
       messages.conversation_id, messages.created_at
  FROM traces
  JOIN messages ON messages.id = answer_id
  JOIN conversations ON conversations.id = messages.conversation_id,
       json_each(trace, '$.passages')
 WHERE value ->> 'cited';

-- Holds what the audit log is filtered by, so that a filter that few entries pass reads the index
-- alone (docs/behaviour.md#audit-log).
DROP INDEX audit_listed;
CREATE INDEX audit_listed ON audit (organization_id, at, id, actor_id, action);
