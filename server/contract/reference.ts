import { z } from 'zod'
import { operation } from './operation.ts'

export const OpenApiDocument = z.looseObject({ openapi: z.string() })
export type OpenApiDocument = z.infer<typeof OpenApiDocument>

/** Public, because tools read it before they have a key; it reveals nothing of an organization. */
export const getOpenapi = operation({
  rule: 'behaviour.md#the-api',
  summary: 'Read the OpenAPI document',
  description: 'This API in OpenAPI 3.1, for tools.',
  method: 'get',
  path: '/openapi.json',
  access: 'anyone',
  status: 200,
  reply: OpenApiDocument,
})
