import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { SERVER_SHUTDOWN } from '../../server/answering/turn.ts'
import { ServiceError } from '../../server/contract/errors.ts'
import { isTerminal, type StreamEvent } from '../../server/contract/events.ts'
import type { LanguageModel } from '../../server/models/ports.ts'
import { at } from '../storage/backends.ts'
import {
  facts,
  finish,
  read,
  readSome,
  type Step,
  scripted,
  setUp,
  sourcesOf,
  textOf,
  typesOf,
} from './setup.ts'

const broken = new ServiceError(
  'provider_failure',
  'The model provider could not complete the request.',
)
const good: Step[] = [
  'The Starter plan includes',
  ' 20 GB of storage [1',
  ']. Backups are kept',
  ' for 30 days [2].',
  finish,
]
const abstention =
  'I could not find an answer to this in the available knowledge. Try other words, or tell me a little more about what you are looking for.'

describe('an answer (docs/behaviour.md#streams)', () => {
  test('streams in order, sources before the delta that cites them', async () => {
    const { stream, messages, found, reported } = await setUp({ model: scripted(good).model })

    const events = await read(await stream())

    expect(typesOf(events).join(' ')).toMatch(
      /^message.created answer.started (answer.delta )+answer.sources (answer.delta )+answer.sources (answer.delta )+answer.sources answer.completed$/,
    )
    expect(textOf(events)).toBe(
      'The Starter plan includes 20 GB of storage [1]. Backups are kept for 30 days [2].',
    )
    expect(sourcesOf(events)).toMatchObject([
      { ordinal: 1, source_id: found[0]?.source_id, title: 'Guide', snippet: facts[0], score: 1 },
      { ordinal: 2, source_id: found[1]?.source_id, snippet: facts[1] },
    ])
    expect(events.at(-1)?.data).toMatchObject({
      status: 'answered',
      abstained: false,
      finish_reason: 'stop',
      abstention_reason: null,
    })
    const [question, answer] = await messages()
    expect(question).toMatchObject({ role: 'user', sequence: 1, status: 'complete' })
    expect(answer).toMatchObject({
      role: 'assistant',
      sequence: 2,
      status: 'complete',
      text: textOf(events),
      citations: sourcesOf(events),
      model: 'test/scripted',
      created_at: at(1),
    })
    expect(reported).toEqual([])
  })

  test('is the same whole and streamed', async () => {
    const streamed = await setUp({ model: scripted(good).model })
    const whole = await setUp({ model: scripted(good).model })

    const events = await read(await streamed.stream())
    const turn = await whole.whole()

    expect(turn.answer.text).toBe(textOf(events))
    expect(turn.answer.citations.map(({ ordinal, snippet }) => [ordinal, snippet])).toEqual(
      sourcesOf(events).map(({ ordinal, snippet }) => [ordinal, snippet]),
    )
    expect(turn.conversation).toMatchObject({ turn_state: 'idle', message_count: 2 })
  })

  test('that is cut off says so, and stays', async () => {
    const { model } = scripted([
      'The Starter plan includes 20 GB [1]. And then',
      { finish: 'length' },
    ])
    const { whole } = await setUp({ model })

    const { answer } = await whole()

    expect(answer).toMatchObject({ finish_reason: 'length', status: 'complete', abstained: false })
  })

  test('a follow-up question is looked up completed, and answered in its conversation', async () => {
    const { model, prompts } = scripted(
      good,
      ['"How long are backups kept in the Starter plan?"', finish],
      good,
    )
    const { whole, queries } = await setUp({ model })

    await whole()
    await whole({ text: 'And how long?' })

    expect(queries).toEqual([
      'What is in the Starter plan?',
      'How long are backups kept in the Starter plan?',
    ])
    expect(prompts.map(({ task }) => task)).toEqual(['answer', 'rewrite', 'answer'])
    const roles = prompts[2]?.turns.map(({ role }) => role)
    expect(roles).toEqual(['user', 'assistant', 'user', 'user'])
    expect(prompts[2]?.turns[1]?.text).not.toContain('[1]')
    expect(prompts[2]?.turns[3]?.text).toBe('And how long?')
  })

  test('a question is looked up without the courtesies around it', async () => {
    const { model, prompts } = scripted(good)
    const { whole, queries } = await setUp({ model })

    await whole({ text: 'Hi! What is in the Starter plan? Thanks!' })

    expect(queries).toEqual(['What is in the Starter plan?'])
    expect(prompts[0]?.turns.at(-1)?.text).toBe('Hi! What is in the Starter plan? Thanks!')
  })

  test('a follow-up question that cannot be completed is looked up as it stands', async () => {
    const { model } = scripted(good, [{ fail: broken }], [{ fail: broken }], good)
    const { whole, queries } = await setUp({ model })

    await whole()
    await whole({ text: 'And how long?' })

    expect(queries.at(-1)).toBe('And how long?')
  })
})

