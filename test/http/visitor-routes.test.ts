import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../server/contract/operations.ts'
import { addCollection, addSource, documentOf, passage } from '../storage/backends.ts'
import type { Attempt } from './access-rows.ts'
import { comparable } from './comparable.ts'
import { citation } from './scripted.ts'
import { call, outcome, page, startHttp, type TestService, visitorTurn } from './service.ts'
import { aVisitorToken } from './tenants.ts'

type Name = keyof typeof operations

let service: TestService
beforeAll(async () => {
  service = await startHttp()
  await keepCited(service.tenant.id)
})
afterAll(() => service.stop())

/** Stores the passage that scripted answers cite. */
async function keepCited(organization_id: string) {
  const { store } = service
  const collection = await addCollection(store, organization_id)
  const source = await addSource(store, organization_id, collection.id)
  const document = documentOf(source.id)
  const passages = [{ ...passage(0, 'At the **harbour**.'), id: citation.source_id }]
  await store.documents.stage(organization_id, collection.id, {
    document_id: document.id,
    passages,
  })
  await store.documents.publish(organization_id, collection.id, document)
  return document
}

interface WidgetRow {
  attempt: (visited: Awaited<ReturnType<typeof visitorTurn>>) => Attempt
  /**
   * Statuses for a page without a visitor token, the visitor, another visitor, and a visitor of
   * another website.
   */
  statuses: [page: number, visitor: number, another: number, elsewhere: number]
}

const widgetConversation = '/widget/conversations'

/** Operations for pages and visitors (docs/behaviour.md#visitors). */
const widgetRows: Partial<Record<Name, WidgetRow>> = {
  widgetBootstrap: {
    attempt: () => ({ route: 'GET /widget/bootstrap' }),
    statuses: [200, 200, 200, 200],
  },
  createWidgetConversation: {
    attempt: () => ({ route: `POST ${widgetConversation}`, json: {} }),
    statuses: [201, 201, 201, 201],
  },
  listWidgetConversations: {
    attempt: () => ({ route: `GET ${widgetConversation}` }),
    statuses: [401, 200, 200, 401],
  },
  getWidgetConversation: {
    attempt: ({ conversation_id }) => ({ route: `GET ${widgetConversation}/${conversation_id}` }),
    statuses: [401, 200, 404, 401],
  },
  listWidgetMessages: {
    attempt: ({ conversation_id }) => ({
      route: `GET ${widgetConversation}/${conversation_id}/messages`,
    }),
    statuses: [401, 200, 404, 401],
  },
  askWidgetQuestion: {
    attempt: ({ conversation_id }) => ({
      route: `POST ${widgetConversation}/${conversation_id}/messages`,
      json: { text: 'When?' },
    }),
    statuses: [401, 201, 404, 401],
  },
  streamWidgetQuestion: {
    attempt: ({ conversation_id }) => ({
      route: `POST ${widgetConversation}/${conversation_id}/messages:stream`,
      json: { text: 'When?' },
    }),
    statuses: [401, 200, 404, 401],
  },
  getWidgetCitation: {
    attempt: ({ conversation_id, turn }) => ({
      route: `GET ${widgetConversation}/${conversation_id}/messages/${turn.answer.id}/citations/1`,
    }),
    statuses: [401, 200, 404, 401],
  },
  suggestWidgetFollowUps: {
    attempt: ({ conversation_id, turn }) => ({
      route: `POST ${widgetConversation}/${conversation_id}/messages/${turn.answer.id}/follow-ups`,
    }),
    statuses: [401, 200, 404, 401],
  },
  openWidgetSource: {
    attempt: ({ conversation_id, turn }) => ({
      route: `POST ${widgetConversation}/${conversation_id}/messages/${turn.answer.id}/opened`,
      json: { citation: 1 },
    }),
    statuses: [401, 204, 404, 401],
  },
  rateWidgetAnswer: {
    attempt: ({ conversation_id, turn }) => ({
      route: `PUT ${widgetConversation}/${conversation_id}/messages/${turn.answer.id}/feedback`,
      json: { rating: 'up' },
    }),
    statuses: [401, 200, 404, 401],
  },
  clearWidgetRating: {
    attempt: ({ conversation_id, turn }) => ({
      route: `DELETE ${widgetConversation}/${conversation_id}/messages/${turn.answer.id}/feedback`,
    }),
    statuses: [401, 204, 404, 401],
  },
  eraseWidgetVisitor: {
    attempt: () => ({ route: 'DELETE /widget/visitor' }),
    statuses: [401, 204, 204, 401],
  },
  deleteWidgetConversation: {
    attempt: ({ conversation_id }) => ({
      route: `DELETE ${widgetConversation}/${conversation_id}`,
    }),
    statuses: [401, 204, 404, 401],
  },
}

