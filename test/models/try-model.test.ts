import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTryModel } from '../../server/answering/try-model.ts'
import { parseProviders } from '../../server/models/providers.ts'
import { createModels } from '../../server/models/registry.ts'

const KEY = 'sk-very-secret-0123456789'
const mock = new LLMock({ port: 0 })

beforeAll(() => mock.start())
afterAll(() => mock.stop())
beforeEach(() => mock.clearFixtures())

function startTrying({ limit = null as number | null, firstTokenMs = 10_000 } = {}) {
  const entry = { type: 'openai-compatible', base_url: `${mock.url}/v1`, api_key: KEY }
  const gone = { type: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1' }
  const file = {
    local: { ...entry, price: { input: 1, output: 2 }, embedding_models: { embed: 2 } },
    gone: { ...gone, models: ['m'] },
  }
  const settings = {
    model: 'local/m',
    embedding_model: 'local/embed',
    embedding_dimensions: null,
    embedding_ms: 10_000,
  }
  const models = createModels(
    settings,
    parseProviders(JSON.stringify(file), (text) => text),
    [],
  )
  const spent: number[] = []
  const reported: unknown[] = []
  const tryModel = createTryModel({
    models,
    store: {
      organizations: {
        find: async () => ({
          id: 'a',
          slug: 'acme',
          name: 'Acme',
          status: 'active',
          support_access: false,
          retention_days: null,
          daily_model_tokens: limit,
          revision: 1,
          created_at: '2026-01-01T00:00:00.000Z',
        }),
      },
      spending: { add: async (_id, _day, tokens) => void spent.push(tokens), of: async () => 5 },
    },
    timeouts: { firstTokenMs, idleMs: 10_000 },
    now: () => '2026-01-01T00:00:00.000Z',
    report: (error) => reported.push(error),
  })
  const attempt = (selector: string) => tryModel('a', selector, new AbortController().signal)
  return { attempt, models, spent, reported }
}

describe('the test of a model (docs/behaviour.md#models)', () => {
  test('tells that it answers and how soon, and counts its tokens', async () => {
    mock.on({}, { content: 'OK' })
    const { attempt, spent } = startTrying()

    expect(await attempt('local/m')).toEqual({
      ok: true,
      first_token_ms: expect.any(Number),
      message: 'The model answered.',
    })
    await expect.poll(() => spent.length).toBe(1)
  })

  test('calls an embedding model for a vector', async () => {
    mock.onEmbedding(/./, { embedding: [1, 0] })

    expect(await startTrying().attempt('local/embed')).toMatchObject({ ok: true })
  })

  test.each([
    [401, 'The provider refuses the key.'],
    [404, 'The provider does not know the model.'],
    [429, 'The provider is busy.'],
    [500, 'The provider answers with HTTP 500.'],
  ])('a reply with %d is told in a plain sentence', async (status, message) => {
    mock.on({}, { error: { message: `account 4711 of ${KEY}` }, status })
    const { attempt, reported } = startTrying()

    expect(await attempt('local/m')).toEqual({ ok: false, first_token_ms: null, message })
    expect(reported).toHaveLength(1)
  })

  test('so are a provider that is not there and one that is silent', async () => {
    mock.on({}, { content: 'Never.' }, { latency: 60_000 })

    expect((await startTrying().attempt('gone/m')).message).toBe(
      'The provider cannot be reached, or its reply cannot be read.',
    )
    expect((await startTrying({ firstTokenMs: 300 }).attempt('local/m')).message).toBe(
      'The model did not answer in time, or not in full.',
    )
  })

  test('with no tokens left the model is not called', async () => {
    const { attempt, spent } = startTrying({ limit: 5 })

    expect(await attempt('local/m')).toMatchObject({
      ok: false,
      message: 'The tokens of the day are spent.',
    })
    expect(spent).toEqual([])
  })

  test('a model that is not configured is refused', async () => {
    await expect(startTrying().attempt('nobody/m')).rejects.toMatchObject({
      code: 'validation_error',
    })
  })

  test('all models are listed, with the price of their entry', () => {
    const listed = startTrying().models.list()

    expect(listed).toEqual([
      {
        selector: 'local/…',
        kind: 'language',
        configured_by: 'file',
        price: { input: 1, output: 2 },
      },
      { selector: 'gone/m', kind: 'language', configured_by: 'file', price: null },
      {
        selector: 'builtin/meaning-1',
        kind: 'embedding',
        configured_by: 'built-in',
        price: null,
      },
      { selector: 'local/embed', kind: 'embedding', configured_by: 'file', price: null },
    ])
  })
})
