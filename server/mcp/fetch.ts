import type { KnowledgeDocument, Passage, PassageWithNeighbours } from '../contract/document.ts'
import { ServiceError } from '../contract/errors.ts'
import { MAX_DOCUMENT_CHARS, type ToolOutput } from '../contract/mcp.ts'
import type { Caller } from '../identity/caller.ts'
import type { Documents } from '../resources/documents.ts'
import type { PassageLinks } from '../resources/passage-links.ts'
import { pathOf } from '../text/structure.ts'

export interface FetchResources {
  documents: Pick<Documents, 'get' | 'passage' | 'passages'>
  passageLinks: Pick<PassageLinks, 'addressOf'>
}

type Fetched = ToolOutput<'fetch'>

/** Reads a passage with those beside it, or a whole document (docs/behaviour.md#mcp). */
export function createFetchTool({ documents, passageLinks }: FetchResources) {
  return async function fetchTool(
    { id }: { id: string },
    { caller }: { caller: Caller },
  ): Promise<Fetched> {
    const passage = await unlessUnknown(documents.passage(caller, id))
    if (passage) return passageResult(passage, caller)
    const document = await unlessUnknown(documents.get(caller, id))
    if (document) return documentResult(document, caller)
    throw new ServiceError('not_found', 'Passage or document not found.')
  }

  function passageResult(passage: PassageWithNeighbours, caller: Caller): Fetched {
    const { source_id, document_id, collection_id, anchor, previous, next } = passage
    const around = [previous, passage, next].filter((each) => each !== null)
    return {
      id: source_id,
      title: titleOf(passage),
      text: withHeadings(around),
      url: passage.url ?? passageLinks.addressOf(caller.organization_id, source_id),
      metadata: {
        document_id,
        collection_id,
        ...(anchor !== null && { anchor }),
        ...(previous && { previous: previous.source_id }),
        ...(next && { next: next.source_id }),
      },
    }
  }

  async function documentResult(
    { id, title, url }: KnowledgeDocument,
    caller: Caller,
  ): Promise<Fetched> {
    const { passages, truncated } = await beginningOf(id, caller)
    const [first] = passages
    if (!first) throw new ServiceError('not_found', 'The document has no text that can be read.')
    const { source_id, collection_id } = first
    return {
      id,
      title,
      text: withHeadings(passages).slice(0, MAX_DOCUMENT_CHARS).toWellFormed(),
      url: url ?? passageLinks.addressOf(caller.organization_id, source_id),
      metadata: { document_id: id, collection_id, ...(truncated && { truncated: 'true' }) },
    }
  }

  /** As many passages as `MAX_DOCUMENT_CHARS` have room for. */
  async function beginningOf(id: string, caller: Caller) {
    const passages: Passage[] = []
    let length = 0
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<Documents['passages']>> = await documents.passages(
        caller,
        id,
        { limit: 100, ...(cursor && { cursor }) },
      )
      passages.push(...page.data)
      cursor = page.next_cursor
      length = withHeadings(passages).length
    } while (cursor && length <= MAX_DOCUMENT_CHARS)
    return { passages, truncated: length > MAX_DOCUMENT_CHARS }
  }
}

/** "Self-hosting › How do I back up?" */
export function titleOf({ title, anchor }: Pick<Passage, 'title' | 'anchor'>): string {
  return anchor === null || anchor === title ? title : pathOf([title, anchor])
}

/** The passages with a heading wherever a section begins. */
function withHeadings(passages: Passage[]): string {
  return passages
    .map(({ anchor, text }, at) => {
      const goesOn = at > 0 && passages[at - 1]?.anchor === anchor
      return anchor === null || goesOn ? text : `## ${anchor}\n\n${text}`
    })
    .join('\n\n')
}

async function unlessUnknown<Thing>(finding: Promise<Thing>): Promise<Thing | null> {
  try {
    return await finding
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return null
    throw error
  }
}
