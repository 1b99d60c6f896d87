import { defineSource } from '../define-source.ts'

/** Files and texts that were sent through the API; each document has the id of its upload. */
export const upload = defineSource({
  type: 'upload',

  async *discover({ id }, { uploads, uploadFiles }) {
    for (const { id: upload_id, content_hash, ...upload } of await uploads.list(id)) {
      yield {
        ...upload,
        upload_id,
        version: content_hash,
        read: () => uploadFiles.read(content_hash),
      }
    }
    return { isComplete: true }
  },
})
