import { z } from 'zod'
import { ListQuery, operation, page } from './operation.ts'
import { Timestamp } from './text.ts'

/** What a webhook can be told (docs/behaviour.md#webhook). Receivers must accept other names. */
export const webhookEvents = [
  'sync.failed',
  'deletions.withheld',
  'budget.spent',
  'answer.rated_down',
  'gaps.daily',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** How long deliveries are kept, whether they arrived or not. */
export const DELIVERY_DAYS = 30

const URL_RULE = {
  error: 'must be an https address of at most 2000 characters without a user name or password',
}
const EVENTS_RULE = { error: `must name at least one of ${webhookEvents.join(', ')}, each once` }

const WebhookUrl = z
  .string()
  .max(2000, URL_RULE)
  .refine((url) => {
    const parsed = URL.parse(url)
    return parsed?.protocol === 'https:' && parsed.username === '' && parsed.password === ''
  }, URL_RULE)
  .meta({ format: 'uri', maxLength: 2000 })

export const Webhook = z.strictObject({
  url: z.string(),
  events: z.array(z.string()),
  enabled: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Webhook = z.infer<typeof Webhook>

/** The secret is in the reply to the request that made the webhook, and nowhere else. */
export const SavedWebhook = Webhook.extend({ secret: z.string().optional() })
export type SavedWebhook = z.infer<typeof SavedWebhook>

export const SaveWebhook = z.strictObject({
  url: WebhookUrl.describe('Must be https.'),
  events: z
    .array(z.enum(webhookEvents, EVENTS_RULE))
    .min(1, EVENTS_RULE)
    .refine((events) => new Set(events).size === events.length, EVENTS_RULE),
  enabled: z.boolean().default(true),
})
export type SaveWebhook = z.infer<typeof SaveWebhook>

/** `message` says why the receiver gave no answer. */
export const TestedWebhook = z.strictObject({
  status: z
    .int()
    .nullable()
    .describe('Of the answer; `null`, with a `message`, when there was none.'),
  message: z.string().optional(),
})
export type TestedWebhook = z.infer<typeof TestedWebhook>

export const Delivery = z.strictObject({
  id: z.uuid().describe('Also the header `webhook-id`.'),
  event: z.string(),
  status: z
    .enum(['delivered', 'pending', 'failed'])
    .describe('`pending` waits or is tried again, `failed` was given up after a day.'),
  attempts: z.int(),
  last_status: z.int().nullable().describe('Of the last answer; `null` when there was none.'),
  created_at: Timestamp,
})
export type Delivery = z.infer<typeof Delivery>

export const getWebhook = operation({
  rule: 'behaviour.md#webhook',
  summary: 'Read the webhook',
  description: '404 while there is none. The secret is never shown again.',
  method: 'get',
  path: '/webhook',
  access: 'organization.manage',
  status: 200,
  reply: Webhook,
})

export const saveWebhook = operation({
  rule: 'behaviour.md#webhook',
  summary: 'Set up or replace the webhook',
  description:
    'The `secret` comes with the 201, when there was no webhook before, and is shown only then.',
  method: 'put',
  path: '/webhook',
  access: 'organization.manage',
  body: SaveWebhook,
  status: 200,
  audit: { action: 'webhook.updated', told: ['events', 'enabled'] },
  reply: SavedWebhook,
  replyAs: 'saved',
})

export const deleteWebhook = operation({
  rule: 'behaviour.md#webhook',
  summary: 'Delete the webhook',
  description: 'Its secret and its deliveries go with it; again 404.',
  method: 'delete',
  path: '/webhook',
  access: 'organization.manage',
  status: 204,
  audit: { action: 'webhook.deleted' },
})

export const testWebhook = operation({
  rule: 'behaviour.md#webhook',
  summary: 'Send a test to the webhook',
  description: 'Sends `webhook.test` at once.',
  method: 'post',
  path: '/webhook/test',
  access: 'organization.manage',
  status: 200,
  reply: TestedWebhook,
})

export const listDeliveries = operation({
  rule: 'behaviour.md#webhook',
  summary: 'List the last deliveries of the webhook',
  description: `The newest 500 of ${DELIVERY_DAYS} days, newest first.`,
  method: 'get',
  path: '/webhook/deliveries',
  access: 'organization.manage',
  query: ListQuery,
  status: 200,
  reply: page(Delivery),
})
