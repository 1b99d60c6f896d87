import { writeArchive } from '../archive/write-archive.ts'
import type { Download } from '../contract/operation.ts'
import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'
import { found } from './not-found.ts'

export type ExportOrganization = ReturnType<typeof createExport>

/** Everything that an organization holds, as a file (docs/behaviour.md#export-and-import). */
export function createExport({
  store,
  readUpload,
  version,
  now,
}: {
  store: Store
  /** The bytes of an uploaded file. */
  readUpload(content_hash: string): Promise<Buffer>
  /** Of the product. */
  version: string
  now: () => string
}) {
  return async ({ organization_id }: Caller): Promise<Download> => {
    const { slug, name } = found(await store.organizations.find(organization_id), 'Organization')
    const exported_at = now()
    const stream = writeArchive({
      snapshot: await store.archive.snapshot(organization_id),
      readFile: readUpload,
      about: { version, exported_at, organization: { slug, name } },
    })
    return { name: `${slug}-${exported_at.slice(0, 10)}.tar.gz`, stream }
  }
}
