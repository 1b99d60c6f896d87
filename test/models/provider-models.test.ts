import type { ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ServiceError } from '../../server/contract/errors.ts'
import {
  type LanguageModel,
  type ModelEvent,
  type Prompt,
  WidthMismatch,
} from '../../server/models/ports.ts'
import { parseProviders } from '../../server/models/providers.ts'
import { createModels } from '../../server/models/registry.ts'
import { read, setUp, sourcesOf, textOf } from '../answering/setup.ts'

const KEY = 'sk-very-secret-0123456789'
const mock = new LLMock({ port: 0 })
/** How a raw route answers, where the mock has no fault of the kind. */
let raw: (response: ServerResponse, body: unknown) => void = () => {}

beforeAll(async () => {
  mock.mount('/raw', {
    async handleRequest(request, response) {
      raw(response, await json(request))
      return true
    },
  })
  await mock.start()
})
afterAll(() => mock.stop())
beforeEach(() => {
  mock.clearFixtures()
  mock.clearRequests()
})

const defaults = {
  model: 'local/m',
  embedding_model: 'local/nomic-embed-text',
  embedding_dimensions: null,
  embedding_ms: 30_000,
}

function models(settings = defaults) {
  const common = { api_key: KEY, max_output_tokens: 700 }
  const compatible = { ...common, type: 'openai-compatible' }
  const openai = { ...common, type: 'openai', base_url: `${mock.url}/v1` }
  const file = {
    local: {
      ...compatible,
      base_url: `${mock.url}/v1`,
      embedding_models: { 'nomic-embed-text': 3 },
    },
    raw: { ...compatible, base_url: `${mock.url}/raw`, embedding_models: { m: 3 } },
    claude: { ...common, type: 'anthropic', base_url: `${mock.url}/v1` },
    openai,
    responses: { ...openai, api: 'responses', temperature: 0.7 },
    rawresponses: { ...openai, api: 'responses', base_url: `${mock.url}/raw` },
  }
  return createModels(
    settings,
    parseProviders(JSON.stringify(file), (text) => text),
    [],
  )
}

const prompt: Prompt = {
  task: 'answer',
  system: 'Be brief.',
  turns: [
    { role: 'assistant', text: 'Earlier.' },
    { role: 'user', text: 'First.' },
    { role: 'user', text: 'What now?' },
  ],
  question: 'What now?',
  passages: [],
}

async function run(
  model: LanguageModel,
  signal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of model.stream(prompt, signal)) events.push(event)
  return events
}

function textIn(events: ModelEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('')
}

describe.each(['local/m', 'claude/m', 'responses/m'])(
  'a configured model over HTTP: %s (docs/behaviour.md#providers)',
  (selector) => {
    test('streams text and tells how it finished and what it used', async () => {
      mock.on(
        {},
        {
          content: 'Twenty gigabytes [1].',
          usage: { prompt_tokens: 7, completion_tokens: 3, input_tokens: 7, output_tokens: 3 },
        },
        { chunkSize: 4 },
      )

      const events = await run(models().language(selector))

      expect(events.length).toBeGreaterThan(3)
      expect(textIn(events)).toBe('Twenty gigabytes [1].')
      expect(events.at(-1)).toEqual({
        type: 'finish',
        reason: 'stop',
        input_tokens: 7,
        output_tokens: 3,
      })
    })

    test('gets the system text, and turns that begin with the visitor and alternate; no tools', async () => {
      mock.on({}, { content: 'Yes.' })

      await run(models().language(selector))

      const body = mock.getLastRequest()?.body as {
        messages: { role: string; content: unknown }[]
        tools?: unknown
      }
      expect(body.messages.map(({ role }) => role)).toEqual(['system', 'user'])
      expect(JSON.stringify(body.messages)).toContain('First.\\n\\nWhat now?')
      expect(body.tools ?? []).toEqual([])
    })

    test.each([401, 429, 500])(
      'refused with %d: provider_failure, and the key is nowhere',
      async (status) => {
        mock.on({}, { error: { message: `Incorrect API key provided: ${KEY}` }, status })

        const error = await run(models().language(selector)).catch((failure: unknown) => failure)

        expect(error).toBeInstanceOf(ServiceError)
        expect(error).toMatchObject({
          code: 'provider_failure',
          message:
            status === 429
              ? 'The model provider is busy. Try again in a moment.'
              : 'The model provider could not complete the request.',
        })
        const { cause } = error as ServiceError
        expect(String(cause)).toContain(`HTTP ${status}`)
        expect(
          JSON.stringify({ cause, text: String(cause), own: Object.entries(cause as Error) }),
        ).not.toContain(KEY)
      },
    )

    test('a connection that breaks leaves the text and no finish', async () => {
      mock.on(
        {},
        { content: 'Twenty gigabytes of storage are included [1].' },
        { chunkSize: 4, truncateAfterChunks: 8, latency: 5 },
      )

      const events = await run(models().language(selector))

      expect(textIn(events)).not.toBe('')
      expect(events.some(({ type }) => type === 'finish')).toBe(false)
    })

    test('its signal stops it', async () => {
      mock.on({}, { content: 'Never.' }, { latency: 60_000 })
      const stopping = new AbortController()
      const running = run(models().language(selector), stopping.signal)

      stopping.abort(new Error('left'))

      await expect(running).rejects.toThrow('left')
    })
  },
)

