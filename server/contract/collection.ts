import { z } from 'zod'
import { CHANGES_NOTHING, ListQuery, operation, page } from './operation.ts'
import { beginningOf, codePoints, longText, shownText, Timestamp } from './text.ts'

/** Contract §2.5, with the counts of completions 8. */
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

/** Over 4,000 characters is refused; the stored value is trimmed and cut to 1,000 (contract §4.6). */
const Description = z
  .string()
  .refine((text) => codePoints(text) <= 4000, { error: 'must be at most 4000 characters' })
  .pipe(longText(4000))
  .transform((text) => beginningOf(text, 1000))
const Name = shownText(1, 200)

export const CreateCollection = z.strictObject({
  name: Name,
  description: Description.default(''),
  embedding_model: z.string().max(200, { error: 'must be at most 200 characters' }).default(''),
  embedding_dimensions: z
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .max(100_000, { error: 'must be at most 100000' })
    .optional(),
})
export type CreateCollection = z.infer<typeof CreateCollection>

/** The embedding is fixed at creation: naming it here is refused like any unknown field (contract §4.6). */
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
  section: 'completions 8',
  summary: 'List collections; archived ones only when asked for',
  method: 'get',
  path: '/knowledge/collections',
  access: 'knowledge.read',
  query: ListQuery.extend({ archived: Flag.optional() }),
  status: 200,
  reply: page(Collection),
})

export const createCollection = operation({
  section: '4.6',
  summary: 'Create a collection',
  method: 'post',
  path: '/knowledge/collections',
  access: 'knowledge.manage',
  body: CreateCollection,
  status: 201,
  reply: Collection,
})

export const getCollection = operation({
  section: 'completions 8',
  summary: 'Read a collection',
  method: 'get',
  path: '/knowledge/collections/{collection_id}',
  access: 'knowledge.read',
  status: 200,
  reply: Collection,
})

export const updateCollection = operation({
  section: '4.6',
  summary: 'Rename, describe, archive or restore a collection',
  method: 'patch',
  path: '/knowledge/collections/{collection_id}',
  access: 'knowledge.manage',
  body: UpdateCollection,
  status: 200,
  reply: Collection,
})
