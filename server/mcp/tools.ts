import { snippetOf } from '../answering/cited/snippet.ts'
import type { Passage } from '../contract/document.ts'
import { ServiceError } from '../contract/errors.ts'
import type { ToolInput, ToolName, ToolOutput } from '../contract/mcp.ts'
import type { Caller } from '../identity/caller.ts'
import type { Collections } from '../resources/collections.ts'
import { everyPage } from '../resources/every-page.ts'
import type { Search } from '../resources/search.ts'
import { contentWordsOf } from '../text/question.ts'
import { type AskResources, createAskTool } from './ask.ts'
import { answerableAssistants } from './choose-assistant.ts'
import { createFetchTool, type FetchResources, titleOf } from './fetch.ts'
import type { Tell } from './progress.ts'

export interface ToolResources extends AskResources, FetchResources {
  collections: Pick<Collections, 'list'>
  search: Search
}

/** A call of a tool, beside its arguments. */
export interface Call {
  caller: Caller
  signal: AbortSignal
  tell: Tell
}

export type ToolHandlers = {
  [Name in ToolName]: (input: ToolInput<Name>, call: Call) => Promise<ToolOutput<Name>>
}

/** A handler for each tool, on the same resources and with the same errors as the API. */
export function createTools(resources: ToolResources): ToolHandlers {
  const { assistants, collections, passageLinks, search } = resources

  async function collectionNamed(caller: Caller, wanted: string): Promise<string> {
    const all = await everyPage((paging) => collections.list(caller, paging))
    const named = all.find(({ id, name }) => id === wanted || name === wanted)
    if (!named) throw new ServiceError('not_found', 'Collection not found.')
    return named.id
  }

  return {
    async search({ query, limit, collection }, { caller, signal }) {
      const scope =
        collection === undefined
          ? {}
          : { knowledge_base_ids: [await collectionNamed(caller, collection)] }
      const { data } = await search(caller, { query, limit, ...scope }, signal)
      const clue = contentWordsOf(query)
      const linkOf = ({ url, source_id }: Passage) =>
        url ?? passageLinks.addressOf(caller.organization_id, source_id)
      return {
        results: data.map((passage) => ({
          id: passage.source_id,
          title: titleOf(passage),
          url: linkOf(passage),
          snippet: snippetOf(passage.text, clue) ?? '',
          score: passage.score,
        })),
      }
    },

    fetch: createFetchTool(resources),

    ask: createAskTool(resources),

    async list_assistants(_, { caller }) {
      const all = await answerableAssistants(assistants, caller)
      return {
        assistants: all.map(({ id, name, description }) => ({ id, name, description })),
      }
    },
  }
}
