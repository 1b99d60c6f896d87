import { z } from 'zod'
import { sized } from './bounded.ts'
import { CHANGES_NOTHING, ListQuery, operation, page } from './operation.ts'
import { longText, SentTimestamp, shownText, Timestamp } from './text.ts'
import { webAddressOf } from './web-address.ts'

/** The selector that a curated answer is stored with, whatever the assistant's model. */
export const CURATED_MODEL = 'builtin/curated'

const Question = longText(500, 1)
const Questions = sized(z.array(Question), {
  min: 1,
  max: 20,
  error: 'must contain 1 to 20 questions',
}).meta({ minItems: 1, maxItems: 20 })

const MAX_LINKS = 5
const LINK_URL =
  'must be an https address of at most 2000 characters without user name and password'
const Link = z.strictObject({
  title: shownText(1, 200),
  url: z
    .string()
    .max(2000, { error: LINK_URL, abort: true })
    .check(z.url({ protocol: /^https$/, error: LINK_URL, abort: true }))
    .refine((url) => webAddressOf(url) !== null, { error: LINK_URL, abort: true })
    .transform((url) => new URL(url).href)
    .describe('Must be https.'),
})
const Links = sized(z.array(Link), {
  max: MAX_LINKS,
  error: `must contain at most ${MAX_LINKS} links`,
}).meta({ maxItems: MAX_LINKS })

const AssistantIds = sized(
  z.array(z.string()).refine((ids) => new Set(ids).size === ids.length, {
    error: 'must not contain an assistant twice',
  }),
  { min: 1, max: 20, error: 'must contain 1 to 20 assistants, or be null for all' },
)
  .nullable()
  .meta({ minItems: 1, maxItems: 20 })

const fields = {
  questions: Questions,
  text: longText(8000, 1).describe('Markdown.'),
  links: Links,
  assistant_ids: AssistantIds.describe('`null`: all.'),
  valid_until: SentTimestamp.nullable().describe('`null`: for ever.'),
  enabled: z.boolean(),
}

/** An answer that somebody wrote (docs/behaviour.md#curated-answers). */
export const CuratedAnswer = z.strictObject({
  id: z.uuid(),
  questions: z.array(z.string()),
  text: z.string(),
  links: z.array(z.strictObject({ title: z.string(), url: z.string() })),
  assistant_ids: z.array(z.uuid()).nullable(),
  valid_until: Timestamp.nullable(),
  enabled: z.boolean(),
  revision: z.int(),
  used_count: z.int(),
  last_used_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type CuratedAnswer = z.infer<typeof CuratedAnswer>

export const CreateCuratedAnswer = z.strictObject({
  ...fields,
  links: fields.links.default([]),
  assistant_ids: fields.assistant_ids.default(null),
  valid_until: fields.valid_until.default(null),
  enabled: fields.enabled.default(true),
})
export type CreateCuratedAnswer = z.infer<typeof CreateCuratedAnswer>

export const UpdateCuratedAnswer = z
  .strictObject({ revision: z.int(), ...z.strictObject(fields).partial().shape })
  .refine((body) => Object.keys(body).some((field) => field !== 'revision'), {
    error: CHANGES_NOTHING,
  })
export type UpdateCuratedAnswer = z.infer<typeof UpdateCuratedAnswer>

export const MatchQuestion = z.strictObject({ question: Question, assistant_id: z.string() })
export type MatchQuestion = z.infer<typeof MatchQuestion>

/** Which curated answer a question would get. */
export const CuratedMatches = z.strictObject({
  match: z.strictObject({ id: z.uuid(), score: z.number() }).nullable(),
  threshold: z.number().describe('A match has at least this score.'),
  nearest: z.array(z.strictObject({ id: z.uuid(), question: z.string(), score: z.number() })),
})
export type CuratedMatches = z.infer<typeof CuratedMatches>

export const listCuratedAnswers = operation({
  rule: 'behaviour.md#curated-answers',
  summary: 'List curated answers',
  method: 'get',
  path: '/curated-answers',
  access: 'knowledge.read',
  query: ListQuery,
  status: 200,
  reply: page(CuratedAnswer),
})

export const createCuratedAnswer = operation({
  rule: 'behaviour.md#curated-answers',
  summary: 'Create a curated answer',
  method: 'post',
  path: '/curated-answers',
  access: 'curated.manage',
  body: CreateCuratedAnswer,
  status: 201,
  audit: { action: 'curated_answer.created' },
  reply: CuratedAnswer,
})

export const matchCuratedAnswer = operation({
  rule: 'behaviour.md#curated-answers',
  summary: 'Find the curated answer to a question',
  description:
    'Which one an assistant would give, and up to five that are nearest. It answers nothing and counts nothing.',
  method: 'post',
  path: '/curated-answers/match',
  access: 'knowledge.read',
  body: MatchQuestion,
  status: 200,
  reply: CuratedMatches,
})

export const getCuratedAnswer = operation({
  rule: 'behaviour.md#curated-answers',
  summary: 'Read a curated answer',
  method: 'get',
  path: '/curated-answers/{curated_answer_id}',
  access: 'knowledge.read',
  status: 200,
  reply: CuratedAnswer,
})

export const updateCuratedAnswer = operation({
  rule: 'behaviour.md#curated-answers',
  summary: 'Update a curated answer',
  description: 'Any of the fields, with the current `revision` (409).',
  method: 'patch',
  path: '/curated-answers/{curated_answer_id}',
  access: 'curated.manage',
  body: UpdateCuratedAnswer,
  status: 200,
  audit: { action: 'curated_answer.updated', told: ['enabled'] },
  reply: CuratedAnswer,
})

export const deleteCuratedAnswer = operation({
  rule: 'behaviour.md#curated-answers',
  summary: 'Delete a curated answer',
  method: 'delete',
  path: '/curated-answers/{curated_answer_id}',
  access: 'curated.manage',
  status: 204,
  audit: { action: 'curated_answer.deleted' },
})
