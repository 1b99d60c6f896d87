import { z } from 'zod'
import { operation } from './operation.ts'

const fields = {
  question_model: z
    .string()
    .max(300)
    .nullable()
    .describe(
      'The configured language model that is to write questions; `null`: none. This version keeps the choice and writes none.',
    ),
  learn_from_visitors: z
    .boolean({ error: 'must be true or false' })
    .describe('Whether visitors’ questions become those of the sections that they opened.'),
}

/** How a collection comes to questions (docs/behaviour.md#questions-of-sections). */
export const Reading = z.strictObject({ revision: z.int().min(0), ...fields })
export type Reading = z.infer<typeof Reading>

/** As a provisioning file declares it. */
export const DeclaredReading = z.strictObject(fields).partial()
export type DeclaredReading = z.infer<typeof DeclaredReading>

/** Of a collection that never saved another. */
export const NEVER_SAVED: Reading = { revision: 0, question_model: null, learn_from_visitors: true }

export const getReading = operation({
  rule: 'behaviour.md#questions-of-sections',
  summary: 'Read how a collection comes to questions',
  method: 'get',
  path: '/knowledge/collections/{collection_id}/reading',
  access: 'knowledge.read',
  status: 200,
  reply: Reading,
})

export const saveReading = operation({
  rule: 'behaviour.md#questions-of-sections',
  summary: 'Set how a collection comes to questions',
  description:
    'Replaces the whole object; 409 when `revision` is not the current one. A model that is built in, not configured, or none that writes text is 400.',
  method: 'put',
  path: '/knowledge/collections/{collection_id}/reading',
  access: 'knowledge.manage',
  body: Reading,
  status: 200,
  audit: { action: 'collection.updated' },
  reply: Reading,
})