describe('faults that only a raw server has', () => {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const open = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' })

  test('a stream that ends without a finish reason has no finish', async () => {
    raw = (response) => open(response).end(`${chunk({ content: 'Twenty' })}data: [DONE]\n\n`)

    expect(await run(models().language('raw/m'))).toEqual([{ type: 'text', text: 'Twenty' }])
  })

  test('an error inside the stream is a failure', async () => {
    raw = (response) =>
      open(response).end(
        `${chunk({ content: 'Twenty' })}data: {"error": {"message": "overloaded ${KEY}"}}\n\n`,
      )

    const error = await run(models().language('raw/m')).catch((failure: unknown) => failure)

    expect(error).toMatchObject({ code: 'provider_failure' })
    expect(String((error as ServiceError).cause)).toMatch(/overloaded \*\*\*/)
  })

  test('Responses are asked for an output limit, say when it cut them off, and are not kept', async () => {
    const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
    raw = (response, body) => {
      expect(body).toMatchObject({ max_output_tokens: 700, store: false })
      const text = { type: 'response.output_text.delta', item_id: 'a', delta: 'Twenty' }
      const usage = { input_tokens: 7, output_tokens: 3 }
      const incomplete_details = { reason: 'max_output_tokens' }
      const end = { type: 'response.incomplete', response: { usage, incomplete_details } }
      open(response).end(event(text) + event(end))
    }

    expect(await run(models().language('rawresponses/m'))).toEqual([
      { type: 'text', text: 'Twenty' },
      { type: 'finish', reason: 'length', input_tokens: 7, output_tokens: 3 },
    ])
  })

  test('thinking counts as a sign of life and is not passed on', async () => {
    raw = (response) =>
      open(response).end(
        `${chunk({ reasoning_content: 'Hm' })}${chunk({ content: 'Yes' })}${chunk({}, 'stop')}`,
      )

    const events = await run(models().language('raw/m'))

    expect(events.slice(0, 2)).toEqual([
      { type: 'text', text: '' },
      { type: 'text', text: 'Yes' },
    ])
  })

  test.each([
    [['<think>', 'Is it 20?</thi', 'nk>\n\n', 'Yes'], 'Yes'],
    [['[THINK]Hm[/THINK]<think></think>Yes'], 'Yes'],
    [['<', 'b>Yes'], '<b>Yes'],
    [['\n<thinking>never ends'], ''],
    [['<thi'], '<thi'],
    [['Yes, <think>'], 'Yes, <think>'],
  ])('thoughts in the text itself are not passed on: %j', async (pieces, text) => {
    raw = (response) =>
      open(response).end(
        `${pieces.map((content) => chunk({ content })).join('')}${chunk({}, 'stop')}`,
      )

    expect(textIn(await run(models().language('raw/m')))).toBe(text)
  })

  test('tokens that the provider does not tell are estimated', async () => {
    raw = (response) =>
      open(response).end(`${chunk({ content: 'Twenty gigabytes' })}${chunk({}, 'stop')}`)

    const { input_tokens, output_tokens } = (await run(models().language('raw/m'))).at(
      -1,
    ) as ModelEvent & { type: 'finish' }

    expect([input_tokens, output_tokens]).toEqual([11, 6])
  })

  test('a model that refuses a temperature or an output limit is asked without one', async () => {
    const refusals = ["Unsupported parameter: 'max_tokens'", 'Unsupported value: temperature']
    let calls = 0
    raw = (response) => {
      calls += 1
      const message = refusals.pop()
      if (message) response.writeHead(400).end(JSON.stringify({ error: { message } }))
      else open(response).end(`${chunk({ content: 'Yes' })}${chunk({}, 'stop')}`)
    }
    const configured = models()

    expect(textIn(await run(configured.language('raw/m')))).toBe('Yes')
    // What was found out is known to later requests.
    await run(configured.language('raw/m'))
    expect(calls).toBe(4)
  })
})

test.each(['local/m', 'claude/m'])('%s says when the output limit cut it off', async (selector) => {
  mock.on({}, { content: 'Twenty', finishReason: 'length' })

  expect((await run(models().language(selector))).at(-1)).toMatchObject({ reason: 'length' })
})

test.each([
  ['local/m', 'max_tokens'],
  ['claude/m', 'max_tokens'],
  ['openai/m', 'max_completion_tokens'],
])(
  '%s is asked for an output limit as %s (docs/behaviour.md#model-limits)',
  async (selector, field) => {
    mock.on({}, { content: 'Yes.' })

    await run(models().language(selector))

    expect(sentLimits(mock.getLastRequest()?.body)).toEqual({ [field]: 700 })
  },
)

