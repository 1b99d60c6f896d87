import { z } from 'zod'
import { ListQuery, operation, page } from './operation.ts'
import { longText, Timestamp } from './text.ts'

export const questionOrigins = ['owner', 'visitors', 'model'] as const
export type QuestionOrigin = (typeof questionOrigins)[number]

export const SectionQuestionText = longText(500, 1)
/** As the page has it, so it is compared and never stored or shown. */
export const SectionName = z.string().min(1).max(4000)

/** A question that a section of a document answers (docs/behaviour.md#questions-of-sections). */
export const SectionQuestion = z.strictObject({
  id: z.uuid(),
  collection_id: z.uuid(),
  document_id: z.uuid(),
  section: z
    .string()
    .nullable()
    .describe('The `anchor` of its passages; `null`: the whole document.'),
  text: z.string(),
  language: z.string(),
  origin: z.enum(questionOrigins).describe('Where it came from.'),
  asked_count: z.int().describe('Different visitors whose likes counted.'),
  needs_look: z.boolean().describe('The section has changed, or is gone.'),
  created_at: Timestamp,
})
export type SectionQuestion = z.infer<typeof SectionQuestion>

export const CreateSectionQuestion = z.strictObject({
  text: SectionQuestionText,
  document_id: z.string(),
  section: SectionName.nullish().describe(
    'The `anchor` of a passage, or its heading; `null` or left out: the whole document.',
  ),
})
export type CreateSectionQuestion = z.infer<typeof CreateSectionQuestion>

export const UpdateSectionQuestion = z.strictObject({
  text: SectionQuestionText,
  origin: z.literal('owner').optional(),
})
export type UpdateSectionQuestion = z.infer<typeof UpdateSectionQuestion>

export const SectionQuestionFilter = ListQuery.extend({
  collection_id: z.string().optional().describe('Of a collection; not together with a document.'),
  document_id: z.string().optional().describe('Of a document.'),
  origin: z.enum(questionOrigins).optional(),
  needs_look: z.enum(['true', 'false']).optional(),
})
export type SectionQuestionFilter = z.infer<typeof SectionQuestionFilter>

export const listSectionQuestions = operation({
  rule: 'behaviour.md#questions-of-sections',
  summary: 'List questions of sections',
  description:
    'Newest first, of a collection, of a document, or of all. Those of visitors need `inbox.read` and are left out without it; `origin=visitors` is 403 then.',
  method: 'get',
  path: '/knowledge/questions',
  access: 'knowledge.read',
  query: SectionQuestionFilter,
  status: 200,
  reply: page(SectionQuestion),
})

export const createSectionQuestion = operation({
  rule: 'behaviour.md#questions-of-sections',
  summary: 'Say which section answers a question',
  description:
    'Searches put the section higher by it from then on. 409 when the section has a question with the same words, whatever its endings and order.',
  method: 'post',
  path: '/knowledge/questions',
  access: 'knowledge.manage',
  body: CreateSectionQuestion,
  status: 201,
  audit: { action: 'question.created' },
  reply: SectionQuestion,
})

export const updateSectionQuestion = operation({
  rule: 'behaviour.md#questions-of-sections',
  summary: 'Write a question of a section anew',
  description:
    'It is the owner’s from then on, whoever it came from, and needs no look. 409 as for a new one.',
  method: 'patch',
  path: '/knowledge/questions/{question_id}',
  access: 'knowledge.manage',
  body: UpdateSectionQuestion,
  status: 200,
  audit: { action: 'question.updated' },
  reply: SectionQuestion,
})

export const deleteSectionQuestion = operation({
  rule: 'behaviour.md#questions-of-sections',
  summary: 'Delete a question of a section',
  description:
    'A question with its words does not come back to the document unless a person writes it.',
  method: 'delete',
  path: '/knowledge/questions/{question_id}',
  access: 'knowledge.manage',
  status: 204,
  audit: { action: 'question.deleted' },
})
