import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InboxConversation } from '../../server/contract/inbox.ts'
import {
  answeredTurn,
  call,
  outcome,
  page,
  startHttp,
  type TestService,
  visitorTurn,
} from './service.ts'
import type { Key } from './tenants.ts'

let service: TestService
let admin: Key
let editor: Key
beforeAll(async () => {
  service = await startHttp()
  admin = service.tenant.keys.admin
  editor = service.tenant.keys.editor
})
afterAll(() => service.stop())

const send = async (route: string, json?: unknown, key: Key = admin) =>
  outcome(await call(service, route, { key, json }))

async function listed(query = '', key: Key = admin): Promise<InboxConversation[]> {
  const { status, body } = await send(`GET /conversations?owner=all&${query}`, undefined, key)
  expect(body).toMatchObject({ data: expect.anything() })
  expect(status).toBe(200)
  return body.data
}

const ids = async (query = '', key: Key = admin) => (await listed(query, key)).map(({ id }) => id)

/** A visitor's conversation that began on a page, with one question. */
async function visit({ text = 'Where is it?', metadata = {} } = {}) {
  const { tenant } = service
  const headers = page(tenant)
  const { body: begun } = await outcome(
    await call(service, 'POST /widget/conversations', { headers, json: { metadata } }),
  )
  const visitor = page(tenant, { 'x-svc-visitor-token': begun.visitor_token })
  const { id } = begun.conversation
  const ask = async (text: string) =>
    outcome(
      await call(service, `POST /widget/conversations/${id}/messages`, {
        headers: visitor,
        json: { text },
      }),
    )
  const { body: turn } = await ask(text)
  const rate = (rating: string) =>
    call(service, `PUT /widget/conversations/${id}/messages/${turn.answer.id}/feedback`, {
      headers: visitor,
      json: { rating },
    })
  return { id: id as string, ask, rate }
}

describe('the list (docs/behaviour.md#inbox)', () => {
  test('tells of a conversation what is needed to choose it', async () => {
    const sent = { page: 'https://shop.test/help/returns?email=jo@example.test#top' }
    const { id, rate } = await visit({ text: 'Can I return it?', metadata: sent })
    await rate('down')

    const [first] = await listed()

    expect(first).toMatchObject({
      id,
      channel: 'widget',
      deployment_id: service.tenant.deployment.id,
      visitor_id: expect.any(String),
      page: 'https://shop.test/help/returns',
      first_question: 'Can I return it?',
      last_outcome: 'answered',
      ratings: { up: 0, down: 1 },
      handled: null,
    })
  })

  test.each([['javascript:alert(1)'], ['no address'], ['']])(
    'a page sent as “%s” is no page',
    async (sent) => {
      const { id } = await visit({ metadata: { page: sent } })

      expect((await listed()).find((item) => item.id === id)?.page).toBeNull()
    },
  )

  test('an editor sees and opens the conversations of visitors alone', async () => {
    const visited = await visit()
    const asked = await answeredTurn(service, admin, service.tenant.assistant_id)

    const open = async (id: string) =>
      (await send(`GET /conversations/${id}/messages`, undefined, editor)).status

    expect(await ids('', editor)).toContain(visited.id)
    expect(await ids('', editor)).not.toContain(asked.conversation.id)
    expect(await ids('channel=api', editor)).toEqual([])
    expect(await ids('channel=api')).toContain(asked.conversation.id)
    expect([await open(visited.id), await open(asked.conversation.id)]).toEqual([200, 404])
  })

  test('nothing of another organization is in it', async () => {
    const theirs = await visitorTurn(service, service.stranger)

    expect(await ids()).not.toContain(theirs.conversation_id)
    expect(await ids('q=where')).not.toContain(theirs.conversation_id)
  })
})