describe('an abstention (docs/behaviour.md#abstention)', () => {
  test.each([
    ['no_knowledge', { indexed: 0, passages: [], confidence: 0 }, good],
    ['no_relevant_passages', { passages: [], confidence: 0 }, good],
    ['insufficient_support', { confidence: 0.01 }, good],
    ['model_declined', {}, [finish]],
    ['model_declined', {}, ['NO_', 'ANSWER', finish]],
    ['model_declined', {}, ['**NO_ANSWER** The passages say nothing of it.', finish]],
    ['model_declined', {}, [' \n', finish]],
  ])('%s streams its sentence and an empty list', async (reason, retrieval, script: Step[]) => {
    const { stream, messages } = await setUp({ model: scripted(script).model, retrieval })

    const events = await read(await stream())

    expect(typesOf(events).join(' ')).toBe(
      'message.created answer.started answer.delta answer.sources answer.completed',
    )
    expect(textOf(events)).toBe(abstention)
    expect(sourcesOf(events)).toEqual([])
    expect(events.at(-1)?.data).toMatchObject({
      abstained: true,
      status: 'abstained',
      abstention_reason: reason,
    })
    expect((await messages())[1]).toMatchObject({
      abstained: true,
      text: abstention,
      citations: [],
    })
  })

  test.each([
    ['no citation', ['The moon is made of cheese.', finish]],
    ['a citation of no passage', ['Penguins eat fish in Antarctica [99].', finish]],
    ['no support', ['Penguins eat fish in Antarctica [1].', finish]],
  ])('an answer with %s is withdrawn', async (_what, script: Step[]) => {
    const { stream, messages } = await setUp({ model: scripted(script).model })

    const events = await read(await stream())

    expect(typesOf(events).slice(-3)).toEqual([
      'answer.replaced',
      'answer.sources',
      'answer.completed',
    ])
    expect(textOf(events)).toBe(abstention)
    expect(sourcesOf(events)).toEqual([])
    expect(events.at(-1)?.data).toMatchObject({
      abstained: true,
      abstention_reason: 'withdrawn',
      finish_reason: 'stop',
    })
    expect((await messages())[1]).toMatchObject({ abstained: true, text: abstention })
  })

  test.each([
    [
      'Was kostet das und wie kann ich bezahlen?',
      'Dazu habe ich im verfügbaren Wissen keine Antwort gefunden. Versuchen Sie es mit anderen Worten oder beschreiben Sie genauer, was Sie suchen.',
    ],
    [
      'Jak mogę zapłacić za tę usługę?',
      'Nie udało mi się znaleźć odpowiedzi na to pytanie w dostępnej wiedzy. Proszę spróbować innych słów lub napisać dokładniej, czego Pan lub Pani szuka.',
    ],
    [
      'Як я можу оплатити її?',
      'У доступних матеріалах не вдалося знайти відповіді на це запитання. Спробуйте інші слова або розкажіть трохи докладніше, що ви шукаєте.',
    ],
    [
      '支払い方法は？',
      '利用できる情報の中に、この質問への回答は見つかりませんでした。別の言葉で試すか、お探しの内容をもう少し詳しくお書きください。',
    ],
    [
      '如何付款？',
      '在现有的知识中没有找到这个问题的答案。请换一种说法，或更详细地说明您想了解的内容。',
    ],
    [
      'איך אני יכול לשלם?',
      'לא מצאתי תשובה לשאלה הזו במידע הזמין. כדאי לנסות במילים אחרות או לספר קצת יותר על מה שמחפשים.',
    ],
    ['SSO?', abstention],
  ])('%s is declined in its language', async (text, sentence) => {
    const { whole } = await setUp({ model: scripted([finish]).model })

    expect((await whole({ text })).answer.text).toBe(sentence)
  })

  test('only the sentence without support is removed, and ordinals close up', async () => {
    const { model } = scripted([
      'Prices start at 500 dollars [3]. Backups are kept for 30 days [2].',
      finish,
    ])
    const { stream, found, messages } = await setUp({ model })

    const events = await read(await stream())

    expect(typesOf(events).slice(-3).join(' ')).toBe(
      'answer.replaced answer.sources answer.completed',
    )
    expect(textOf(events)).toBe('Backups are kept for 30 days [1].')
    expect(sourcesOf(events)).toMatchObject([{ ordinal: 1, source_id: found[1]?.source_id }])
    expect((await messages())[1]?.text).toBe('Backups are kept for 30 days [1].')
  })
})

