import { hashSecret } from '../../server/identity/secrets.ts'
import type { Ending } from '../../server/storage/ports/turns.ts'
import { type TestService, visitorTurn } from './service.ts'

/** The passage near every declined question. */
export const near = {
  source_id: '6f1c2f6e-8f0e-4c35-9d4e-0a6f4e5d6c7b',
  title: 'Opening hours',
  url: 'https://shop.test/hours',
  score: 0.31,
}

const declined: Ending = {
  status: 'complete',
  text: 'I do not know.',
  citations: [],
  links: [],
  abstained: true,
  model: 'builtin/extractive',
  finish_reason: null,
  abstention_reason: 'insufficient_support',
  error_code: null,
  error_message: null,
  input_tokens: 3,
  output_tokens: 2,
  nearest: [near],
}

/** A declined question of the tenant's visitor. */
export async function declineQuestion(service: TestService, text: string) {
  const visited = await visitorTurn(service, service.tenant)
  const { conversation_id, headers } = visited
  const conversation = await service.store.conversations.find(service.tenant.id, conversation_id)
  const { visitor_id } = await visitorOf(service, headers)
  const asker = {
    organization_id: service.tenant.id,
    owner: conversation?.owner ?? { type: 'service', id: '' },
    visitor_id,
  }
  const asked = { id: crypto.randomUUID(), answer_id: crypto.randomUUID(), text }
  await service.store.turns.begin(
    asker,
    conversation_id,
    { ...asked, idempotency_key: null, metadata: {}, streamed: false },
    service.clock.now,
  )
  const { store, tenant, clock } = service
  await store.turns.end(tenant.id, asked.answer_id, declined, clock.now)
  return { ...asked, conversation_id, headers }
}

async function visitorOf(service: TestService, headers: Record<string, string>) {
  const visitor = await service.store.visitors.present(
    service.tenant.id,
    service.tenant.deployment.id,
    hashSecret(headers['x-svc-visitor-token'] ?? ''),
    service.clock.now,
    '2027-01-01T00:00:00.000Z',
  )
  return { visitor_id: visitor?.id ?? null }
}
