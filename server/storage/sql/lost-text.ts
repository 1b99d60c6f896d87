import type { Documents } from '../ports/documents.ts'
import { tellDocuments } from './document-counts.ts'
import { toJsonRows } from './json-rows.ts'
import { mayWrite } from './leases.ts'
import { type Driver, sql } from './step.ts'

const textBytes = sql<{ organization_id: string; ids: string[] }, { id: string; bytes: number }>(`
  SELECT document_id AS id, sum(octet_length(text))::bigint AS bytes
    FROM passages WITH TEXTS
   WHERE organization_id = :organization_id AND document_id AMONG (:ids) AND state = 'live'
   GROUP BY document_id
`)
const keep = sql<{ organization_id: string; versions: string }>(`
  UPDATE documents
     SET times_lost = times_lost + 1, error_code = lost.error_code,
         error_message = lost.error_message
    FROM ROWS (:versions, id text, error_code text, error_message text) AS lost
   WHERE organization_id = :organization_id AND documents.id = lost.id
`)

/** Documents whose newest versions have lost their text (docs/behaviour.md#deletions). */
export function createLostText(
  db: Driver,
  owner: string,
): Pick<Documents, 'textBytes' | 'keepEarlier'> {
  return {
    textBytes: (organization_id, ids) => db.run(() => textBytes.all({ organization_id, ids })),

    keepEarlier: (organization_id, versions, job_id) =>
      db.step(function* () {
        if (!(yield* mayWrite({ organization_id, owner, job_id }))) return
        const rows = versions.map(({ id, error_code, error_message }) => {
          return { id, error_code, error_message }
        })
        yield* keep.run({ organization_id, versions: toJsonRows(rows) })
        yield* tellDocuments(organization_id, rows)
      }, 'read committed'),
  }
}
