import { z } from 'zod'
import { sized } from './bounded.ts'
import { CHANGES_NOTHING, ListQuery, operation, page } from './operation.ts'
import { longText, shownText, Timestamp } from './text.ts'

/** The same in every installation (docs/behaviour.md#assistants). */
export const assistantLimits = {
  max_name_chars: 120,
  max_description_chars: 500,
  max_instruction_chars: 8000,
  max_knowledge_bases: 20,
} as const

/** In the order of the settings route. */
export const assistantStatuses = ['active', 'archived', 'disabled'] as const
export const AssistantStatus = z.enum(assistantStatuses)
export type AssistantStatus = z.infer<typeof AssistantStatus>

export const Assistant = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  status: AssistantStatus,
  model: z.string(),
  knowledge_base_ids: z.array(z.uuid()),
  instruction: z.string().nullable(),
  answerable: z.boolean().describe('Whether it is active and has a collection.'),
  revision: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Assistant = z.infer<typeof Assistant>

export const AssistantSettings = z.strictObject({
  assistant: Assistant,
  limits: z.strictObject({
    max_name_chars: z.int(),
    max_description_chars: z.int(),
    max_instruction_chars: z.int(),
    max_knowledge_bases: z.int(),
  }),
  statuses: z.array(AssistantStatus),
})
export type AssistantSettings = z.infer<typeof AssistantSettings>

const Name = shownText(1, assistantLimits.max_name_chars)
const Description = longText(assistantLimits.max_description_chars)
const Instruction = longText(assistantLimits.max_instruction_chars).nullable()
const Model = z.string().max(200, { error: 'must be at most 200 characters' })
const KnowledgeBaseIds = sized(
  z
    .array(z.string())
    .max(assistantLimits.max_knowledge_bases)
    .refine((ids) => new Set(ids).size === ids.length, {
      error: 'must not contain a collection twice',
    }),
  {
    max: assistantLimits.max_knowledge_bases,
    error: `must contain at most ${assistantLimits.max_knowledge_bases} collections`,
  },
)

export const CreateAssistant = z.strictObject({
  name: Name.describe('Need not be unique.'),
  description: Description.default(''),
  model: Model.default('').describe(
    '`provider/name` of a configured provider; absent or empty for the default.',
  ),
  knowledge_base_ids: KnowledgeBaseIds.default([])
    .meta({ default: [] })
    .describe('Collections with the same embedding, none twice.'),
  instruction: Instruction.default(null),
})
export type CreateAssistant = z.infer<typeof CreateAssistant>

/** Fields of an assistant that can be tried before they are saved. */
export const AssistantDraft = z.strictObject({
  model: Model.optional(),
  instruction: Instruction.optional(),
  knowledge_base_ids: KnowledgeBaseIds.optional(),
})

/** `instruction: null` counts as a change. */
export const UpdateAssistant = z
  .strictObject({
    revision: z.int().describe('The current one.'),
    name: Name.optional(),
    description: Description.optional(),
    model: Model.optional(),
    knowledge_base_ids: KnowledgeBaseIds.optional(),
    instruction: Instruction.optional().describe('`null` clears it.'),
    status: AssistantStatus.optional(),
  })
  .refine((body) => Object.keys(body).some((field) => field !== 'revision'), {
    error: CHANGES_NOTHING,
  })
export type UpdateAssistant = z.infer<typeof UpdateAssistant>

export const SuggestedQuestions = z.strictObject({ questions: z.array(z.string()).max(6) })
export type SuggestedQuestions = z.infer<typeof SuggestedQuestions>

export const listAssistants = operation({
  rule: 'behaviour.md#assistants',
  summary: 'List assistants',
  method: 'get',
  path: '/assistants',
  access: 'assistant.read',
  query: ListQuery.extend({ status: AssistantStatus.optional() }),
  status: 200,
  reply: page(Assistant),
})

export const createAssistant = operation({
  rule: 'behaviour.md#assistants',
  summary: 'Create an assistant',
  method: 'post',
  path: '/assistants',
  access: 'assistant.manage',
  body: CreateAssistant,
  status: 201,
  audit: { action: 'assistant.created' },
  reply: Assistant,
})

export const getAssistant = operation({
  rule: 'behaviour.md#assistants',
  summary: 'Read an assistant',
  method: 'get',
  path: '/assistants/{assistant_id}',
  access: 'assistant.read',
  status: 200,
  reply: Assistant,
})

export const updateAssistant = operation({
  rule: 'behaviour.md#assistants',
  summary: 'Update an assistant',
  description:
    'When `revision` is outdated the response is 409 and nothing changes. `null` is refused in all fields but `instruction`. There is no DELETE: set `status` to `archived`.',
  method: 'patch',
  path: '/assistants/{assistant_id}',
  access: 'assistant.manage',
  body: UpdateAssistant,
  status: 200,
  audit: { action: 'assistant.updated', told: ['status'] },
  reply: Assistant,
})

export const getAssistantSettings = operation({
  rule: 'behaviour.md#assistants',
  summary: 'Read an assistant with the limits of its fields and its possible statuses',
  method: 'get',
  path: '/assistants/{assistant_id}/settings',
  access: 'assistant.read',
  status: 200,
  reply: AssistantSettings,
})

export const suggestQuestions = operation({
  rule: 'behaviour.md#suggested-questions',
  summary: 'Suggest questions to begin with',
  description: 'Up to six, made of headings of its collections without a model.',
  method: 'get',
  path: '/assistants/{assistant_id}/suggested-questions',
  access: 'assistant.read',
  status: 200,
  reply: SuggestedQuestions,
})
