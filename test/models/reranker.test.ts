import type { ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseProviders } from '../../server/models/providers.ts'
import { checkDefaults, createModels } from '../../server/models/registry.ts'
import { rerankWith } from '../../server/retrieval/rerank.ts'
import type { RetrievedPassage } from '../../server/retrieval/retrieval.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { under } from '../support/passages.ts'

const KEY = 'sk-very-secret-0123456789'
const mock = new LLMock({ port: 0 })
let received: { authorization: string | undefined; body: unknown }
let answer: (response: ServerResponse) => void

beforeAll(async () => {
  mock.mount('/v2', {
    async handleRequest(request, response) {
      received = { authorization: request.headers.authorization, body: await json(request) }
      answer(response)
      return true
    },
  })
  await mock.start()
})
afterAll(() => mock.stop())

function models() {
  const entry = { type: 'rerank', base_url: `${mock.url}/v2`, api_key: KEY, models: ['r'] }
  const settings = {
    model: 'chat/m',
    embedding_model: 'builtin/meaning-1',
    embedding_dimensions: null,
    embedding_ms: 1000,
  }
  const chat = { type: 'openai-compatible', base_url: mock.url, models: ['m'] }
  const file = JSON.stringify({ cohere: entry, chat })
  return createModels(
    settings,
    parseProviders(file, (text) => text),
    [],
  )
}

function passage(source_id: string, document_id: string, score: number): RetrievedPassage {
  return {
    source_id,
    document_id,
    collection_id: 'c',
    title: `Title ${source_id}`,
    url: null,
    ...under(null),
    text: `Text ${source_id}`,
    key: 1,
    position: 0,
    score,
  }
}

/** A search that finds these, ordered by the reranker. */
function search(passages: RetrievedPassage[], limit = 10) {
  const limits: number[] = []
  const reported: unknown[] = []
  const retrieve = rerankWith(
    async (request) => {
      limits.push(request.limit)
      const question = analyzeQuestion(request.query)
      return { question, indexed: 3, passages, confidence: 0.7 }
    },
    models().reranker('cohere/r'),
    (error) => reported.push(error),
  )
  const request = { organization_id: 'o', collection_ids: [], query: 'where?', limit }
  const found = async (signal = new AbortController().signal) =>
    (await retrieve(request, signal)).passages.map(({ source_id, score }) => [source_id, score])
  return { found, limits, reported }
}

const three = [passage('a', '1', 0.9), passage('b', '2', 0.5), passage('c', '3', 0.2)]
const own = three.map(({ source_id, score }) => [source_id, score])
const results = (...pairs: [index: number, relevance_score: number][]) =>
  JSON.stringify({
    results: pairs.map(([index, relevance_score]) => ({ index, relevance_score })),
  })

describe('a configured reranker (docs/behaviour.md#search)', () => {
  test('orders the passages; what it leaves out comes last, and scores tell the order', async () => {
    answer = (response) => response.end(results([0, -2], [2, 0.9]))
    const { found, limits, reported } = search(three)

    expect(await found()).toEqual([
      ['c', 0.9],
      ['a', 0.5],
      ['b', 0.2],
    ])
    expect(limits).toEqual([50])
    expect(reported).toEqual([])
    expect(received).toEqual({
      authorization: `Bearer ${KEY}`,
      body: {
        model: 'r',
        query: 'where?',
        documents: ['Title a\nText a', 'Title b\nText b', 'Title c\nText c'],
        top_n: 3,
      },
    })
  })

  test('does not let one document fill the list', async () => {
    const crowd = ['a', 'b', 'c', 'd'].map((id, at) => passage(id, '1', 1 - at / 10))
    answer = (response) => response.end(results([0, 9], [1, 8], [2, 7], [3, 6], [4, 5]))

    const found = await search([...crowd, passage('e', '2', 0.1)], 4).found()

    expect(found.map(([id]) => id)).toEqual(['a', 'b', 'c', 'e'])
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['refuses', (response) => response.writeHead(401).end(`{"message": "${KEY}"}`)],
    ['gives no results', (response) => response.end('{"data": []}')],
    ['gives no JSON', (response) => response.end('<html>')],
    ['breaks off', (response) => response.destroy()],
  ])('that %s leaves the passages in their own order', async (_how, answers) => {
    answer = answers
    const { found, reported } = search(three)

    expect(await found()).toEqual(own)
    expect(reported).toHaveLength(1)
    expect(JSON.stringify([String(reported[0]), (reported[0] as Error).cause])).not.toContain(KEY)
  })

  test('that is silent is waited for at most 2 s', async () => {
    answer = () => {}
    const { found, reported } = search(three)
    const began = performance.now()

    expect(await found()).toEqual(own)
    expect(performance.now() - began).toBeLessThan(4000)
    expect(reported).toHaveLength(1)
  })

  test('ends with the search that was left', async () => {
    const leaving = new AbortController()
    answer = () => leaving.abort(new Error('left'))

    await expect(search(three).found(leaving.signal)).rejects.toThrow('left')
  })

  test('is no language model, and must be configured', () => {
    const configured = models()

    expect(() => configured.language('cohere/r')).toThrow('model must be one of: chat/m.')
    expect(configured.list()).toContainEqual({
      selector: 'cohere/r',
      kind: 'rerank',
      configured_by: 'file',
      price: null,
    })
    expect(() => checkDefaults(configured, 'cohere/r')).not.toThrow()
    expect(() => checkDefaults(configured, 'cohere/x')).toThrow(
      'SVC_RERANK_MODEL must be one of: cohere/r.',
    )
  })
})
