import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createCollectionLanguages } from '../../server/answering/collection-languages.ts'
import { createExtractiveModel } from '../../server/answering/extractive/model.ts'
import { createSearch } from '../../server/answering/search.ts'
import { startUsage } from '../../server/answering/turn-usage.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { at } from '../storage/backends.ts'
import { finish, type Step, scripted, setUp } from './setup.ts'

const good: Step[] = ['The Starter plan includes 20 GB of storage [1].', finish]
const weak = { confidence: 0.3 }
const tasks = (prompts: { task: string }[]) => prompts.map(({ task }) => task)

afterEach(() => {
  vi.restoreAllMocks()
})

describe('rewriting a first question for the search (docs/behaviour.md#rewriting)', () => {
  test('a weak search is repeated with the words of the model', async () => {
    const { model, prompts } = scripted(['"storage quota of the Starter plan"', finish], good)
    const { whole, queries } = await setUp({ model, retrieval: weak })

    const { answer } = await whole({ text: 'How much can I put into Starter?' })

    expect(tasks(prompts)).toEqual(['rewrite', 'answer'])
    expect(queries).toEqual([
      'How much can I put into Starter?',
      'storage quota of the Starter plan',
    ])
    expect(answer.abstained).toBe(false)
    expect(prompts[1]?.turns.at(-1)?.text).toBe('How much can I put into Starter?')
    expect(JSON.stringify(prompts[1])).not.toContain('storage quota')
  })

  test('what the model wrote is not stored', async () => {
    const { model } = scripted(['storage quota of the Starter plan', finish], good)
    const set = await setUp({ model, retrieval: weak })

    const { answer } = await set.whole({ text: 'How much can I put into Starter?' })

    const { organization_id } = set.asker
    const { conversation_id, id } = answer
    const found = await set.store.traces.find(organization_id, conversation_id, id, at(0))
    const trace = found?.trace
    expect(trace?.question_as_searched).toBe('How much can I put into Starter?')
    expect(JSON.stringify([await set.messages(), trace])).not.toContain('quota')
  })

  test('a search that finds the answer is not repeated', async () => {
    const { model, prompts } = scripted(good)
    const { whole } = await setUp({ model })

    await whole()

    expect(tasks(prompts)).toEqual(['answer'])
  })

  test('a question in another language is translated, and the model is asked in any case', async () => {
    const { model, prompts } = scripted(['Starter plan storage', finish], good)
    const { whole, queries } = await setUp({ model, retrieval: { confidence: 0 } })

    const { answer } = await whole({ text: 'Wie viel Speicher ist im Starter dabei?' })

    expect(prompts[0]?.system).toContain('Write one query in English')
    expect(prompts[0]?.turns[0]?.text).toContain('TITLES b0undary\nGuide\nEND b0undary')
    expect(queries[1]).toBe('Starter plan storage')
    expect(answer.abstained).toBe(false)
  })

  test.each<[string, Step[]]>([
    ['fails', [{ fail: new Error('It fails.') }]],
    ['writes nothing', [finish]],
    ['repeats the question', ['How much can I put into Starter?', finish]],
    ['writes more than 300 characters', ['storage '.repeat(60), finish]],
  ])('a model that %s leaves the question as it is', async (_how, script) => {
    const attempts = script.some((step) => typeof step === 'object' && 'fail' in step) ? 2 : 1
    const { model } = scripted(...Array.from({ length: attempts }, () => script), good)
    const { whole, queries } = await setUp({ model, retrieval: weak })

    const { answer } = await whole({ text: 'How much can I put into Starter?' })

    expect(queries).toEqual(['How much can I put into Starter?'])
    expect(answer.abstained).toBe(false)
  })

  test('from 80 % of the day’s tokens on it is left out', async () => {
    const { model, prompts } = scripted(good)
    const { whole, store, asker } = await setUp({ model, retrieval: weak })
    await store.organizations.update(asker.organization_id, { daily_model_tokens: 100 })
    await store.spending.add(asker.organization_id, at(1).slice(0, 10), 80)

    await whole()

    expect(tasks(prompts)).toEqual(['answer'])
  })

  test('after five seconds the question is looked up as it was asked', async () => {
    const { model, prompts } = scripted([{ hang: 'ignoring' }], good)
    const { whole, queries } = await setUp({ model, retrieval: weak })
    const elapsed = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(elapsed.signal)

    const answering = whole({ text: 'How much can I put into Starter?' })
    await vi.waitFor(() => expect(tasks(prompts)).toEqual(['rewrite']), 10_000)
    elapsed.abort()
    const { answer } = await answering

    expect(timeout).toHaveBeenCalledExactlyOnceWith(5000)
    expect(tasks(prompts)).toEqual(['rewrite', 'answer'])
    expect(queries).toEqual(['How much can I put into Starter?'])
    expect(answer.abstained).toBe(false)
  })

  test('its rules are those that the page explains', async () => {
    const { model, prompts } = scripted(['x', finish], good)
    const { whole } = await setUp({ model, retrieval: weak })
    await whole()

    const page = await readFile('docs/prompt.md', 'utf8')
    const quoted = page.split('\n').flatMap((line) => /^> (.*)$/.exec(line)?.[1] ?? [])

    expect(quoted).toEqual(expect.arrayContaining((prompts[0]?.system ?? '').split('\n')))
  })
})

