import { within } from '../drivers/postgres.ts'
import type { Documents } from '../ports/documents.ts'
import { tellDocuments } from '../sql/document-counts.ts'
import { toJsonRows } from '../sql/json-rows.ts'
import { mayWrite } from '../sql/leases.ts'
import type { Database } from './database.ts'
import { sql } from './statement.ts'

const textBytes = sql<{ organization_id: string; ids: string[] }, { id: string; bytes: number }>(`
  SELECT document_id AS id, sum(octet_length(text))::bigint AS bytes
    FROM passages
   WHERE organization_id = :organization_id AND document_id = ANY (:ids) AND state = 'live'
   GROUP BY document_id
`)
const keepEarlier = sql<{ organization_id: string; versions: string }>(`
  UPDATE documents
     SET times_lost = times_lost + 1, error_code = lost.error_code,
         error_message = lost.error_message
    FROM jsonb_to_recordset(:versions::jsonb)
      AS lost (id text, error_code text, error_message text)
   WHERE organization_id = :organization_id AND documents.id = lost.id
`)

/** Documents whose newest versions have lost their text (docs/behaviour.md#deletions). */
export function createLostText(
  db: Database,
  owner: string,
): Pick<Documents, 'textBytes' | 'keepEarlier'> {
  return {
    textBytes: (organization_id, ids) => textBytes.all(db, { organization_id, ids }),

    keepEarlier: (organization_id, versions, job_id) =>
      db.step(async (transaction) => {
        if (!(await within(transaction, mayWrite({ organization_id, owner, job_id })))) return
        const rows = versions.map(({ id, error_code, error_message }) => {
          return { id, error_code, error_message }
        })
        await keepEarlier.run(transaction, { organization_id, versions: toJsonRows(rows) })
        await within(
          transaction,
          tellDocuments(
            organization_id,
            versions.map(({ id }) => id),
          ),
        )
      }, 'read committed'),
  }
}
