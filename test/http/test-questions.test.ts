import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestRunner } from '../../server/answering/test-runs.ts'
import { ServiceError } from '../../server/contract/errors.ts'
import type { TestResult, TestRunWithResults } from '../../server/contract/test-question.ts'
import type { Questions } from '../../server/resources/questions.ts'
import { declineQuestion } from './declined.ts'
import { citation } from './scripted.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { createThings } from './things.ts'

const unknown_id = '019a9f3c-3f6e-7bd2-8d5a-2f0c4c1e9b77'
/** The document that answers cite. */
let document_id: string

/** What the assistant knows, by question; it declines others, and fails with an error. */
let known: Record<string, string | Error>
let holding: { asked: () => void; released: Promise<void> } | null
let service: TestService
let questions: string

const tryOut: Questions['tryOut'] = async ({ question, assistant }) => {
  holding?.asked()
  await holding?.released
  const text = known[question] ?? null
  if (text instanceof Error) throw text
  const citations = text === null ? [] : [citation]
  const { source_id, title, url, anchor } = citation
  return {
    answer: {
      text: text ?? 'I do not know.',
      citations,
      links: [],
      abstained: text === null,
      abstention_reason: text === null ? 'insufficient_support' : null,
      finish_reason: 'stop',
    },
    trace: {
      question_as_searched: question,
      language: 'en',
      confidence: 0.9,
      threshold: 0.5,
      passages: [
        { source_id, document_id, title, url, anchor, score: 1, shown: true, cited: true },
      ],
      removed: [],
      model: assistant.model,
      input_tokens: 0,
      output_tokens: 0,
      timings_ms: { search: 1, first_token: 2, total: 3 },
    },
  }
}

beforeEach(async () => {
  document_id = unknown_id
  known = {}
  holding = null
  service = await startHttp({ tryOut })
  questions = `/assistants/${service.tenant.assistant_id}/test-questions`
})
afterEach(() => service.stop())

/** Holds answers back from now on; `asked` resolves with the first question. */
function holdAnswers() {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  holding = { asked: asked.resolve, released: released.promise }
  return { asked: asked.promise, release: released.resolve }
}

const send = async (route: string, json?: unknown, key = service.tenant.keys.editor) =>
  outcome(await call(service, route, { key, json }))

const keep = async (question: string, expected?: unknown) =>
  (await send(`POST ${questions}`, { question, expected })).body

const latest = async (): Promise<TestRunWithResults> =>
  (await send(`GET ${questions}/runs/latest`)).body

/** Starts a run, and reads it when it has ended. */
async function run(): Promise<TestRunWithResults> {
  const { body } = await send(`POST ${questions}/runs`)
  return vi.waitFor(async () => {
    const ended = await latest()
    expect(ended).toMatchObject({ id: body.run.id, finished_at: expect.any(String) })
    return ended
  }, 10_000)
}

async function resultOf(): Promise<TestResult | undefined> {
  return (await run()).results[0]
}

