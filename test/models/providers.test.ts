import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { substitute } from '../../server/config.ts'
import type { LanguageModel } from '../../server/models/ports.ts'
import { parseProviders, providersFrom } from '../../server/models/providers.ts'
import { checkDefaults, createModels } from '../../server/models/registry.ts'

const extractive: LanguageModel = {
  selector: 'builtin/extractive',
  async *stream() {
    yield { type: 'finish', reason: 'stop', input_tokens: 0, output_tokens: 0 }
  },
}
const defaults = {
  model: 'builtin/extractive',
  embedding_model: 'builtin/meaning-1',
  embedding_dimensions: null,
  embedding_ms: 30_000,
}
const file = JSON.stringify({
  openai: { type: 'openai', api_key: '${KEY}' },
  claude: { type: 'anthropic', api_key: 'x', models: ['claude-x'] },
  local: {
    type: 'openai-compatible',
    base_url: 'http://127.0.0.1:11434/v1/',
    models: ['llama', 'org/other'],
    embedding_models: { 'nomic-embed-text': 768 },
    windows: true,
  },
})
/** An environment that has every variable. */
const anything = new Proxy({}, { get: () => 'set' })
const fill = (text: string) => substitute(text, { KEY: 'sk-"quoted"' }, 'SVC_PROVIDERS')

describe('the providers file (docs/behaviour.md#providers)', () => {
  test('is read with its secrets filled in, whatever characters they have', () => {
    expect(parseProviders(file, fill)).toMatchObject({
      openai: {
        api_key: 'sk-"quoted"',
        base_url: 'https://api.openai.com/v1',
        max_output_tokens: 2048,
      },
      local: { base_url: 'http://127.0.0.1:11434/v1' },
    })
  })

  test.each([
    ['{"a": {"type": "openai", "api_key": "sk-secret"', 'SVC_PROVIDERS: the file is not JSON.'],
    ['[]', 'SVC_PROVIDERS: the file is missing or of the wrong type.'],
    ['{"a": {"type": "openai"}}', 'SVC_PROVIDERS: a.api_key is missing or of the wrong type.'],
    [
      '{"a": {"type": "gemini", "api_key": "sk-secret"}}',
      'SVC_PROVIDERS: a.type must be openai, anthropic, openai-compatible or rerank.',
    ],
    [
      '{"a": {"type": "openai-compatible", "base_url": "ftp://sk-secret"}}',
      'SVC_PROVIDERS: a.base_url must be an http or https address.',
    ],
    [
      '{"a": {"type": "openai", "api_key": "sk-secret", "apikey": "sk-secret"}}',
      'SVC_PROVIDERS: a has no field apikey.',
    ],
    [
      '{"a": {"type": "openai", "api_key": "sk-secret", "max_output_tokens": 0}}',
      'SVC_PROVIDERS: a.max_output_tokens must be a whole number of tokens from 1 to 1000000.',
    ],
    [
      '{"a": {"type": "openai", "api_key": "sk-secret", "context_tokens": 4096, "max_output_tokens": 4000}}',
      'SVC_PROVIDERS: a.context_tokens must be at least 2000 more than max_output_tokens.',
    ],
    [
      '{"a": {"type": "openai", "api_key": "sk-secret", "price": {"input": -1, "output": 1}}}',
      'SVC_PROVIDERS: a.price.input must be a number that is not negative.',
    ],
    [
      '{"a": {"type": "openai", "api_key": "sk-secret", "api": "completions"}}',
      'SVC_PROVIDERS: a.api must be chat or responses.',
    ],
    [
      '{"a": {"type": "openai", "api_key": "sk-secret", "windows": "yes"}}',
      'SVC_PROVIDERS: a.windows must be true or false.',
    ],
    [
      '{"builtin": {"type": "openai", "api_key": "sk-secret"}}',
      'SVC_PROVIDERS: the file builtin is taken by the built-in models.',
    ],
    [
      '{"a": {"type": "openai", "api_key": "${MISSING}"}}',
      'SVC_PROVIDERS names ${MISSING}, which is not set.',
    ],
  ])('%s is refused in one sentence', (json, message) => {
    expect(() => parseProviders(json, fill)).toThrow(message)
  })

  test('the documented ones are accepted', async () => {
    const page = await readFile('demo-site/knowledge/models.md', 'utf8')
    const files = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) =>
      parseProviders(json, (text) => substitute(text, anything, 'SVC_PROVIDERS')),
    )

    expect(files.flatMap(Object.keys)).toEqual(
      expect.arrayContaining(['openai', 'claude', 'ollama', 'vllm', 'gemini', 'azure', 'groq']),
    )
  })

  test('without one, well-known settings of the environment stand for it', () => {
    expect(providersFrom({})).toEqual({})
    expect(
      providersFrom({
        OPENAI_API_KEY: 'a',
        ANTHROPIC_API_KEY: 'b',
        OLLAMA_BASE_URL: 'http://127.0.0.1:11434/',
      }),
    ).toMatchObject({
      openai: { type: 'openai', api_key: 'a' },
      anthropic: { type: 'anthropic', api_key: 'b' },
      ollama: { type: 'openai-compatible', base_url: 'http://127.0.0.1:11434/v1' },
    })
  })
})

