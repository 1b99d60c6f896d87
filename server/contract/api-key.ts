import { z } from 'zod'
import { Role } from './member.ts'
import { ListQuery, operation, page } from './operation.ts'
import { SentTimestamp, shownText, Timestamp } from './text.ts'

/** An API key without its secret, which is shown only when it is created. */
export const ApiKey = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  role: Role,
  assistant_ids: z
    .array(z.uuid())
    .nullable()
    .describe('The assistants that it is limited to; null: all, and everything else.'),
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
  assistant_ids: z
    .array(z.uuid())
    .min(1)
    .max(20)
    .nullish()
    .describe(
      'Limits the key to these assistants: it searches their collections, asks them and uses MCP; everything else is 403. Fixed for good.',
    ),
  expires_at: SentTimestamp.nullish().describe('In the future.'),
})
export type CreateApiKey = z.infer<typeof CreateApiKey>

export const CreatedApiKey = z.strictObject({ api_key: ApiKey, secret: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

export const listApiKeys = operation({
  rule: 'behaviour.md#api-keys',
  summary: 'List API keys',
  description: 'Includes expired and revoked ones; never shows secrets.',
  method: 'get',
  path: '/api-keys',
  access: 'api_key.manage',
  person: true,
  query: ListQuery,
  status: 200,
  reply: page(ApiKey),
})

export const createApiKey = operation({
  rule: 'behaviour.md#api-keys',
  summary: 'Create an API key',
  description:
    'The secret is shown only here. The role is fixed and cannot be above your own (403).',
  method: 'post',
  path: '/api-keys',
  access: 'api_key.manage',
  person: true,
  confirmed: { role: 'owner' },
  body: CreateApiKey,
  status: 201,
  audit: { action: 'api_key.created', within: 'api_key', told: ['role'] },
  reply: CreatedApiKey,
})

export const revokeApiKey = operation({
  rule: 'behaviour.md#api-keys',
  summary: 'Revoke an API key',
  description: 'It fails on its next request, permanently; revoking it again changes nothing.',
  method: 'delete',
  path: '/api-keys/{api_key_id}',
  access: 'api_key.manage',
  person: true,
  status: 200,
  audit: { action: 'api_key.revoked' },
  reply: ApiKey,
})