test('every operation for pages and visitors has a row', () => {
  const expected = Object.entries(operations).filter(([, { access }]) =>
    ['widget', 'visitor'].includes(access),
  )

  expect(Object.keys(widgetRows).sort()).toEqual(expected.map(([name]) => name).sort())
})

test('a visitor reads what an answer cites, until it is erased (docs/behaviour.md#citations)', async () => {
  const { headers, conversation_id, turn } = await visitorTurn(service, service.stranger)
  const cited = async (ordinal: string) => {
    const path = `${widgetConversation}/${conversation_id}/messages/${turn.answer.id}/citations`
    return outcome(await call(service, `GET ${path}/${ordinal}`, { headers }))
  }
  const document = await keepCited(service.stranger.id)

  expect(await cited('1')).toEqual({
    status: 200,
    body: {
      markdown: 'At the **harbour**.',
      title: citation.title,
      url: citation.url,
      quotes: citation.quotes,
    },
  })
  for (const ordinal of ['0', '2', '01', 'x']) {
    expect(await cited(ordinal)).toMatchObject({ status: 404 })
  }
  await service.store.documents.delete(service.stranger.id, document.id)
  expect(await cited('1')).toMatchObject({ status: 404 })
})

describe.each(Object.entries(widgetRows))('%s', (name, { attempt, statuses }) => {
  test('a page, its visitor, another visitor and another website', async () => {
    const { tenant } = service
    const visited = await visitorTurn(service, tenant)
    const another = await visitorTurn(service, tenant)
    const elsewhere = await visitorTurn(service, service.stranger)
    const { route, json } = attempt(visited)
    const token = elsewhere.headers['x-svc-visitor-token' as keyof typeof elsewhere.headers]
    const headersOf = [
      page(tenant),
      visited.headers,
      another.headers,
      page(tenant, { 'x-svc-visitor-token': token }),
    ]

    const seen: number[] = []
    // The visitor comes last, because it may delete what the others ask for.
    for (const index of [0, 2, 3, 1]) {
      const response = await call(service, route, { json, headers: headersOf[index] ?? {} })
      seen[index] = response.status
      const reply = operationOf(name).reply
      const body = await response.text()
      if (response.status < 300 && reply) reply.parse(JSON.parse(body))
    }

    expect(seen).toEqual(statuses)
  })

  test('an API key is not accepted', async () => {
    const visited = await visitorTurn(service, service.tenant)
    const { route, json } = attempt(visited)
    const { secret } = service.tenant.keys.owner

    const asKey = await call(service, route, { json, key: secret })
    const asWidgetKey = await call(service, route, {
      json,
      headers: { ...visited.headers, 'x-svc-widget-key': secret },
    })

    expect([asKey.status, asWidgetKey.status]).toEqual([401, 401])
  })

  test('an unknown, a malformed and a missing token get the same 401', async () => {
    const visited = await visitorTurn(service, service.tenant)
    const { route, json } = attempt(visited)
    if (statuses[0] !== 401) return expect(operationOf(name).access).toBe('widget')

    const refused = await Promise.all(
      [{}, { 'x-svc-visitor-token': 'nonsense' }, { 'x-svc-visitor-token': aVisitorToken() }].map(
        (token) => call(service, route, { json, headers: page(service.tenant, token) }),
      ),
    )

    const seen = await Promise.all(refused.map(comparable))
    expect(seen[0]?.status).toBe(401)
    for (const one of seen) expect(one).toEqual(seen[0])
  })
})

function operationOf(name: string) {
  const operation = operations[name as Name]
  return { access: operation.access, reply: 'reply' in operation ? operation.reply : undefined }
}
