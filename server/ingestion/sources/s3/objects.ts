import type { SourceConfig } from '../../../contract/source-types.ts'
import {
  type Discovered,
  type Discovery,
  type DiscoveryContext,
  type Found,
  type SourceOf,
} from '../../define-source.ts'
import { createFilter } from '../filter.ts'
import { readAhead } from '../read-ahead.ts'
import { openBucket } from './bucket.ts'
import type { S3Object } from './listing.ts'

const MAX_OBJECTS = 20_000
/** Of 1,000 keys each, including those that are left out. */
const MAX_LISTINGS = 500

const TOO_MANY: Discovered = {
  isComplete: false,
  shortfall: {
    code: 'limit_exceeded',
    message:
      'The bucket holds more objects than are read: narrow it with prefix, include or exclude.',
  },
}

/** The objects that the source is to read, whose versions are their ETags. */
export function readObjects(
  source: SourceOf<'s3'>,
  context: DiscoveryContext,
  signal: AbortSignal,
): Discovery {
  return readAhead(list(source, context, signal), context)
}

async function* list(
  { config, credentials }: SourceOf<'s3'>,
  context: DiscoveryContext,
  signal: AbortSignal,
): Discovery {
  const bucket = await openBucket({ config, credentials, context, signal })
  const pathOf = createPathOf(config)
  const isWanted = createFilter(config)
  const found = new Set<string>()
  let token: string | null = null
  for (let listings = 0; listings < MAX_LISTINGS; listings += 1) {
    const { objects, next } = await bucket.list(token)
    for (const object of objects) {
      await context.pace()
      const path = pathOf(object.key)
      if (path === null || !isWanted(path) || found.has(path)) continue
      if (found.size === MAX_OBJECTS) return TOO_MANY
      found.add(path)
      yield foundAs(path, object, () => bucket.read(object))
    }
    if (next === null) return { isComplete: true, isExcluded: (path) => !isWanted(path) }
    token = next
  }
  return TOO_MANY
}

function foundAs(path: string, { etag, bytes }: S3Object, read: Found['read']): Found {
  return { path, version: etag, bytes, read }
}

/** The path of an object below the folder of `prefix`; null: it is none, or cannot be asked for. */
function createPathOf({ prefix = '' }: SourceConfig<'s3'>): (key: string) => string | null {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  return (key) => {
    const path = key.slice(folder.length)
    const names = path.split('/')
    const isFolder = path === '' || path.endsWith('/')
    if (!key.startsWith(prefix) || isFolder) return null
    return names.some((name) => name.startsWith('.')) ? null : path
  }
}