describe('selectors (docs/behaviour.md#providers)', () => {
  const models = createModels(defaults, parseProviders(file, fill), [extractive])

  test('name a model of a configured provider; an empty one stands for the default', () => {
    expect(models.language('').selector).toBe('builtin/extractive')
    expect(models.language('local/org/other').selector).toBe('local/org/other')
    expect(models.language('openai/gpt-new').selector).toBe('openai/gpt-new')
    expect(models.chosenEmbedding('')).toMatchObject({
      selector: 'builtin/meaning-1',
      dimensions: 256,
    })
    expect(models.chosenEmbedding('local/nomic-embed-text')).toMatchObject({ dimensions: 768 })
    expect(models.chosenEmbedding('local/nomic-embed-text').embedsWindows).toBe(true)
    expect(models.chosenEmbedding('openai/text-embedding-3-small', 256)).toMatchObject({
      dimensions: 256,
    })
  })

  test.each(['nobody/x', 'local/x', 'openai/', 'openai', 'constructor/x', '/', 'builtin/x'])(
    '%s is refused with the configured ones',
    (selector) => {
      expect(() => models.language(selector)).toThrow(
        'model must be one of: builtin/extractive, openai/…, claude/claude-x, local/llama, local/org/other.',
      )
    },
  )

  test.each([
    [
      'local/x',
      undefined,
      'embedding_model must be one of: builtin/meaning-1, openai/text-embedding-3-small, openai/text-embedding-3-large, local/nomic-embed-text.',
    ],
    ['claude/claude-x', undefined, 'embedding_model must be one of'],
    ['local/constructor', undefined, 'embedding_model must be one of'],
    ['local/__proto__', 768, 'embedding_model must be one of'],
    ['local/nomic-embed-text', 512, 'embedding_dimensions must be 768 for local/nomic-embed-text.'],
    [
      'openai/text-embedding-3-small',
      2000,
      'embedding_dimensions must be at most 1536 for openai/text-embedding-3-small.',
    ],
    ['', 7, 'embedding_dimensions must be 256 for builtin/meaning-1.'],
  ])('%s with %s dimensions is refused, naming the field', (selector, dimensions, message) => {
    expect(() => models.chosenEmbedding(selector, dimensions)).toThrow(message)
  })

  test('defaults that are not to be had stop the start with one line', () => {
    const wrong = createModels({ ...defaults, model: 'gone/x' }, {}, [extractive])

    expect(() => checkDefaults(wrong)).toThrow('SVC_MODEL must be one of: builtin/extractive.')
    expect(() => checkDefaults(models)).not.toThrow()
  })
})
