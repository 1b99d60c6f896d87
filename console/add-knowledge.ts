import { refresh, send } from './cache.ts'
import { call } from './client.ts'
import { cronOf, ownTimeZone, weeklyFrom } from './schedule.ts'
import { nameOfWebsite } from './sources.ts'
import { texts } from './strings.ts'

/**
 * The source that takes files, which is made with the first; without a collection, that too. Throws
 * `Failure`.
 */
export async function uploadTarget(collection_id: string | null): Promise<string> {
  return uploadSourceOf(await collectionFor(collection_id))
}

/**
 * Adds a website that is read every week, begins to read it, and returns its source's id. Throws
 * `Failure`.
 */
export async function addWebsite(address: URL, collection_id: string | null): Promise<string> {
  const name = nameOfWebsite(address)
  const { id } = await send('createSource', {
    params: { collection_id: await collectionOf(name, collection_id) },
    body: {
      name,
      type: 'website',
      config: { start_urls: [address.href] },
      schedule: cronOf(weeklyFrom(new Date())),
      time_zone: ownTimeZone(),
    },
  })
  await send('syncSource', { params: { source_id: id } })
  refreshKnowledge()
  return id
}

/** The collection for a website; the first one is named after it while it has no other content. */
async function collectionOf(name: string, chosen: string | null): Promise<string> {
  const id = chosen ?? (await firstCollection(name))
  const params = { collection_id: id }
  const [collection, { data: sources }] = await Promise.all([
    call('getCollection', { params }),
    call('listSources', { params, query: { limit: '1' } }),
  ])
  const isUnnamed = collection.name === texts.value.knowledge.firstCollection
  if (isUnnamed && sources.length === 0) await send('updateCollection', { params, body: { name } })
  return id
}

/** Takes back a source that was just added. Throws `Failure`. */
export async function removeSource(source_id: string): Promise<void> {
  await send('deleteSource', { params: { source_id } })
  refreshKnowledge()
}

/** A text that stands in no file; it becomes a document. */
export interface PastedText {
  title: string
  text: string
  url: string
}

/** Sends a text to the same source as files, and returns the source's id. Throws `Failure`. */
export async function addText({ title, text, url }: PastedText, collection_id: string | null) {
  const source_id = await uploadTarget(collection_id)
  // Two texts of one title are two documents.
  const path = `${slugOf(title)}-${crypto.randomUUID().slice(0, 4)}.md`
  const document = { path, title: title.trim(), text, ...(url.trim() && { url: url.trim() }) }
  await send('uploadDocuments', { params: { source_id }, body: { documents: [document] } })
  refreshKnowledge()
  return source_id
}

function slugOf(title: string): string {
  return (
    title
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-')
      .slice(0, 60) || 'text'
  )
}

/** The collection that was chosen, else the first one, which is made where there is none. */
export async function collectionFor(chosen: string | null): Promise<string> {
  return chosen ?? (await firstCollection(texts.value.knowledge.firstCollection))
}

async function uploadSourceOf(collection_id: string): Promise<string> {
  return (await uploadSource(collection_id)) ?? newUploadSource(collection_id)
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

async function newUploadSource(collection_id: string): Promise<string> {
  const body = { name: texts.value.knowledge.files, type: 'upload' as const }
  return (await send('createSource', { params: { collection_id }, body })).id
}

/** Shows what was added. */
export function refreshKnowledge(): void {
  refresh('listCollections')
  refresh('listSources')
}