describe('a failure (docs/behaviour.md#turns)', () => {
  const retrievalFailure = new ServiceError(
    'retrieval_failure',
    'The knowledge could not be searched.',
  )

  test.each([
    ['the provider refuses', {}, [{ fail: broken }], 'provider_failure'],
    ['the provider ends without a word', {}, [], 'provider_failure'],
    ['retrieval fails', { retrieval: retrievalFailure }, good, 'retrieval_failure'],
    [
      'something is wrong with us',
      {},
      [{ fail: new TypeError('secret detail') }],
      'internal_error',
    ],
  ])('before any text, when %s: answer.error, kept', async (_when, given, script: Step[], code) => {
    const { stream, messages, state, reported } = await setUp({
      model: scripted(script).model,
      ...given,
    })

    const events = await read(await stream())

    expect(typesOf(events)).toEqual(['message.created', 'answer.started', 'answer.error'])
    expect(events.at(-1)?.data).toMatchObject({ code })
    expect(JSON.stringify(events)).not.toContain('secret')
    expect((await messages())[1]).toMatchObject({
      status: 'failed',
      text: '',
      citations: [],
      abstained: false,
    })
    expect(await state()).toBe('idle')
    expect(reported).toHaveLength(1)
  })

  test.each([
    ['the provider breaks', { fail: broken }, 'provider_failure'],
    ['it ends without finishing', null, 'incomplete_stream'],
  ])(
    'after some text, when %s: answer.interrupted, with the text so far',
    async (_when, end, reason) => {
      const script: Step[] = ['The Starter plan includes 20 GB [1]. And', ...(end ? [end] : [])]
      const { stream, messages, state } = await setUp({ model: scripted(script).model })

      const events = await read(await stream())

      expect(events.at(-1)).toMatchObject({ type: 'answer.interrupted', data: { reason } })
      const [, answer] = await messages()
      expect(answer).toMatchObject({
        status: 'interrupted',
        text: textOf(events),
        finish_reason: null,
      })
      expect(answer?.citations).toHaveLength(1)
      expect(await state()).toBe('idle')
    },
  )

  test.each([
    [[{ fail: broken }], 'provider_failure'],
    [['The Starter plan', { fail: broken }], 'provider_failure'],
    [['The Starter plan'], 'provider_failure'],
  ])('of a whole turn keeps nothing, and the same key asks again', async (script: Step[], code) => {
    const { model } = scripted(script, script, good)
    const { whole, messages, state } = await setUp({ model })

    await expect(whole({ idempotency_key: 'k' })).rejects.toMatchObject({ code })

    expect(await messages()).toEqual([])
    expect(await state()).toBe('idle')
    await whole({ idempotency_key: 'k' }).catch(() => whole({ idempotency_key: 'k' }))
    expect((await messages())[1]).toMatchObject({ status: 'complete' })
  })

  test('one retry, and only before any text', async () => {
    const early = scripted([{ fail: broken }], good)
    const late = scripted(['The Starter', { fail: broken }], good)

    const first = await read(await (await setUp({ model: early.model })).stream())
    const second = await read(await (await setUp({ model: late.model })).stream())

    expect(first.at(-1)?.type).toBe('answer.completed')
    expect(early.prompts).toHaveLength(2)
    expect(second.at(-1)?.type).toBe('answer.interrupted')
    expect(late.prompts).toHaveLength(1)
  })

  test.each(['heeding', 'ignoring'] as const)(
    'silence before the first token ends in time (%s)',
    async (hang) => {
      const { stream } = await setUp({ model: scripted([{ hang }]).model, firstTokenMs: 50 })

      const events = await read(await stream())

      expect(events.at(-1)).toMatchObject({
        type: 'answer.error',
        data: { code: 'provider_failure' },
      })
    },
  )

  test.each(['heeding', 'ignoring'] as const)(
    'silence between tokens ends in time (%s)',
    async (hang) => {
      const { stream } = await setUp({
        model: scripted(['The Starter plan ', { hang }]).model,
        idleMs: 50,
      })

      const events = await read(await stream())

      expect(events.at(-1)).toMatchObject({
        type: 'answer.interrupted',
        data: { reason: 'provider_failure' },
      })
    },
  )
})

