import { snippetOf } from '../answering/cited/snippet.ts'
import type { Passage, PassageWithNeighbours } from '../contract/document.ts'
import type { ToolInput, ToolName, ToolOutput } from '../contract/mcp.ts'
import type { Caller } from '../identity/caller.ts'
import type { Documents } from '../resources/documents.ts'
import type { Search } from '../resources/search.ts'
import { contentWordsOf, type QuestionWord } from '../text/question.ts'
import { type AskResources, createAskTool } from './ask.ts'
import { answerableAssistants } from './choose-assistant.ts'
import type { Tell } from './progress.ts'

export interface ToolResources extends AskResources {
  documents: Pick<Documents, 'passage'>
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

const MAX_RESULTS = 10

/** A handler for each tool, on the same resources and with the same errors as the API. */
export function createTools(resources: ToolResources): ToolHandlers {
  const { assistants, documents, search } = resources
  return {
    async search({ query }, { caller, signal }) {
      const { data } = await search(caller, { query, limit: MAX_RESULTS }, signal)
      const clue = contentWordsOf(query)
      return { results: data.map((passage) => toResult(passage, clue)) }
    },

    async fetch({ id }, { caller }) {
      return toDocument(await documents.passage(caller, id))
    },

    ask: createAskTool(resources),

    async list_assistants(_, { caller }) {
      const all = await answerableAssistants(assistants, caller)
      return {
        assistants: all.map(({ id, name, description }) => ({ id, name, description })),
      }
    },
  }
}

function toResult({ source_id, title, url, text, score }: Passage, clue: QuestionWord[]) {
  return { id: source_id, title, url, snippet: snippetOf(text, clue) ?? '', score }
}

function toDocument(passage: PassageWithNeighbours): ToolOutput<'fetch'> {
  const { source_id, title, url, anchor, document_id, collection_id, previous, next } = passage
  const texts = [previous?.text, passage.text, next?.text].filter((text) => text !== undefined)
  return {
    id: source_id,
    title,
    text: texts.join('\n\n'),
    url,
    metadata: { document_id, collection_id, ...(anchor !== null && { anchor }) },
  }
}
