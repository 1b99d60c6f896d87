import { z } from 'zod'
import { AnswerLink, Citation } from './conversation.ts'
import type { Permission } from './operation.ts'
import { QuestionText } from './text.ts'

/** A tool of the MCP server (docs/behaviour.md#mcp). */
export interface ToolDeclaration {
  title: string
  /** Read by the model that chooses among tools. */
  description: string
  permission: Permission
  input: z.ZodObject
  output: z.ZodObject
}

function tool<const T extends ToolDeclaration>(declared: T): T {
  return declared
}

const Id = z.string().max(200, { error: 'must be an id' })
const NameOrId = Id.describe('Id or exact name.')

/** How much of a document `fetch` gives, in characters. */
export const MAX_DOCUMENT_CHARS = 100_000

const LIMIT = { error: 'must be a whole number from 1 to 20' }
const url = z
  .string()
  .describe('Public address; for a document without one, a page that shows the passage for 7 days.')
/** As in the API, but always with an address. */
const LinkedCitation = Citation.extend({ url }).describe('A source, which [ordinal] refers to.')

export const tools = {
  search: tool({
    title: 'Search the knowledge',
    description:
      'Searches the organization’s knowledge and returns the passages most relevant to the query. Use fetch to read one in full.',
    permission: 'knowledge.read',
    input: z.strictObject({
      query: QuestionText.describe('What to look for: a question or a few words.'),
      limit: z
        .int(LIMIT)
        .min(1, LIMIT)
        .max(20, LIMIT)
        .describe('How many results at most.')
        .default(10),
      collection: NameOrId.describe(
        'Searches one collection only: its id or exact name, as the instructions list them.',
      ).optional(),
    }),
    output: z.strictObject({
      results: z
        .array(
          z.strictObject({
            id: z.uuid().describe('Id of the passage, for fetch.'),
            title: z.string().describe('Title of the document and heading of the passage.'),
            url,
            snippet: z.string().describe('The part of the passage nearest to the query.'),
            score: z.number().nullable().describe('Relevance: higher is more relevant.'),
          }),
        )
        .describe('The most relevant first.'),
    }),
  }),
  fetch: tool({
    title: 'Read a passage or document',
    description:
      'Reads a passage, by the id from a search result or citation, with the passages before and after it; or a whole document, by its document_id.',
    permission: 'knowledge.read',
    input: z.strictObject({ id: Id.describe('Id of a passage, or of a document.') }),
    output: z.strictObject({
      id: z.uuid().describe('The id that was asked for.'),
      title: z.string().describe('Title of the document, and heading of the passage.'),
      text: z.string().describe('Markdown with the headings of the document.'),
      url,
      metadata: z
        .record(z.string(), z.string())
        .describe(
          'document_id and collection_id; of a passage also its anchor and the ids previous and next of the passages beside it; truncated, when the document is longer than 100,000 characters.',
        ),
    }),
  }),
  ask: tool({
    title: 'Ask an assistant',
    description:
      'Asks an assistant of the organization. The answer cites its sources as [n], or abstains when the knowledge does not support one. Pass conversation_id to continue a conversation.',
    permission: 'message.send',
    input: z.strictObject({
      question: QuestionText.describe('One question, in any language.'),
      assistant: z
        .string()
        .max(200, { error: 'must be the id or the name of an assistant' })
        .describe('Id or name; may be omitted when only one assistant can answer.')
        .optional(),
      conversation_id: Id.describe(
        'From an earlier answer, so that the question is understood as its continuation.',
      ).optional(),
    }),
    output: z.strictObject({
      conversation_id: z.uuid().describe('Continues this conversation when passed to ask.'),
      message_id: z.uuid().describe('Id of the answer.'),
      text: z.string().describe('Markdown with markers [n].'),
      abstained: z.boolean().describe('Whether the knowledge does not answer the question.'),
      abstention_reason: z.string().nullable().describe('Why, for example no_relevant_passages.'),
      citations: z.array(LinkedCitation).describe('The sources of the answer, by ordinal.'),
      links: z
        .array(AnswerLink)
        .describe('Where to look instead, when the assistant abstained, or what else may answer.'),
      finish_reason: z.string().nullable().describe('How the model ended: stop or length.'),
    }),
  }),
  list_assistants: tool({
    title: 'List assistants',
    description: 'Lists the assistants that can be asked.',
    permission: 'assistant.read',
    input: z.strictObject({}),
    output: z.strictObject({
      assistants: z
        .array(
          z.strictObject({
            id: z.uuid().describe('For ask.'),
            name: z.string().describe('For ask as well.'),
            description: z.string().describe('What it is for.'),
          }),
        )
        .describe('The newest first.'),
    }),
  }),
}
export type Tools = typeof tools
export type ToolName = keyof Tools
export type ToolInput<Name extends ToolName> = z.infer<Tools[Name]['input']>
export type ToolOutput<Name extends ToolName> = z.infer<Tools[Name]['output']>