describe('interruption (docs/behaviour.md#turns)', () => {
  const long: Step[] = [...good.slice(0, 3), { hang: 'ignoring' }]

  test('a client that leaves at any event frees the conversation and keeps the text so far', async () => {
    const { model } = scripted(good)
    const total = (await read(await (await setUp({ model })).stream())).length
    for (let leaveAfter = 0; leaveAfter < total; leaveAfter += 1) {
      const { stream, state, messages } = await setUp({ model: scripted(good).model })
      const events = await stream()
      const seen = await readSome(events, leaveAfter)
      await events.return()

      expect(await state()).toBe('idle')
      const [, answer] = await messages()
      expect(answer?.status).toBe('interrupted')
      expect(answer?.text.startsWith(textOf(seen))).toBe(true)
      const cited = answer?.citations.map(({ ordinal }) => `[${ordinal}]`) ?? []
      expect(cited.every((marker) => answer?.text.includes(marker))).toBe(true)
    }
  })

  test('a conversation is freed without waiting for a model that ignores its signal', async () => {
    const client = new AbortController()
    const { stream, state, messages } = await setUp({ model: scripted(long).model })
    const events = await stream({}, client.signal)
    await readSome(events, 3)
    const pending = read(events)

    const left = performance.now()
    client.abort()
    await pending

    expect(performance.now() - left).toBeLessThan(2000)
    expect(await state()).toBe('idle')
    expect((await messages())[1]).toMatchObject({ status: 'interrupted' })
  })

  test('a client that is gone before it reads anything frees the conversation', async () => {
    const client = new AbortController()
    client.abort()
    const { stream, state } = await setUp({ model: scripted(long).model })

    const events = await stream({}, client.signal)
    await events.return()

    expect(await state()).toBe('idle')
  })

  test('the server’s shutdown interrupts a stream, and says so', async () => {
    const shutdown = new AbortController()
    const { stream, messages } = await setUp({ model: scripted(long).model })
    const reading = read(await stream({}, shutdown.signal))
    await vi.waitFor(async () => expect((await messages())[0]).toBeDefined(), 10_000)

    shutdown.abort(SERVER_SHUTDOWN)

    expect((await reading).at(-1)).toMatchObject({
      type: 'answer.interrupted',
      data: { reason: 'server_shutdown' },
    })
    expect((await messages())[1]).toMatchObject({ status: 'interrupted' })
  })

  test('the server’s shutdown drops a whole turn, as a failed generation is', async () => {
    const shutdown = new AbortController()
    const { whole, messages, state } = await setUp({ model: scripted(long).model })
    const asking = whole({}, shutdown.signal).catch((error: unknown) => error)
    await vi.waitFor(async () => expect((await messages())[0]).toBeDefined(), 10_000)

    shutdown.abort(SERVER_SHUTDOWN)

    expect(await asking).toMatchObject({ code: 'service_unavailable' })
    expect(await messages()).toEqual([])
    expect(await state()).toBe('idle')
  })

  test('a growing text is kept for the case of a crash', async () => {
    const { store, stream, another, messages } = await setUp({
      model: scripted(long).model,
      progressMs: 5,
    })
    const progress = vi.spyOn(store.turns, 'progress')
    const reading = read(await stream()).catch((error: unknown) => error)
    await vi.waitFor(() => expect(progress.mock.lastCall?.[2].text).toContain('[1]'), 10_000)

    await (await another()).turns.recover(at(2))

    const [, answer] = await messages()
    expect(answer).toMatchObject({ status: 'interrupted', citations: [{ ordinal: 1 }] })
    expect(answer?.text).toContain('20 GB of storage [1]')
    void reading
  })

  test('a slow store gets one write of a growing text at a time, and then the newest', async () => {
    const more = Promise.withResolvers<void>()
    const model: LanguageModel = {
      selector: 'test/scripted',
      async *stream() {
        yield { type: 'text', text: 'The Starter plan includes 20 GB of storage [1]. ' }
        await more.promise
        yield { type: 'text', text: 'Backups are kept for 30 days [2]. ' }
        await new Promise(() => {})
      },
    }
    const { store, stream } = await setUp({ model, progressMs: 1 })
    const slow = Promise.withResolvers<void>()
    const progress = vi.spyOn(store.turns, 'progress').mockReturnValue(slow.promise)
    const events = await stream()
    const seen: StreamEvent[] = []
    const reading = (async () => {
      for await (const event of events) seen.push(event)
    })()
    await vi.waitFor(() => expect(progress).toHaveBeenCalledOnce(), 10_000)
    more.resolve()
    await vi.waitFor(() => expect(textOf(seen)).toContain('30 days'), 10_000)
    await pause(50)
    expect(progress).toHaveBeenCalledOnce()

    slow.resolve()

    await vi.waitFor(() => expect(progress.mock.lastCall?.[2].text).toContain('30 days'), 10_000)
    await events.return()
    await reading
  })

  test('a text that could not be stored while it grew is no failed answer', async () => {
    const { store, stream, reported, unstored } = await setUp({
      model: scripted(long).model,
      progressMs: 1,
    })
    vi.spyOn(store.turns, 'progress').mockRejectedValue(new Error('The database is away.'))
    const events = await stream()
    const reading = read(events).catch((error: unknown) => error)

    await vi.waitFor(() => expect(unstored.length).toBeGreaterThan(0), 10_000)

    expect(reported).toEqual([])
    await events.return()
    void reading
  })

  test('turns in flight are counted until they end', async () => {
    const client = new AbortController()
    const { stream, inFlight } = await setUp({ model: scripted(long).model })
    const reading = read(await stream({}, client.signal))
    let drained = false
    const draining = inFlight.drained(5000).then(() => (drained = true))

    await Promise.resolve()
    expect(drained).toBe(false)
    client.abort()
    await Promise.all([reading, draining])

    expect(drained).toBe(true)
  })
})

