import { describe, expect, test } from 'vitest'
import { createExtractiveModel } from '../../server/answering/extractive/model.ts'
import { createFollowUps } from '../../server/answering/follow-ups.ts'
import { ServiceError } from '../../server/contract/errors.ts'
import { EXTRACTIVE_MODEL } from '../../server/models/ports.ts'
import type { Store } from '../../server/storage/store.ts'
import { at } from '../storage/backends.ts'
import { facts, finish, read, type Step, scripted, setUp } from './setup.ts'

const good: Step[] = ['The Starter plan includes 20 GB of storage [1].', finish]
const anyone = new AbortController().signal

/** A conversation with one answer, and what a model suggests after it. */
function afterAnswer(suggestions: Step[], answer: Step[] = good) {
  return afterScripts(answer, suggestions)
}

/** The same where the model plays one script for each call. */
async function afterScripts(...scripts: Step[][]) {
  const { model, prompts } = scripted(...scripts)
  const made = await setUp({ model })
  const [used, reported]: [unknown[], unknown[]] = [[], []]
  const store: Store = {
    ...made.store,
    usage: {
      ...made.store.usage,
      followUps: async (_organization, usage) => void used.push(usage),
    },
  }
  const suggest = createFollowUps({
    store,
    models: {
      language: (selector) => (selector === EXTRACTIVE_MODEL ? createExtractiveModel() : model),
    },
    answeredFrom: async () => true,
    newBoundary: () => 'b0undary',
    timeouts: { firstTokenMs: 200, idleMs: 200 },
    now: () => at(2),
    report: (error) => reported.push(error),
  })
  await read(await made.stream())
  const caller = {
    ...made.asker,
    channel: 'api' as const,
    role: null,
    permissions: new Set<never>(),
  }
  const [question, answered] = await made.messages()
  if (!question || !answered) throw new Error('Nothing was answered.')
  return {
    ...made,
    caller,
    prompts,
    used,
    reported,
    question,
    answered,
    suggest: (id = answered.id, conversation_id = made.conversation.id, who = caller) =>
      suggest(who, conversation_id, id, anyone),
  }
}

describe('follow-ups (docs/behaviour.md#follow-ups)', () => {
  test('count for the tokens of the day, and with none left are made by the built-in model', async () => {
    const { suggest, prompts, store, asker, used } = await afterAnswer(['None.', finish])
    const { organization_id } = asker
    const day = at(2).slice(0, 10)

    await suggest()
    expect(await store.spending.of(organization_id, day)).toBe(30)
    await store.organizations.update(organization_id, { daily_model_tokens: 30 })
    await suggest()

    expect(prompts.map(({ task }) => task)).toEqual(['answer', 'follow_ups'])
    expect(used).toMatchObject([{ model: 'test/scripted' }, { model: EXTRACTIVE_MODEL }])
  })

  test('are up to three questions from the cited passages and those beside them, counted as usage', async () => {
    const { suggest, prompts, used } = await afterAnswer([
      '1. How many users does the Starter plan include?\n- "What storage does the plan include?"\n',
      'Which plan includes users?\nDoes Starter include storage?',
      finish,
    ])

    expect(await suggest()).toEqual({
      follow_ups: [
        'How many users does the Starter plan include?',
        'What storage does the plan include?',
        'Which plan includes users?',
      ],
    })
    const [, prompt] = prompts
    expect(prompt?.task).toBe('follow_ups')
    expect(prompt?.passages.map(({ text }) => text)).toEqual(facts.slice(0, 2))
    expect(used).toEqual([
      expect.objectContaining({
        channel: 'api',
        model: 'test/scripted',
        input_tokens: 10,
        output_tokens: 5,
      }),
    ])
  })

  test.each([
    ['the question just asked', 'what is in the  starter plan ?'],
    ['a link', 'Is the Starter plan on https://evil.test?'],
    ['a Markdown link', 'Is the [Starter plan](evil) good?'],
    ['markup', 'Is the **Starter** plan good?'],
    ['HTML', 'Is the <b>Starter</b> plan good?'],
    ['a marker', 'Is the Starter plan in [1]?'],
    ['no question', 'The Starter plan includes storage.'],
    ['more than 150 characters', `Does the Starter plan include ${'storage '.repeat(20)}?`],
    ['something else than the cited passages', 'Why do penguins live in Antarctica?'],
  ])('never hold %s', async (_what, line) => {
    const { suggest } = await afterAnswer([line, finish])

    expect(await suggest()).toEqual({ follow_ups: [] })
  })

  test('never hold a question that was asked earlier', async () => {
    const next = 'How much storage does the Starter plan include?'
    const suggested = 'What is in the Starter plan?\nHow many users does the Starter plan include?'
    const scripts: Step[][] = [[next, finish], good, [suggested, finish]]
    const { stream, messages, suggest } = await afterScripts(good, ...scripts)
    await read(await stream({ text: next }))

    expect(await suggest((await messages()).at(-1)?.id)).toEqual({
      follow_ups: ['How many users does the Starter plan include?'],
    })
  })

  test.each<[string, Step[]]>([
    ['abstained', [finish]],
    ['failed', [{ fail: new ServiceError('provider_failure', 'No.') }]],
    ['cited nothing', ['Twenty']],
  ])('are none for an answer that %s; no model is asked', async (_how, answer) => {
    const { suggest, used } = await afterAnswer(['How many users does it include?', finish], answer)

    expect(await suggest()).toEqual({ follow_ups: [] })
    expect(used).toEqual([])
  })

  test.each<[string, Step[]]>([
    ['fails', [{ fail: new ServiceError('provider_failure', 'No.') }]],
    ['falls silent', [{ hang: 'ignoring' }]],
    ['is torn', ['How many users']],
  ])('are none when generation %s; the call counts', async (_how, script) => {
    const { suggest, used, reported } = await afterAnswer(script)

    expect(await suggest()).toEqual({ follow_ups: [] })
    expect(used).toHaveLength(1)
    expect(reported).toHaveLength(1)
  })

  test('a question is refused; what is not the caller’s is not found', async () => {
    const { suggest, question, answered, caller, conversation } = await afterAnswer([finish])
    const stranger = { ...caller, owner: { ...caller.owner, id: conversation.id } }

    await expect(suggest(question.id)).rejects.toMatchObject({ code: 'validation_error' })
    await expect(suggest('x')).rejects.toMatchObject({ code: 'not_found' })
    await expect(suggest(answered.id, 'x')).rejects.toMatchObject({ code: 'not_found' })
    await expect(suggest(answered.id, conversation.id, stranger)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
