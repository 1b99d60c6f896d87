import { expect, test } from 'vitest'
import { ServiceError } from '../../server/contract/errors.ts'
import type { StreamEvent } from '../../server/contract/events.ts'
import { at } from '../storage/backends.ts'
import { facts, finish, scripted, setUp } from './setup.ts'

const answer = ['The Starter plan includes 20 GB of storage [1].', finish]
const day = at(1).slice(0, 10)
const asked = { question: 'What is in the Starter plan?', history: [], strictness: undefined }

async function trial(...scripts: Parameters<typeof scripted>) {
  const { model, prompts } = scripted(...scripts)
  const service = await setUp({ model })
  const { assistant, store, asker, tryOut } = service
  const { organization_id } = asker
  return {
    ...service,
    prompts,
    tryOut: (change: object = {}, draft: object = {}) =>
      tryOut(
        { ...asked, ...change, organization_id, assistant: { ...assistant, ...draft } },
        new AbortController().signal,
      ),
    usage: async () => store.usage.report(organization_id, { from: day, to: day }),
  }
}

test('a trial answers as a turn would, with what happened in it (docs/behaviour.md#trials)', async () => {
  const { tryOut, found } = await trial(answer)

  const tried = await tryOut()

  expect(tried.answer).toMatchObject({
    text: 'The Starter plan includes 20 GB of storage [1].',
    citations: [{ ordinal: 1, source_id: found[0]?.source_id }],
    abstained: false,
    abstention_reason: null,
    finish_reason: 'stop',
  })
  expect(tried.trace).toMatchObject({
    question_as_searched: 'What is in the Starter plan?',
    passages: facts.map((_, at) => ({ shown: true, cited: at === 0 })),
    model: 'test/scripted',
    input_tokens: 10,
    output_tokens: 5,
  })
})

test('its stream ends with the trace and how it ended', async () => {
  const { streamTrial, asker, assistant } = await trial(answer)
  const { organization_id } = asker

  const events: StreamEvent[] = []
  const { signal } = new AbortController()
  for await (const event of streamTrial({ ...asked, organization_id, assistant }, signal)) {
    events.push(event)
  }

  const types = events.map(({ type }) => type)
  expect(types[0]).toBe('answer.started')
  expect(types.slice(-2)).toEqual(['answer.trace', 'answer.completed'])
  expect(events.at(-2)?.data).toMatchObject({ trace: { model: 'test/scripted' } })
})

test('a trial stores nothing but its usage, in the console', async () => {
  const { tryOut, usage, store, asker, messages } = await trial(answer)

  await tryOut()

  expect((await usage()).by_channel).toMatchObject([
    { channel: 'console', questions: 1, answers: 1, input_tokens: 10, output_tokens: 5 },
  ])
  expect(await messages()).toEqual([])
  expect((await store.usage.unanswered(asker.organization_id, { limit: 9 })).data).toEqual([])
})

test('a trial is answered under another instruction', async () => {
  const { tryOut, prompts } = await trial(answer)

  await tryOut({}, { instruction: 'Speak like a pirate.' })

  expect(prompts[0]?.system).toContain('Speak like a pirate.')
  expect(prompts[0]?.system).not.toContain('Be friendly.')
})

test('a question is completed from the earlier turns of the trial', async () => {
  const { tryOut, queries, prompts } = await trial(['How long are backups kept?', finish], answer)

  await tryOut({
    question: 'And how long?',
    history: [{ question: 'Are there backups?', answer: 'Yes, there are [1].' }],
  })

  expect(queries).toEqual(['How long are backups kept?'])
  expect(prompts[1]?.turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'user'])
})

test('a trial declines by another strictness, and is counted as declined', async () => {
  const { model } = scripted(answer)
  const { tryOut, assistant, asker, store } = await setUp({ model, retrieval: { confidence: 0.2 } })
  const { organization_id } = asker
  const tryWith = (strictness: 'strict' | 'open') =>
    tryOut({ ...asked, organization_id, assistant, strictness }, new AbortController().signal)

  const strict = await tryWith('strict')
  const open = await tryWith('open')

  expect(strict.answer).toMatchObject({
    abstained: true,
    abstention_reason: 'insufficient_support',
    citations: [],
  })
  expect(open.answer.abstained).toBe(false)
  const { totals } = await store.usage.report(organization_id, { from: day, to: day })
  expect(totals).toMatchObject({ questions: 2, answers: 1, abstained: 1 })
})

test('a failing model is a provider failure, and counts nothing', async () => {
  const { tryOut, usage } = await trial([{ fail: new ServiceError('provider_failure', 'down') }])

  await expect(tryOut()).rejects.toMatchObject({ code: 'provider_failure' })
  expect((await usage()).totals.questions).toBe(0)
})
