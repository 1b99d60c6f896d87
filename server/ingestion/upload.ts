import type { Store } from '../storage/store.ts'
import type { Connector } from './connector.ts'
import type { UploadFiles } from './upload-files.ts'

/** Lists what was uploaded to a source; each document has the id its upload was given. */
export function createUpload({
  uploads,
  files,
}: {
  uploads: Store['uploads']
  files: UploadFiles
}): Connector {
  return async ({ id }) => {
    const rows = await uploads.list(id)
    return {
      whole: true,
      documents: rows.map((row) => ({
        id: row.id,
        path: row.path,
        title: row.title,
        url: row.url,
        media_type: row.media_type,
        size: async () => row.bytes,
        read: () => files.read(row.content_hash),
      })),
    }
  }
}
