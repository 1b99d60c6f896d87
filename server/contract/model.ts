import { z } from 'zod'
import { operation } from './operation.ts'
import { shownText } from './text.ts'

const price = z.number().min(0)

/** A model that an assistant, a collection or a search can name (docs/behaviour.md#providers). */
export const Model = z.strictObject({
  selector: z.string().describe('`provider/…` stands for any model of that provider.'),
  kind: z.enum(['language', 'embedding', 'rerank']),
  configured_by: z.enum(['built-in', 'file', 'installed']),
  price: z
    .strictObject({ input: price, output: price })
    .nullable()
    .describe("What the provider's entry says of a million tokens, or `null`."),
})
export type Model = z.infer<typeof Model>

export const ModelTest = z.strictObject({
  ok: z.boolean(),
  first_token_ms: z
    .int()
    .nullable()
    .describe(
      'Milliseconds to the first text, of another kind of model to its result; `null` when it fails.',
    ),
  message: z.string().describe('Says why it failed.'),
})
export type ModelTest = z.infer<typeof ModelTest>

export const listModels = operation({
  rule: 'behaviour.md#listing-and-testing-models',
  summary: 'List models',
  description: 'Those that are built in and those of the configured providers.',
  method: 'get',
  path: '/models',
  access: 'assistant.read',
  status: 200,
  reply: z.strictObject({ data: z.array(Model) }),
})

export const testModel = operation({
  rule: 'behaviour.md#listing-and-testing-models',
  summary: 'Test a model',
  description: 'Calls it once. What fails is told in the reply, whose status is 200.',
  method: 'post',
  path: '/models/test',
  access: 'assistant.manage',
  body: z.strictObject({ selector: shownText(1, 200) }),
  status: 200,
  reply: ModelTest,
})
