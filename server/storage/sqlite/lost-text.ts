import type { Database } from 'better-sqlite3'
import type { Documents, NewVersion } from '../ports/documents.ts'
import type { Sync } from './promised.ts'

/** Documents whose newest versions have lost their text (docs/behaviour.md#deletions). */
export function createLostText(
  db: Database,
  mayWrite: (organization_id: string, job_id?: string) => boolean,
): Pick<Sync<Documents>, 'textBytes' | 'keepEarlier'> {
  const textBytes = db.prepare<
    { organization_id: string; ids: string },
    { id: string; bytes: number }
  >(`
    SELECT documents.id, sum(octet_length(text)) AS bytes
      FROM documents
      JOIN passages ON passages.organization_id = documents.organization_id
                   AND passages.document_id = documents.id AND state = 'live'
      JOIN passage_texts ON passage_texts.key = passages.key
     WHERE documents.organization_id = :organization_id
       AND documents.id IN (SELECT value FROM json_each(:ids))
     GROUP BY documents.id
  `)
  const keep = db.prepare<
    { organization_id: string } & Pick<NewVersion, 'id' | 'error_code' | 'error_message'>
  >(`
    UPDATE documents
       SET times_lost = times_lost + 1, error_code = :error_code, error_message = :error_message
     WHERE id = :id AND organization_id = :organization_id
  `)

  const keepEarlier = db.transaction<Sync<Documents>['keepEarlier']>(
    (organization_id, versions, job_id) => {
      if (!mayWrite(organization_id, job_id)) return
      for (const { id, error_code, error_message } of versions) {
        keep.run({ organization_id, id, error_code, error_message })
      }
    },
  )

  return {
    textBytes: (organization_id, ids) =>
      textBytes.all({ organization_id, ids: JSON.stringify(ids) }),

    keepEarlier: (...values) => keepEarlier.immediate(...values),
  }
}
