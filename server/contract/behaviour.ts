import { z } from 'zod'
import { operation } from './operation.ts'
import { longText } from './text.ts'

/** How sure an assistant must be to answer (docs/behaviour.md#behaviour-of-an-assistant). */
export const strictnesses = ['strict', 'balanced', 'open'] as const
export const Strictness = z.enum(strictnesses, { error: 'must be strict, balanced or open' })
export type Strictness = z.infer<typeof Strictness>

const Text = longText(500).nullable()

const fields = {
  strictness: Strictness,
  follow_ups: z.boolean({ error: 'must be true or false' }).describe('`false` suggests none.'),
  texts: z
    .strictObject({ greeting: Text, declined: Text })
    .describe(
      'At most 500 characters each: the reply to a greeting, and the text of an abstention; `null` stands for the built-in text in the language of the question.',
    ),
}

/** An assistant that never saved one has the defaults at revision 0. */
export const Behaviour = z.strictObject({ revision: z.int().min(0), ...fields })
export type Behaviour = z.infer<typeof Behaviour>

export const defaultBehaviour: Behaviour = {
  revision: 0,
  strictness: 'balanced',
  follow_ups: true,
  texts: { greeting: null, declined: null },
}

/** In a provisioning file; what is left out keeps its value. */
export const DeclaredBehaviour = z
  .strictObject({ ...fields, texts: fields.texts.partial() })
  .partial()
export type DeclaredBehaviour = z.infer<typeof DeclaredBehaviour>

export const getBehaviour = operation({
  rule: 'behaviour.md#behaviour-of-an-assistant',
  summary: 'Read the behaviour of an assistant',
  description: 'An assistant whose behaviour was never saved has the defaults at revision 0.',
  method: 'get',
  path: '/assistants/{assistant_id}/behaviour',
  access: 'assistant.manage',
  status: 200,
  reply: Behaviour,
})

export const saveBehaviour = operation({
  rule: 'behaviour.md#behaviour-of-an-assistant',
  summary: 'Replace the behaviour of an assistant',
  description: 'Replaces all of it; 409 when `revision` is not the current one.',
  method: 'put',
  path: '/assistants/{assistant_id}/behaviour',
  access: 'assistant.manage',
  body: Behaviour,
  status: 200,
  audit: { action: 'assistant.updated' },
  reply: Behaviour,
})
