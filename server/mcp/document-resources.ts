import {
  type ListResourcesResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { ServiceError } from '../contract/errors.ts'
import { authorize } from '../identity/authorize.ts'
import type { Caller } from '../identity/caller.ts'
import type { Collections } from '../resources/collections.ts'
import type { Documents } from '../resources/documents.ts'
import { everyPage } from '../resources/every-page.ts'
import type { Sources } from '../resources/sources.ts'
import { createFetchTool, type FetchResources } from './fetch.ts'

export interface DocumentResources extends FetchResources {
  collections: Pick<Collections, 'list'>
  sources: Pick<Sources, 'list'>
  documents: FetchResources['documents'] & Pick<Documents, 'list'>
}

const URI = /^svc:\/\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/
const MIME_TYPE = 'text/markdown'
const PAGE = 100

/** Where a list of documents goes on. */
interface Place {
  source_id: string
  cursor: string | null
}

/**
 * Offers the documents of active collections as `svc://collection/document`
 * (docs/behaviour.md#mcp).
 */
export function offerDocuments(
  { server }: McpServer,
  caller: Caller,
  resources: DocumentResources,
): void {
  const { collections, sources, documents } = resources
  const fetch = createFetchTool(resources)

  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: 'svc://{collection_id}/{document_id}',
        name: 'document',
        title: 'A document of the knowledge',
        mimeType: MIME_TYPE,
      },
    ],
  }))

  server.setRequestHandler('resources/list', async ({ params }): Promise<ListResourcesResult> => {
    authorize(caller, 'knowledge.read')
    const all = await allSources()
    let place = params?.cursor === undefined ? firstOf(all) : placeOf(params.cursor)
    while (place) {
      const { source_id, cursor } = place
      const at = all.findIndex(({ id }) => id === source_id)
      const collection_id = all[at]?.collection_id
      if (collection_id === undefined) throw invalidCursor()
      const paging = { limit: PAGE, ...(cursor && { cursor }) }
      const page = await documents.list(caller, source_id, { status: 'ingested', ...paging })
      place = page.next_cursor
        ? { source_id, cursor: page.next_cursor }
        : firstOf(all.slice(at + 1))
      if (page.data.length === 0) continue
      const listed = page.data.map(({ id, path, title }) => ({
        uri: `svc://${collection_id}/${id}`,
        name: path,
        title,
        mimeType: MIME_TYPE,
      }))
      return { resources: listed, ...(place && { nextCursor: cursorOf(place) }) }
    }
    return { resources: [] }
  })

  server.setRequestHandler('resources/read', async ({ params }): Promise<ReadResourceResult> => {
    authorize(caller, 'knowledge.read')
    const { uri } = params
    const [, collection_id, id] = URI.exec(uri) ?? []
    const found = id === undefined ? null : await fetched(id)
    if (!found || found.metadata.collection_id !== collection_id) {
      throw new ResourceNotFoundError(uri)
    }
    return { contents: [{ uri, mimeType: MIME_TYPE, text: found.text }] }
  })

  async function allSources() {
    const active = await everyPage((paging) => collections.list(caller, paging))
    const lists = await Promise.all(
      active.map(({ id }) => everyPage((paging) => sources.list(caller, id, paging))),
    )
    return lists.flat()
  }

  async function fetched(id: string) {
    try {
      const found = await fetch({ id }, { caller })
      return found.metadata.document_id === id ? found : null
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not_found') return null
      throw error
    }
  }
}

function firstOf([source]: { id: string }[]): Place | null {
  return source ? { source_id: source.id, cursor: null } : null
}

function cursorOf({ source_id, cursor }: Place): string {
  return Buffer.from(JSON.stringify([source_id, cursor])).toString('base64url')
}

function placeOf(given: string): Place {
  try {
    const [source_id, cursor] = JSON.parse(Buffer.from(given, 'base64url').toString())
    return { source_id: String(source_id), cursor: cursor === null ? null : String(cursor) }
  } catch {
    throw invalidCursor()
  }
}

function invalidCursor(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not one of this list.')
}