describe('one conversation', () => {
  test('tells how its answers ended and what their reader thought of them', async () => {
    const { id, rate } = await visit()
    await rate('down')

    const { status, body } = await send(`GET /conversations/${id}/inbox`, undefined, editor)

    const listedItem = (await listed()).find((item) => item.id === id)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...listedItem,
      answers: [
        {
          message_id: expect.any(String),
          abstention_reason: null,
          error_code: null,
          rating: { rating: 'down', note: null },
          opened: { citations: [], links: [] },
        },
      ],
      messages: {
        data: [
          expect.objectContaining({ role: 'user' }),
          expect.objectContaining({ role: 'assistant' }),
        ],
        has_more: false,
        next_cursor: null,
      },
    })
  })

  test('of another channel is not found by an editor', async () => {
    const { conversation } = await answeredTurn(service, admin, service.tenant.assistant_id)
    const route = `GET /conversations/${conversation.id}/inbox`

    expect((await send(route, undefined, editor)).status).toBe(404)
    expect((await send(route)).body).toMatchObject({
      id: conversation.id,
      answers: [{ rating: null }],
    })
  })
})

describe('filters', () => {
  let plain: string
  let rated: string
  beforeEach(async () => {
    plain = (await visit()).id
    const visited = await visit()
    await visited.rate('up')
    rated = visited.id
  })

  test('by rating', async () => {
    expect(await ids('rating=up')).toContain(rated)
    expect(await ids('rating=up')).not.toContain(plain)
    expect(await ids('rating=down')).not.toContain(rated)
  })

  test('by outcome', async () => {
    expect(await ids('outcome=answered')).toContain(plain)
    expect(await ids('outcome=abstained')).not.toContain(plain)
  })

  test('by deployment and assistant', async () => {
    const { deployment, assistant_id } = service.tenant
    const query = `deployment_id=${deployment.id}&assistant_id=${assistant_id}`

    expect(await ids(query)).toContain(plain)
  })

  test('by UTC days, both inclusive', async () => {
    const day = service.clock.now.slice(0, 10)

    expect(await ids(`from=${day}&to=${day}`)).toContain(plain)
    expect(await ids('to=2020-01-01')).toEqual([])
    expect(await ids('document_id=x')).toEqual([])
    expect(await ids('document_id=x&q=where')).toEqual([])
    expect(await ids('from=2999-01-01')).toEqual([])
  })

  test.each([
    ['channel=fax', 'channel must be one of api, console, widget, mcp.'],
    ['deployment_id=x', 'deployment_id must be the id of a deployment.'],
    ['assistant_id=x', 'assistant_id must be the id of an assistant.'],
    ['outcome=lost', 'outcome must be one of answered, abstained, interrupted, failed.'],
    ['rating=meh', /^rating /],
    ['q=%20', /^q must be 1 to 200 characters/],
    ['from=yesterday', 'from must be a date such as 2026-11-20.'],
    ['handled=maybe', 'handled must be true or false.'],
  ])('%s is refused by name', async (query, message) => {
    const refused = await send(`GET /conversations?owner=all&${query}`)

    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_error' } })
    expect(refused.body.message).toMatch(message)
  })

  test('a filter of the inbox is refused for the own conversations', async () => {
    expect(await send('GET /conversations?q=where')).toMatchObject({
      status: 400,
      body: { message: 'q must come with owner=all.' },
    })
  })
})