describe('test questions (docs/behaviour.md#test-questions)', () => {
  test('are kept, listed and deleted', async () => {
    const made = await send(`POST ${questions}`, {
      question: ' Where is it? ',
      expected: { abstained: true },
    })

    expect(made).toMatchObject({
      status: 201,
      body: {
        question: 'Where is it?',
        expected: { abstained: true, source_document_id: null },
        created_at: service.clock.now,
      },
    })
    expect((await send(`GET ${questions}`)).body.data).toEqual([made.body])
    expect((await send(`DELETE ${questions}/${made.body.id}`)).status).toBe(204)
    expect((await send(`DELETE ${questions}/${made.body.id}`)).status).toBe(404)
    expect((await send(`GET ${questions}`)).body.data).toEqual([])
  })

  test('are kept once, and at most 200 of them', async () => {
    await keep('Where is it?')
    expect(await send(`POST ${questions}`, { question: 'Where is it?' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'question is already a test question of the assistant.' },
    })

    for (let count = 1; count < 200; count += 1) await keep(`Question ${count}?`)
    expect(await send(`POST ${questions}`, { question: 'One more?' })).toMatchObject({
      status: 400,
      body: { message: 'An assistant can have at most 200 test questions.' },
    })
  })

  test.each([
    [{}, 'question is required.'],
    [{ question: ' ' }, 'question must be 1 to 16000 characters after trimming.'],
    [{ question: 'A?', expected: {} }, 'expected must have abstained or source_document_id.'],
    [{ question: 'A?', expected: { abstained: 1 } }, 'expected.abstained must be true or false.'],
    [
      { question: 'A?', expected: { source_document_id: 'x' } },
      'expected.source_document_id must be the id of a document.',
    ],
    [
      { question: 'A?', expected: { abstained: true, source_document_id: unknown_id } },
      /^expected must not have source_document_id with abstained true/,
    ],
    [{ question: 'A?', answer: 'B' }, /answer/],
  ])('%j is refused by name', async (json, message) => {
    const refused = await send(`POST ${questions}`, json)

    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_error' } })
    expect(refused.body.message).toMatch(message)
    expect((await send(`GET ${questions}`)).body.data).toEqual([])
  })

  test('a document of another organization is unknown', async () => {
    const stranger = createThings({ ...service, tenant: service.stranger })
    const source_document_id = idIn(await stranger.newDocument())

    expect(
      (await send(`POST ${questions}`, { question: 'A?', expected: { source_document_id } })).body,
    ).toMatchObject({ message: 'expected.source_document_id must be the id of a document.' })
  })

  test('go with the last conversation in which they were asked, unless they came first', async () => {
    await keep('Is it open?')
    service.clock.now = '2026-11-01T00:01:00.000Z'
    const one = await declineQuestion(service, 'Is there parking?')
    const two = await declineQuestion(service, 'Is there parking?')
    const three = await declineQuestion(service, 'Is it open?')
    await keep('Is there parking?')
    const left = async () =>
      (await send(`GET ${questions}`)).body.data.map(
        ({ question }: { question: string }) => question,
      )
    const erase = ({ conversation_id }: { conversation_id: string }) =>
      send(`DELETE /conversations/${conversation_id}`, undefined, service.tenant.keys.admin)

    await erase(one)
    expect(await left()).toContain('Is there parking?')
    await erase(two)
    await erase(three)
    expect(await left()).toEqual(['Is it open?'])
  })
})

