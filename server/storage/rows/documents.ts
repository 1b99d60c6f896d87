/** A collection of an organization. */
export interface CollectionPlace {
  organization_id: string
  collection_id: string
}

/** People exclude documents beside what became of reading them. */
export const DOCUMENT_STATUS = `CASE WHEN excluded = 1 THEN 'excluded' ELSE status END`

/** Columns of `documents`, as the contract names them. */
export const DOCUMENT_COLUMNS = `id, source_id, path, title, url, media_type, bytes, content_hash,
         ${DOCUMENT_STATUS} AS status, error_code, error_message, description, passage_count,
         updated_at`
