import type { SourceType } from '../contract/source-types.ts'
import type { SourceReader } from './define-source.ts'
import { feed } from './sources/feed/feed.ts'
import { folder } from './sources/folder.ts'
import { git } from './sources/git/git.ts'
import { openapi } from './sources/openapi.ts'
import { s3 } from './sources/s3/s3.ts'
import { upload } from './sources/upload.ts'
import { website } from './sources/website/website.ts'

/** The reader of every source type. */
export const sources: Record<SourceType, SourceReader> = {
  feed,
  folder,
  git,
  openapi,
  s3,
  upload,
  website,
}