describe('replay (docs/behaviour.md#idempotency)', () => {
  test.each([
    [
      'answered',
      good,
      'message.created answer.started answer.sources answer.delta answer.sources answer.completed',
    ],
    [
      'abstained',
      [finish],
      'message.created answer.started answer.delta answer.sources answer.completed',
    ],
    ['failed', [{ fail: broken }], 'message.created answer.started answer.error'],
    [
      'interrupted',
      ['The Starter plan includes 20 GB [1]. And'],
      'message.created answer.started answer.sources answer.delta answer.sources answer.interrupted',
    ],
    [
      'interrupted without sources',
      ['The Starter plan'],
      'message.created answer.started answer.delta answer.interrupted',
    ],
  ])(
    'a turn that %s comes again as it ended, without the model',
    async (_how, script: Step[], types) => {
      const { model, prompts } = scripted(script)
      const { stream, whole, messages } = await setUp({ model })
      const first = await read(await stream({ idempotency_key: 'k' }))
      const asked = prompts.length

      const again = await read(await stream({ idempotency_key: 'k' }))
      const turn = await whole({ idempotency_key: 'k' })

      expect(typesOf(again).join(' ')).toBe(types)
      expect(textOf(again)).toBe(textOf(first))
      expect(sourcesOf(again)).toEqual(sourcesOf(first))
      expect([again[0], again.at(-1)]).toEqual([first[0], first.at(-1)])
      expect(turn.answer).toEqual((await messages())[1])
      expect(prompts).toHaveLength(asked)
    },
  )
})

describe('refusals, before a byte is sent (docs/behaviour.md#turns)', () => {
  test('a conversation that is not the asker’s is not found', async () => {
    const { ask, asker, conversation } = await setUp({ model: scripted(good).model })
    const stranger = { ...asker, visitor_id: conversation.id }

    for (const [who, id] of [
      [stranger, conversation.id],
      [asker, 'x'],
    ] as const) {
      const asked = { asker: who, conversation_id: id, body: { text: 'Hi?' }, streamed: true }
      await expect(ask(asked, new AbortController().signal)).rejects.toMatchObject({
        code: 'not_found',
      })
    }
  })

  test('a question in progress is a conflict, also for its own key', async () => {
    const { stream } = await setUp({ model: scripted([{ hang: 'heeding' }]).model })
    const events = await stream({ idempotency_key: 'k' })

    await expect(stream()).rejects.toMatchObject({ code: 'conflict' })
    await expect(stream({ idempotency_key: 'k' })).rejects.toMatchObject({ code: 'conflict' })

    await events.return()
  })

  test('a reader of the terminal event may ask again at once', async () => {
    const { stream } = await setUp({ model: scripted(good).model })
    const events = await stream()
    let last: StreamEvent | undefined
    while (!last || !isTerminal(last)) [last] = await readSome(events, 1)

    await expect(read(await stream())).resolves.toBeDefined()
  })
})