test('its temperature is that of its entry, by default low', async () => {
  mock.on({}, { content: 'Yes.' })

  await run(models().language('responses/m'))
  const own = mock.getLastRequest()?.body
  await run(models().language('local/m'))

  expect(own).toMatchObject({ temperature: 0.7 })
  expect(mock.getLastRequest()?.body).toMatchObject({ temperature: 0.2 })
})

/** What of a request's body speaks of output tokens. */
function sentLimits(body: unknown): Record<string, unknown> {
  const fields = Object.entries(body as Record<string, unknown>)
  return Object.fromEntries(fields.filter(([name]) => name.endsWith('_tokens')))
}

describe('embeddings (docs/behaviour.md#providers)', () => {
  const never = new AbortController().signal

  test('are unit vectors in order, each text with the prefix its purpose has', async () => {
    mock.onEmbedding(/search_document: a/, { embedding: [3, 0, 4] })
    mock.onEmbedding(/search_query: b/, { embedding: [0, 2, 0] })
    const model = models().chosenEmbedding('')

    const [passage] = await model.embed(['a'], 'passage', never)
    const [question] = await model.embed(['b'], 'question', never)

    expect([...(passage ?? [])].map((value) => value.toFixed(3))).toEqual([
      '0.600',
      '0.000',
      '0.800',
    ])
    expect([...(question ?? [])]).toEqual([0, 1, 0])
  })

  test('a vector without a direction is a provider_failure, one of another width a mismatch', async () => {
    const embed = () => models().chosenEmbedding('').embed(['a'], 'passage', never)
    mock.onEmbedding(/./, { embedding: [0, 0, 0] })
    await expect(embed()).rejects.toMatchObject({ code: 'provider_failure' })

    mock.clearFixtures()
    mock.onEmbedding(/./, { embedding: [1, 2] })
    await expect(embed()).rejects.toThrow(WidthMismatch)
  })

  test.each(['says nothing', 'falls silent in the middle'])(
    'a provider that %s fails in time (docs/behaviour.md#model-limits)',
    async (how) => {
      raw = (response) => {
        if (how !== 'says nothing') response.writeHead(200).write('{"data": [')
      }
      const model = models({ ...defaults, embedding_ms: 50 }).chosenEmbedding('raw/m')

      const failure = await model.embed(['a'], 'question', never).catch((error: unknown) => error)

      expect(failure).toMatchObject({ code: 'provider_failure' })
      expect(String((failure as ServiceError).cause)).toContain('did not answer within 0.05 s')
    },
  )
})

describe('a turn with a configured model', () => {
  test('a citation of passage 99 never reaches the reader', async () => {
    mock.on(
      {},
      { content: 'The Starter plan includes 20 GB of storage [1] [99].' },
      { chunkSize: 3 },
    )
    const { stream } = await setUp({ model: models().language('local/m') })

    const events = await read(await stream())

    expect(textOf(events)).toBe('The Starter plan includes 20 GB of storage [1].')
    expect(sourcesOf(events)).toHaveLength(1)
  })

  test('one that drips is read to its end', async () => {
    mock.on({}, { content: 'The Starter plan includes 20 GB [1].' }, { chunkSize: 6, latency: 10 })
    const { stream } = await setUp({ model: models().language('local/m'), idleMs: 1000 })

    expect((await read(await stream())).at(-1)?.type).toBe('answer.completed')
  })

  test('one that hangs fails in time', async () => {
    mock.on({}, { content: 'Never.' }, { latency: 60_000 })
    const { stream } = await setUp({ model: models().language('local/m'), firstTokenMs: 100 })

    expect((await read(await stream())).at(-1)?.data).toMatchObject({ code: 'provider_failure' })
  })

  test('one that is busy is asked again when it asked to be, once', async () => {
    const calls: number[] = []
    raw = (response) => {
      calls.push(performance.now())
      response.writeHead(429, { 'retry-after': '0.3' }).end('{"error": {"message": "slow down"}}')
    }
    const { stream } = await setUp({ model: models().language('raw/m') })

    const last = (await read(await stream())).at(-1)

    expect(last?.data).toEqual({
      code: 'provider_failure',
      message: 'The model provider is busy. Try again in a moment.',
    })
    expect(calls).toHaveLength(2)
    expect((calls[1] ?? 0) - (calls[0] ?? 0)).toBeGreaterThan(290)
  })

  test('one that asks for more time than there is, is not waited for', async () => {
    let calls = 0
    raw = (response) => {
      calls += 1
      response.writeHead(429, { 'retry-after': '120' }).end('{"error": {"message": "slow down"}}')
    }
    const { stream } = await setUp({ model: models().language('raw/m') })

    expect((await read(await stream())).at(-1)?.type).toBe('answer.error')
    expect(calls).toBe(1)
  })

  test('one that breaks off after some text is interrupted as incomplete', async () => {
    mock.on(
      {},
      { content: 'The Starter plan includes 20 GB of storage [1]. And then some more.' },
      { chunkSize: 4, truncateAfterChunks: 13, latency: 5 },
    )
    const { stream } = await setUp({ model: models().language('local/m') })

    expect((await read(await stream())).at(-1)?.data).toMatchObject({ reason: 'incomplete_stream' })
  })
})
