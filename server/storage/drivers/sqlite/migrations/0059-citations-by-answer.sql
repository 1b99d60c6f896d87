-- Deleting a message deletes its citations. SQLite preferred the beginning of the primary key to
-- the index of answers, and read all citations of the organization for each message: the primary
-- key begins with the answer now.

CREATE TABLE new_cited_documents (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  document_id     TEXT NOT NULL,
  answer_id       TEXT NOT NULL,
  assistant_id    TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  answered_at     TEXT NOT NULL,
  PRIMARY KEY (organization_id, answer_id, document_id),
  FOREIGN KEY (organization_id, answer_id)
    REFERENCES messages (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id)
) STRICT, WITHOUT ROWID;

INSERT INTO new_cited_documents (organization_id, document_id, answer_id, assistant_id,
                                 conversation_id, answered_at)
SELECT organization_id, document_id, answer_id, assistant_id, conversation_id, answered_at
  FROM cited_documents;

DROP TABLE cited_documents;
ALTER TABLE new_cited_documents RENAME TO cited_documents;

CREATE INDEX cited_documents_listed
  ON cited_documents (organization_id, answered_at, document_id, assistant_id);
CREATE INDEX cited_documents_of_document
  ON cited_documents (organization_id, document_id, conversation_id);