describe('runs of test questions (docs/behaviour.md#test-questions)', () => {
  test('there is none before the first', async () => {
    expect((await send(`GET ${questions}/runs/latest`)).status).toBe(404)
  })

  test('tell each answer beside the last one', async () => {
    const { id } = await keep('Where is it?')
    known = { 'Where is it?': 'At the harbour [1].' }
    const first = await run()
    known = { 'Where is it?': 'At the station [1].' }
    const second = await run()

    const answer = { text: 'At the harbour [1].', abstained: false, model: 'builtin/extractive' }
    expect(first).toMatchObject({
      status: 'finished',
      question_count: 1,
      results: [
        {
          question_id: id,
          before: null,
          after: { ...answer, citations: [{ document_id, ordinal: 1 }] },
          changed: false,
          passed: null,
        },
      ],
    })
    expect(second.results).toMatchObject([
      { before: answer, after: { text: 'At the station [1].' }, changed: true },
    ])
    expect((await run()).results).toMatchObject([{ changed: false }])
  })

  test('an answer that is declined is another one', async () => {
    await keep('Where is it?')
    known = { 'Where is it?': 'At the harbour [1].' }
    await run()
    known = {}

    expect(await resultOf()).toMatchObject({ after: { abstained: true }, changed: true })
  })

  test('what is expected is passed or not', async () => {
    const things = createThings(service)
    const [cited, other] = [await things.newDocument(), await things.newDocument()].map(idIn)
    document_id = cited ?? ''
    await keep('Where is it?', { abstained: false })
    await keep('Who is it?', { abstained: true })
    await keep('What is it?', { source_document_id: cited })
    await keep('Why is it?', { source_document_id: other })
    known = { 'Where is it?': 'Here [1].', 'Who is it?': 'Me [1].' }
    known = { ...known, 'What is it?': 'A box [1].', 'Why is it?': 'To hold things [1].' }

    expect((await run()).results.map(({ passed }) => passed)).toEqual([true, false, true, false])
  })

  test('a question that cannot be answered keeps its last answer', async () => {
    await keep('Where is it?', { abstained: false })
    known = { 'Where is it?': 'At the harbour [1].' }
    await run()
    known = { 'Where is it?': new ServiceError('provider_failure', 'The model is away.') }
    const failed = await resultOf()
    known = { 'Where is it?': 'At the harbour [1].' }

    expect(failed).toMatchObject({ after: null, changed: false, passed: false })
    expect(await resultOf()).toMatchObject({
      before: { text: 'At the harbour [1].' },
      changed: false,
      passed: true,
    })
  })

  test('a run ends when its assistant can no longer answer', async () => {
    await keep('Where is it?')
    await keep('Who is it?')
    const hold = holdAnswers()
    const ended = run()
    await hold.asked
    const { assistant_id } = service.tenant
    await send(`PATCH /assistants/${assistant_id}`, { revision: 1, status: 'archived' })
    hold.release()

    expect(await ended).toMatchObject({ status: 'stopped', results: [{ before: null }] })
    expect((await send(`POST ${questions}/runs`)).status).toBe(400)
  })

  test('one is at work for an organization; the next waits, and further ones join it', async () => {
    await keep('Where is it?')
    const hold = holdAnswers()
    const start = async () => (await send(`POST ${questions}/runs`)).body.run

    const first = await start()
    await hold.asked
    const second = await start()
    const third = await start()

    expect(second.id).not.toBe(first.id)
    expect(third).toEqual(second)
    expect(await latest()).toMatchObject({ id: second.id, status: 'queued', results: [] })
    hold.release()
    await vi.waitFor(
      async () => expect(await latest()).toMatchObject({ id: second.id, status: 'finished' }),
      10_000,
    )
  })

  test('a run goes on after a restart, without asking again what was answered', async () => {
    await keep('Where is it?')
    await keep('Who is it?')
    known = { 'Where is it?': 'Here [1].' }
    const { store } = service
    const needs = { store, now: () => service.clock.now, report: () => {} }
    const asked: string[] = []
    const stopped = createTestRunner({
      ...needs,
      tryOut: (tried, signal) => {
        asked.push(tried.question)
        return asked.length < 2 ? tryOut(tried, signal) : once(signal, 'abort').then(failed)
      },
    })
    const { id, assistant_id } = service.tenant
    const queued = { id: crypto.randomUUID(), created_at: service.clock.now }
    await store.testRuns.enqueue(id, assistant_id, queued)
    stopped.wake()
    await vi.waitFor(() => expect(asked).toEqual(['Where is it?', 'Who is it?']), 10_000)
    await stopped.stop()
    expect(await latest()).toMatchObject({ status: 'running', results: [{ passed: null }] })

    asked.length = 0
    const restarted = createTestRunner({
      ...needs,
      tryOut: (tried, signal) => {
        asked.push(tried.question)
        return tryOut(tried, signal)
      },
    })
    restarted.wake()

    await vi.waitFor(
      async () => expect(await latest()).toMatchObject({ status: 'finished' }),
      10_000,
    )
    await restarted.stop()
    expect(asked).toEqual(['Who is it?'])
    expect((await latest()).results).toHaveLength(2)
  })
})

function idIn(path: string): string {
  return path.split('/').at(-1) ?? ''
}

function failed(): never {
  throw new Error('The service stops.')
}
