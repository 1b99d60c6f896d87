import { z } from 'zod'
import { CHANGES_NOTHING, ListQuery, operation, page } from './operation.ts'
import { beginningOf, codePoints, longText, shownText, Timestamp } from './text.ts'

export const Collection = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  status: z.enum(['active', 'archived']),
  embedding_model: z.string(),
  embedding_dimensions: z.int(),
  document_count: z.int(),
  passage_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Collection = z.infer<typeof Collection>

/** At most 4,000 characters, of which 1,000 are stored (docs/behaviour.md#collections). */
const Description = z
  .string()
  .refine((text) => codePoints(text) <= 4000, { error: 'must be at most 4000 characters' })
  .pipe(longText(4000))
  .transform((text) => beginningOf(text, 1000))
const Name = shownText(1, 200)

export const CreateCollection = z.strictObject({
  name: Name.describe('Unique in the organization (409).'),
  description: Description.default(''),
  embedding_model: z
    .string()
    .max(200, { error: 'must be at most 200 characters' })
    .default('')
    .describe('Cannot be changed later; the default when it is absent.'),
  embedding_dimensions: z
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .max(100_000, { error: 'must be at most 100000' })
    .optional()
    .describe('Cannot be changed later; the default when they are absent.'),
})
export type CreateCollection = z.infer<typeof CreateCollection>

/** The embedding cannot be changed: its fields are refused as unknown fields. */
export const UpdateCollection = z
  .strictObject({
    name: Name.optional(),
    description: Description.optional(),
    archived: z.boolean().optional(),
  })
  .refine((body) => Object.keys(body).length > 0, { error: CHANGES_NOTHING })
export type UpdateCollection = z.infer<typeof UpdateCollection>

const Flag = z.enum(['true', 'false'], { error: 'must be true or false' })

export const listCollections = operation({
  rule: 'behaviour.md#collections',
  summary: 'List collections',
  method: 'get',
  path: '/knowledge/collections',
  access: 'knowledge.read',
  query: ListQuery.extend({ archived: Flag.optional().describe('`true` for archived ones only.') }),
  status: 200,
  reply: page(Collection),
})

export const createCollection = operation({
  rule: 'behaviour.md#collections',
  summary: 'Create a collection',
  method: 'post',
  path: '/knowledge/collections',
  access: 'knowledge.manage',
  body: CreateCollection,
  status: 201,
  audit: { action: 'collection.created' },
  reply: Collection,
})

export const getCollection = operation({
  rule: 'behaviour.md#collections',
  summary: 'Read a collection',
  method: 'get',
  path: '/knowledge/collections/{collection_id}',
  access: 'knowledge.read',
  status: 200,
  reply: Collection,
})

export const updateCollection = operation({
  rule: 'behaviour.md#collections',
  summary: 'Update a collection',
  description:
    'At least one field. Those of the embedding are refused, even with their current values.',
  method: 'patch',
  path: '/knowledge/collections/{collection_id}',
  access: 'knowledge.manage',
  body: UpdateCollection,
  status: 200,
  audit: { action: 'collection.updated', told: ['archived'] },
  reply: Collection,
})

/** Asks for the name, so that no collection is emptied by mistake. */
export const PurgeCollection = z.strictObject({ confirm: Name.describe('Its name.') })
export type PurgeCollection = z.infer<typeof PurgeCollection>

export const purgeCollection = operation({
  rule: 'behaviour.md#collections',
  summary: 'Empty a collection for good',
  description:
    'Deletes its sources, documents and passages, takes it from all assistants and archives it. For owners and admins.',
  method: 'post',
  path: '/knowledge/collections/{collection_id}/purge',
  access: 'organization.manage',
  body: PurgeCollection,
  status: 200,
  audit: { action: 'collection.purged' },
  reply: Collection,
})