describe('searching the transcripts', () => {
  test('a conversation is found by words of any turn, also by how they begin', async () => {
    const { id, ask } = await visit({ text: 'Do you repair umbrellas?' })
    await ask('And a Zürcher Kirschtorte?')

    for (const q of ['umbrellas', 'umbrel', 'UMBRELLAS', 'zurcher umbrella', 'harbour umbrellas']) {
      expect(await ids(`q=${encodeURIComponent(q)}`), q).toEqual([id])
    }
    for (const q of ['umbrellas parasol', '???', '%']) {
      expect(await ids(`q=${encodeURIComponent(q)}`), q).toEqual([])
    }
  })

  test('words of scripts without spaces are found', async () => {
    const { id } = await visit({ text: '我忘记了密码，怎么办？' })

    expect(await ids(`q=${encodeURIComponent('密码')}`)).toEqual([id])
  })

  test('the most relevant comes first, page by page', async () => {
    const little = await visit({ text: 'Is the tandem dear?' })
    const much = await visit({ text: 'A tandem? Which tandem, what tandem?' })
    const newest = await visit({ text: 'Is a tandem slow?' })
    const first = await send('GET /conversations?owner=all&q=tandem&limit=2')
    const rest = await send(
      `GET /conversations?owner=all&q=tandem&limit=2&cursor=${first.body.next_cursor}`,
    )

    const found = [...first.body.data, ...rest.body.data].map(({ id }) => id)
    expect(found).toEqual([much.id, newest.id, little.id])
    expect(await ids('q=tandem&rating=up')).toEqual([])
  })

  test('each of several words is held, however it begins, in any order', async () => {
    const both = await visit({ text: 'Can a gondola carry a harmonium?' })
    await visit({ text: 'Can a gondola carry a piano?' })
    const turned = await visit({ text: 'A harmonium for my gondolas?' })

    for (const q of ['gondola harmonium', 'harm gond', 'gon harm gondol']) {
      expect(await ids(`q=${encodeURIComponent(q)}`), q).toEqual([turned.id, both.id])
    }
    expect(await ids('q=gondola&to=2020-01-01')).toEqual([])
  })

  test('of a beginning that many words have, the most frequent are looked for', async () => {
    const rare = Array.from(
      { length: 40 },
      (_, at) => `quet${String.fromCharCode(98 + (at % 20))}${at}`,
    )
    const once = await visit({ text: rare.join(' ') })
    const twice = [await visit({ text: 'quetzal' }), await visit({ text: 'quetzal' })]
    const whole = await visit({ text: 'quet' })

    expect(await ids('q=quetzal')).toEqual(twice.map(({ id }) => id).toReversed())
    expect(await ids('q=quet')).toEqual(expect.arrayContaining([whole.id, once.id]))
    expect(await ids('q=quet')).toEqual(expect.arrayContaining(twice.map(({ id }) => id)))
  })

  test('an erased conversation is no longer found', async () => {
    const { id } = await visit({ text: 'My passport number is wrong' })
    await send(`DELETE /conversations/${id}`)

    expect(await ids('q=passport')).toEqual([])
  })
})

describe('handling', () => {
  test('says who handled a conversation, when, and with which note', async () => {
    const { id } = await visit()

    const marked = await send(`PUT /conversations/${id}/handling`, {
      handled: true,
      note: 'Called',
    })

    const by = { type: 'api_key', id: admin.id, name: expect.any(String) }
    const at = service.clock.now
    expect(marked).toEqual({ status: 200, body: { handled: true, note: 'Called', by, at } })
    expect((await listed('handled=true')).find((item) => item.id === id)?.handled).toEqual({
      note: 'Called',
      by,
      at,
    })
    expect(await ids('handled=false')).not.toContain(id)
  })

  test('is taken back by hand', async () => {
    const { id } = await visit()
    await send(`PUT /conversations/${id}/handling`, { handled: true })

    const unmarked = await send(`PUT /conversations/${id}/handling`, { handled: false })

    expect(unmarked.body).toEqual({ handled: false, note: null, by: null, at: null })
    expect(await ids('handled=false')).toContain(id)
  })

  test('is taken back by the next question', async () => {
    const { id, ask } = await visit()
    await send(`PUT /conversations/${id}/handling`, { handled: true, note: 'Called' })
    await ask('And now?')

    expect(await ids('handled=false')).toContain(id)
    expect((await listed()).find((item) => item.id === id)?.handled).toBeNull()
  })

  test('of an editor reaches the conversations of visitors alone', async () => {
    const { conversation } = await answeredTurn(service, admin, service.tenant.assistant_id)
    const route = `PUT /conversations/${conversation.id}/handling`

    expect((await send(route, { handled: true }, editor)).status).toBe(404)
    expect((await send(route, { handled: true })).status).toBe(200)
  })

  test.each([
    [{}, /^handled /],
    [{ handled: 'yes' }, 'handled must be true or false.'],
    [{ handled: true, note: 'x'.repeat(1001) }, /^note must be at most 1000 characters/],
    [{ handled: true, notes: '' }, /notes/],
  ])('%j is refused by name', async (json, message) => {
    const { id } = await visit()
    const refused = await send(`PUT /conversations/${id}/handling`, json)

    expect(refused.status).toBe(400)
    expect(refused.body.message).toMatch(message)
  })

  test('is in the audit log, without the note', async () => {
    const { id } = await visit()
    await send(`PUT /conversations/${id}/handling`, { handled: true, note: 'Called' })

    const { body } = await send('GET /audit?action=conversation.*')

    expect(body.data[0]).toMatchObject({
      action: 'conversation.handled',
      target: { type: 'conversation', id },
      details: { fields: ['handled', 'note'] },
    })
    expect(JSON.stringify(body)).not.toContain('Called')
  })
})
