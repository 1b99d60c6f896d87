import { refresh, send } from './cache.ts'
import { call } from './client.ts'

/** Files that the service takes in one upload (docs/behaviour.md#uploads). */
export const MAX_FILES = 50

/**
 * Sends files to the collection's source of uploads, which is made with the first; without a
 * collection, that too. Throws `Failure`.
 */
export async function addFiles(files: File[], collection_id: string | null, names: Names) {
  const collection = collection_id ?? (await firstCollection(names.collection))
  const source_id = (await uploadSource(collection)) ?? (await newUploadSource(collection, names))
  const body = new FormData()
  for (const file of files) body.append('files', file)
  await send('uploadDocuments', { params: { source_id }, body })
  refreshKnowledge()
}

/** Adds a website and begins to read it. Throws `Failure`. */
export async function addWebsite(address: URL, collection_id: string | null, names: Names) {
  const collection = collection_id ?? (await firstCollection(names.collection))
  const { id } = await send('createSource', {
    params: { collection_id: collection },
    body: { name: address.host, type: 'website', config: { start_urls: [address.href] } },
  })
  await send('syncSource', { params: { source_id: id } })
  refreshKnowledge()
}

/** Names of what is made on the way. */
interface Names {
  collection: string
  files: string
}

/** The address that was meant, with or without its scheme; null for none. */
export function websiteAddress(entry: string): URL | null {
  const text = entry.trim()
  const address = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  // An e-mail address reads as one with a user name.
  if (!address || address.username) return null
  return /^[^.]+(\.[^.]+)+$|^localhost$/.test(address.hostname) ? address : null
}

let making: Promise<string> | null = null

/** Additions that begin at the same time share one collection. */
function firstCollection(name: string): Promise<string> {
  making ??= findOrMakeCollection(name).finally(() => {
    making = null
  })
  return making
}

async function findOrMakeCollection(name: string): Promise<string> {
  const { data } = await call('listCollections', { query: { limit: '1' } })
  return data[0]?.id ?? (await send('createCollection', { body: { name } })).id
}

async function uploadSource(collection_id: string): Promise<string | undefined> {
  const { data } = await call('listSources', { params: { collection_id }, query: { limit: '100' } })
  return data.find(({ type }) => type === 'upload')?.id
}

async function newUploadSource(collection_id: string, { files }: Names): Promise<string> {
  const body = { name: files, type: 'upload' as const }
  return (await send('createSource', { params: { collection_id }, body })).id
}

/** Shows what was added. */
function refreshKnowledge(): void {
  refresh('listCollections')
  refresh('listSources')
}
