import { defineSource } from '../define-source.ts'

/** Files and texts that were sent through the API; each document has the id of its upload. */
export const upload = defineSource({
  type: 'upload',

  async *discover({ organization_id, id }, { uploads, uploadFiles }) {
    const files = await uploads.list(organization_id, id)
    for (const { id: upload_id, content_hash, ...upload } of files) {
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
