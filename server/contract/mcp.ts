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

export const tools = {
  search: tool({
    title: 'Search the knowledge',
    description:
      'Searches the organization’s knowledge and returns the passages most relevant to the query. Use fetch to read one in full.',
    permission: 'knowledge.read',
    input: z.strictObject({ query: QuestionText }),
    output: z.strictObject({
      results: z.array(
        z.strictObject({
          id: z.uuid(),
          title: z.string(),
          url: z.string().nullable(),
          snippet: z.string(),
          score: z.number().nullable(),
        }),
      ),
    }),
  }),
  fetch: tool({
    title: 'Read a passage',
    description:
      'Reads a passage by the id from a search result or citation, with the passages before and after it.',
    permission: 'knowledge.read',
    input: z.strictObject({ id: Id }),
    output: z.strictObject({
      id: z.uuid(),
      title: z.string(),
      text: z.string(),
      url: z.string().nullable(),
      metadata: z.record(z.string(), z.string()),
    }),
  }),
  ask: tool({
    title: 'Ask an assistant',
    description:
      'Asks an assistant of the organization. The answer cites its sources as [n], or abstains when the knowledge does not support one. Pass conversation_id to continue a conversation.',
    permission: 'message.send',
    input: z.strictObject({
      question: QuestionText,
      assistant: z
        .string()
        .max(200, { error: 'must be the id or the exact name of an assistant' })
        .describe('Id or exact name; may be omitted when only one assistant can answer.')
        .optional(),
      conversation_id: Id.optional(),
    }),
    output: z.strictObject({
      conversation_id: z.uuid(),
      message_id: z.uuid(),
      text: z.string(),
      abstained: z.boolean(),
      abstention_reason: z.string().nullable(),
      citations: z.array(Citation),
      links: z.array(AnswerLink),
      finish_reason: z.string().nullable(),
    }),
  }),
  list_assistants: tool({
    title: 'List assistants',
    description: 'Lists the assistants that can be asked.',
    permission: 'assistant.read',
    input: z.strictObject({}),
    output: z.strictObject({
      assistants: z.array(
        z.strictObject({ id: z.uuid(), name: z.string(), description: z.string() }),
      ),
    }),
  }),
}
export type Tools = typeof tools
export type ToolName = keyof Tools
export type ToolInput<Name extends ToolName> = z.infer<Tools[Name]['input']>
export type ToolOutput<Name extends ToolName> = z.infer<Tools[Name]['output']>
