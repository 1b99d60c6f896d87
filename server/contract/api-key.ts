import { z } from 'zod'
import { Role } from './member.ts'
import { ListQuery, operation, page } from './operation.ts'
import { SentTimestamp, shownText, Timestamp } from './text.ts'

/** Completions 4. The secret is no part of it: it is shown once, at creation. */
export const ApiKey = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  role: Role,
  prefix: z.string(),
  created_at: Timestamp,
  created_by: z.uuid().nullable(),
  expires_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const CreateApiKey = z.strictObject({
  name: shownText(1, 120),
  role: Role,
  expires_at: SentTimestamp.nullish(),
})
export type CreateApiKey = z.infer<typeof CreateApiKey>

export const CreatedApiKey = z.strictObject({ api_key: ApiKey, secret: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

export const listApiKeys = operation({
  section: 'completions 4',
  summary: 'List API keys, also revoked ones, without their secrets',
  method: 'get',
  path: '/api-keys',
  access: 'api_key.manage',
  person: true,
  query: ListQuery,
  status: 200,
  reply: page(ApiKey),
})

export const createApiKey = operation({
  section: 'completions 4',
  summary: 'Create an API key and show its secret once',
  method: 'post',
  path: '/api-keys',
  access: 'api_key.manage',
  person: true,
  body: CreateApiKey,
  status: 201,
  reply: CreatedApiKey,
})

export const revokeApiKey = operation({
  section: 'completions 4',
  summary: 'Revoke an API key for good',
  method: 'delete',
  path: '/api-keys/{api_key_id}',
  access: 'api_key.manage',
  person: true,
  status: 200,
  reply: ApiKey,
})
