import { describe, expect, test } from 'vitest'
import type { StreamEvent } from '../../server/contract/events.ts'
import type { RetrievedPassage } from '../../server/retrieval/retrieval.ts'
import { citation, type ScriptedTurn, wholeAnswer } from '../http/scripted.ts'
import { call, outcome, type TestService } from '../http/service.ts'
import { PUBLIC_URL } from '../http/tenants.ts'
import { under } from '../support/passages.ts'
import { connect, type Era, eras, ingest, start, use } from './client.ts'

/** A service whose searches find the second passage of a document without a URL. */
async function withKnowledge() {
  const found: RetrievedPassage[] = []
  const service = await start({ found })
  const { ids, document_id } = await ingest(service)
  found.push({
    source_id: ids[1] ?? '',
    document_id,
    collection_id: service.tenant.collection_id,
    title: 'Hours',
    url: null,
    ...under('Weekdays'),
    text: 'We close at five.',
    key: 2,
    position: 1,
    score: 0.7,
  })
  return { service, found, ids, document_id }
}

/** The page at an address below the public URL. */
function open({ origin }: TestService, address: string): Promise<Response> {
  expect(address.startsWith(`${PUBLIC_URL}/svc/passages/`)).toBe(true)
  return fetch(address.replace(PUBLIC_URL, origin))
}

describe.each(Object.keys(eras) as Era[])('a client of %s (docs/behaviour.md#mcp)', (era) => {
  test('finds passages under their headings, and reads them with those beside', async () => {
    const { service, ids, document_id } = await withKnowledge()
    const client = await connect(service, service.tenant.keys.member, era)

    const { results } = await use(client, 'search', { query: 'closing time' })
    const read = await use(client, 'fetch', { id: ids[1] })

    expect(results).toEqual([
      {
        id: ids[1],
        title: 'Hours › Weekdays',
        url: expect.stringContaining(`/${ids[1]}?`),
        snippet: 'We close at five.',
        score: 0.7,
      },
    ])
    expect(read).toEqual({
      id: ids[1],
      title: 'Hours › Weekdays',
      text: '## Weekdays\n\nWe open at nine.\n\nWe close at five.\n\n## Weekends\n\nOn Sundays we rest.',
      url: results[0].url,
      metadata: {
        document_id,
        collection_id: service.tenant.collection_id,
        anchor: 'Weekdays',
        previous: ids[0],
        next: ids[2],
      },
    })
  })

  test('reads a whole document', async () => {
    const { service, ids, document_id } = await withKnowledge()
    const client = await connect(service, service.tenant.keys.member, era)

    expect(await use(client, 'fetch', { id: document_id })).toEqual({
      id: document_id,
      title: 'Hours',
      text: '## Weekdays\n\nWe open at nine.\n\nWe close at five.\n\n## Weekends\n\nOn Sundays we rest.',
      url: expect.stringContaining(`/${ids[0]}?`),
      metadata: { document_id, collection_id: service.tenant.collection_id },
    })
  })
})

test('a search takes a limit and a collection, by id or name', async () => {
  const { service, found } = await withKnowledge()
  const client = await connect(service, service.tenant.keys.member)
  const { collection_id, keys } = service.tenant
  const { body } = await outcome(
    await call(service, `GET /knowledge/collections/${collection_id}`, { key: keys.member }),
  )
  const [passage] = found
  if (!passage) throw new Error('Nothing is found.')

  for (const collection of [collection_id, body.name]) {
    const { results } = await use(client, 'search', { query: 'closing', collection, limit: 1 })
    expect(results).toHaveLength(1)
  }
})

test('an answer cites a document without a URL by the page of its passage', async () => {
  const service = await start({ script: answerFromFile })
  const client = await connect(service, service.tenant.keys.member)

  const { citations } = await use(client, 'ask', { question: 'Where is it?' })

  const { source_id } = citation
  expect(citations).toMatchObject([
    { source_id, url: expect.stringContaining(`${PUBLIC_URL}/svc/passages/`) },
  ])
  const { hash, searchParams } = new URL(citations[0].url)
  expect(searchParams.getAll('quote')).toEqual([
    'At the harbour.',
    'It is the oldest of … we know in the north.',
  ])
  expect(hash).toBe('#quote')
})

const quotes = [
  'At the harbour.',
  'It is the oldest of all the harbours that anybody of us has seen and that we know in the north.',
].map((exact) => ({ marker: 0, exact, prefix: '', suffix: '' }))

/** The whole answer, whose source has no public address. */
async function* answerFromFile(turn: ScriptedTurn): AsyncIterable<StreamEvent> {
  for await (const event of wholeAnswer(turn)) {
    if (event.type !== 'answer.sources') yield event
    else yield { ...event, data: { citations: [{ ...citation, url: null, quotes }] } }
  }
}

describe('the page of a passage (docs/behaviour.md#passage-pages)', () => {
  async function withLink() {
    const known = await withKnowledge()
    const client = await connect(known.service, known.service.tenant.keys.member)
    const { url } = await use(client, 'fetch', { id: known.ids[1] })
    return { ...known, url: url as string }
  }

  test('shows the passage and those beside it, to whoever has the link', async () => {
    const { service, url } = await withLink()

    const page = await open(service, url)
    const html = await page.text()

    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect(html).toContain('We close at five.')
    expect(html).toContain('We open at nine.')
    expect(html).toContain('On Sundays we rest.')
    expect(html).not.toContain('<mark>')
  })

  test('marks the quotations that the link names', async () => {
    const { service, url } = await withLink()

    const page = await open(service, `${url}&quote=close%20at%20five&quote=never`)

    expect(await page.text()).toContain('We <mark id="quote">close at five.</mark></div>')
  })

  test('is gone after seven days', async () => {
    const { service, url } = await withLink()
    const at = (days: number) => {
      const ms = Date.parse(service.clock.now) + days * 24 * 60 * 60 * 1000
      return new Date(ms).toISOString()
    }

    const [before, after] = [at(6.9), at(7.1)]
    service.clock.now = before
    expect((await open(service, url)).status).toBe(200)
    service.clock.now = after

    expect(await outcome(await open(service, url))).toEqual({
      status: 404,
      body: { code: 'not_found', message: 'This link is not valid, or no longer.' },
    })
  })

  test.each<[string, (url: string, other: string) => string]>([
    ['the id of another passage', (url, other) => url.replace(/[0-9a-f-]{36}\?/, `${other}?`)],
    ['a later end', (url) => url.replace(/expires=\d/, 'expires=9')],
    ['another signature', (url) => url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['no signature', (url) => url.replace(/&signature.*/, '')],
  ])('is not found with %s', async (_what, changed) => {
    const { service, url, ids } = await withLink()

    expect((await open(service, changed(url, ids[0] ?? ''))).status).toBe(404)
  })

  test('counts against the budget of its address', async () => {
    const found: RetrievedPassage[] = []
    const service = await start({ found, rates: { address: 2 } })
    const path = `${service.origin}/svc/passages/${crypto.randomUUID()}/${crypto.randomUUID()}`

    const statuses = [(await fetch(path)).status, (await fetch(path)).status]
    statuses.push((await fetch(path)).status)

    expect(statuses).toEqual([404, 404, 429])
  })
})
