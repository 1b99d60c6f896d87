import { z } from 'zod'
import { operation } from './operation.ts'

export const OpenApiDocument = z.looseObject({ openapi: z.string() })
export type OpenApiDocument = z.infer<typeof OpenApiDocument>

/** Tools read it before they hold a key, so it needs none; it tells nothing about an organization. */
export const getOpenapi = operation({
  section: '4',
  summary: 'Read this description of the API as OpenAPI 3.1',
  method: 'get',
  path: '/openapi.json',
  access: 'anyone',
  status: 200,
  reply: OpenApiDocument,
})
