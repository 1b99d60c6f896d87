import { z } from 'zod'
import { sized } from './bounded.ts'
import { operation } from './operation.ts'
import { shownText } from './text.ts'

const GROUP_SIZE = { min: 2, max: 20, error: 'must be a list of 2 to 20 words' }
const LIST_SIZE = { max: 500, error: 'must be a list of at most 500 groups' }

const Group = sized(z.array(shownText(1, 60)), GROUP_SIZE).meta({ minItems: 2, maxItems: 20 })

/** Groups of words that mean the same in a collection (docs/behaviour.md#synonyms). */
export const SynonymGroups = sized(z.array(Group), LIST_SIZE).meta({ maxItems: 500 })
export type SynonymGroups = z.infer<typeof SynonymGroups>

/** A collection that never saved any has none at revision 0. */
export const Synonyms = z.strictObject({
  revision: z.int().min(0),
  groups: SynonymGroups.describe('Words that mean the same.'),
})
export type Synonyms = z.infer<typeof Synonyms>

export const getSynonyms = operation({
  rule: 'behaviour.md#synonyms',
  summary: 'Read the synonyms of a collection',
  description: 'A collection whose synonyms were never saved has none at revision 0.',
  method: 'get',
  path: '/knowledge/collections/{collection_id}/synonyms',
  access: 'knowledge.read',
  status: 200,
  reply: Synonyms,
})

export const saveSynonyms = operation({
  rule: 'behaviour.md#synonyms',
  summary: 'Replace the synonyms of a collection',
  description:
    'Replaces all groups; 409 when `revision` is not the current one. They take effect on the next question.',
  method: 'put',
  path: '/knowledge/collections/{collection_id}/synonyms',
  access: 'knowledge.manage',
  body: Synonyms,
  status: 200,
  audit: { action: 'collection.updated' },
  reply: Synonyms,
})