describe('both searches together', () => {
  test('are merged by the places of passages, each by the confidence of its search', async () => {
    const { model } = scripted(['second', finish])
    const { found } = await setUp({ model })
    const [a, b, c] = found
    if (!a || !b || !c) throw new Error('Three passages are found.')
    const search = createSearch({
      store: { documents: { introductions: async () => [], samples: async () => [] } },
      async retrieve({ query }) {
        const isFirst = query === 'how much'
        const passages = isFirst ? [a, b] : [c, b]
        const confidence = isFirst ? 0.1 : 0.8
        return { question: analyzeQuestion(query), indexed: 3, passages, confidence }
      },
      newBoundary: () => 'b0undary',
    })

    const { retrieval } = await search(
      {
        organization_id: 'a',
        collection_ids: [],
        text: 'how much',
        history: [],
        limit: 2,
        rewriter: model,
      },
      startUsage(),
      new AbortController().signal,
    )

    expect(retrieval.passages).toEqual([b, c])
    expect(retrieval.confidence).toBe(0.8)
    expect(retrieval.question.text).toBe('how much')
  })
})

describe('the built-in model (docs/behaviour.md#abstention)', () => {
  test.each([
    ['Was kostet die Verwaltung der Yacht im Hafen?', 'Das verfügbare Wissen ist auf Englisch.'],
    ['ヨットの管理費はいくらですか？', '利用できる情報の言語は英語です。'],
    ['Сколько стоит стоянка яхты в гавани?', 'Язык доступных материалов: английский.'],
  ])(
    'tells in the language of the question which one the knowledge is in: %s',
    async (text, told) => {
      const { whole } = await setUp({
        model: createExtractiveModel(),
        retrieval: { confidence: 0 },
      })

      expect((await whole({ text })).answer.text).toContain(told)
    },
  )

  test.each([
    [['Die Erde ist rund und dreht sich um die Sonne.'], 'The available knowledge is in German.'],
    [
      [
        'Die Erde ist rund und dreht sich um die Sonne.',
        'Der Mond ist nicht so groß wie die Erde.',
        'La Terre est ronde et tourne autour du Soleil.',
      ],
      'The available knowledge is in German and French.',
    ],
    [['Die Erde ist rund und dreht sich.', 'The Earth is round and it turns.'], null],
  ])('knows it from the documents where nothing was found: %j', async (texts, told) => {
    const retrieval = { confidence: 0, passages: [] }
    const { whole } = await setUp({ model: createExtractiveModel(), texts, retrieval })

    const { answer } = await whole({ text: 'What does it cost to keep a yacht in the harbour?' })

    if (told) expect(answer.text).toContain(told)
    else expect(answer.text).not.toContain('knowledge is in')
  })

  test.each(['Yacht Hafen Kosten?', 'Tarif', 'Starter?'])(
    'declines %j, whose words tell no language, in that of the knowledge',
    async (text) => {
      const texts = [
        'Die Erde ist rund und dreht sich um die Sonne.',
        'Der Mond ist nicht so groß.',
      ]
      const retrieval = { confidence: 0, passages: [] }
      const { whole } = await setUp({ model: createExtractiveModel(), texts, retrieval })

      const { answer } = await whole({ text })

      expect(answer.text).toMatch(/^Dazu habe ich im verfügbaren Wissen keine Antwort gefunden\./)
      expect(answer.text).not.toContain('auf Deutsch')
    },
  )

  test('reads the documents again only when many have changed', async () => {
    const read: number[] = []
    const languagesOf = createCollectionLanguages({
      async samples() {
        read.push(read.length)
        return read.length === 1 ? ['Die Erde ist rund.'] : ['The Earth is round and it turns.']
      },
    })

    expect(await languagesOf('a', ['x', 'y'], 100)).toEqual(['german'])
    expect(await languagesOf('a', ['y', 'x'], 105)).toEqual(['german'])
    expect(read).toHaveLength(1)
    expect(await languagesOf('a', ['x', 'y'], 120)).toEqual(['english'])
  })

  test('says nothing of the language where it is the same', async () => {
    const { whole } = await setUp({ model: createExtractiveModel(), retrieval: { confidence: 0 } })

    const { answer } = await whole({ text: 'What does it cost to keep a yacht in the harbour?' })

    expect(answer.text).not.toContain('knowledge is in')
  })
})
