import { defineSource } from '../define-source.ts'
import { withSnippets } from '../snippets/with-snippets.ts'

/** Files and texts that were sent through the API; each document has the id of its upload. */
export const upload = defineSource({
  type: 'upload',

  async *discover({ organization_id, id }, { uploads, uploadFiles }) {
    const files = await uploads.list(organization_id, id)
    const hashes = new Map(files.map(({ path, content_hash }) => [path, content_hash]))
    const readBeside = async (path: string) => {
      const content_hash = hashes.get(path)
      return content_hash === undefined ? null : uploadFiles.read(content_hash)
    }
    for (const { id: upload_id, content_hash: version, ...upload } of files) {
      const read = () => uploadFiles.read(version)
      yield withSnippets({ ...upload, upload_id, version, read }, readBeside)
    }
    return { isComplete: true }
  },
})
