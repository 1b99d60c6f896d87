import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createGapChecker } from '../../server/answering/gap-checks.ts'
import type { Gap } from '../../server/contract/gap.ts'
import { NO_COUNTERS } from '../../server/contract/job.ts'
import { EXTRACTIVE_MODEL, type LanguageModel } from '../../server/models/ports.ts'
import { confidenceInAnswer } from '../../server/retrieval/answer-confidence.ts'
import { createMatchCurated } from '../../server/retrieval/curated.ts'
import type { Retrieve } from '../../server/retrieval/retrieval.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { under } from '../support/passages.ts'
import { declineQuestion, near } from './declined.ts'
import { citation } from './scripted.ts'
import { answeredTurn, call, outcome, startHttp, type TestService } from './service.ts'
import { createThings, type Things } from './things.ts'

const NEW = '019a9f3c-3f6e-7bd2-8d5a-2f0c4c1e9b77'
const SOON = '2026-11-01T00:00:20.000Z'
const LATER = '2026-11-01T00:01:00.000Z'

/** What is found, by question: the best passage and the confidence in it. */
let found: Record<string, { source_id: string; confidence: number }>
let asked: string[]
/** Runs before each search. */
let before: () => Promise<unknown>
let service: TestService
let things: Things
beforeEach(async () => {
  found = {}
  asked = []
  before = async () => {}
  service = await startHttp()
  things = createThings(service)
})
afterEach(() => service.stop())

const retrieve: Retrieve = async ({
  query,
  organization_id,
  collection_ids: [collection = ''],
}) => {
  await before()
  asked.push(query)
  const { source_id, confidence } = found[query] ?? { source_id: NEW, confidence: 0 }
  const passage = {
    source_id,
    document_id: organization_id,
    collection_id: collection,
    title: 'Guide',
    url: null,
    ...under(null),
    text: 'Text.',
    key: 1,
    position: 0,
    score: 1,
  }
  return { question: analyzeQuestion(query), indexed: 1, passages: [passage], confidence }
}

const send = async (route: string, json?: unknown, key = service.tenant.keys.editor) =>
  outcome(await call(service, route, { key, json }))

const gaps = async (state: Gap['state']): Promise<string[]> =>
  (await send(`GET /usage/gaps?state=${state}`)).body.data.map(({ label }: Gap) => label)

/** Quotes whatever was found. */
const quoting: LanguageModel = {
  selector: EXTRACTIVE_MODEL,
  async *stream() {
    yield { type: 'text', text: 'Text. [1]' }
  },
}

/** Asks again what is due. */
async function check(): Promise<void> {
  const { store, clock } = service
  const now = () => clock.now
  const matchCurated = createMatchCurated({ store, now })
  const reported: unknown[] = []
  const checker = createGapChecker({
    store,
    retrieve,
    matchCurated,
    extractive: quoting,
    judgeAnswer: async (chosen) => confidenceInAnswer(chosen),
    now,
    giveWay: async () => {},
    report: (error) => reported.push(error),
  })
  await checker.wake()
  expect(reported).toEqual([])
}

/** A sync that ends, having read so many documents anew. */
async function sync(documents_ingested = 1): Promise<void> {
  const { store, clock } = service
  await things.newJob()
  const claimed = await store.jobs.claim(clock.now)
  const counters = { ...NO_COUNTERS, documents_ingested }
  const end = { error_code: null, error_message: null, source_version: null, counters }
  const job_id = claimed?.job.id ?? ''
  await store.jobs.finish(service.tenant.id, job_id, { status: 'succeeded', ...end }, clock.now)
}

const answers = (...questions: string[]) => {
  for (const question of questions) found[question] = { source_id: NEW, confidence: 0.9 }
}

describe('gaps that close by themselves (docs/behaviour.md#gaps)', () => {
  test('close after a sync when all of their questions would be answered', async () => {
    for (const text of [
      'Is there parking?',
      'Is there a parking?',
      'Are dogs allowed?',
      'Gifts?',
    ]) {
      await declineQuestion(service, text)
    }
    answers('Is there parking?', 'Is there a parking?', 'Gifts?')

    await sync()
    await check()

    expect(await gaps('open')).toEqual(['Are dogs allowed?'])
    expect(await gaps('answered')).toEqual(['Is there parking?', 'Gifts?'])
  })

  test('stay open when one of their questions would still be declined', async () => {
    await declineQuestion(service, 'Is there parking?')
    await declineQuestion(service, 'Is there a parking?')
    answers('Is there parking?')

    await sync()
    await check()

    expect(await gaps('open')).toEqual(['Is there parking?'])
  })

  test('are not asked again without a change, nor twice for one', async () => {
    await declineQuestion(service, 'Is there parking?')
    await sync(0)
    await check()
    expect(asked).toEqual([])

    await sync()
    await check()
    await check()
    expect(asked).toEqual(['Is there parking?'])
  })

  test('wait half a minute after the last time', async () => {
    await declineQuestion(service, 'Is there parking?')
    await sync()
    await check()
    service.clock.now = SOON
    await sync()
    await check()
    expect(asked).toHaveLength(1)

    service.clock.now = LATER
    await check()
    expect(asked).toHaveLength(2)
  })

  test('close when somebody writes an answer', async () => {
    await declineQuestion(service, 'Is there parking?')
    await declineQuestion(service, 'Are dogs allowed?')
    await check()
    await send('POST /curated-answers', { questions: ['Is there parking?'], text: 'Yes.' })
    await check()

    expect(await gaps('answered')).toEqual(['Is there parking?'])
    expect(await gaps('open')).toEqual(['Are dogs allowed?'])
  })

  test('close after an answer rated down once something else is found', async () => {
    const key = service.tenant.keys.editor
    const { conversation, answer } = await answeredTurn(service, key, service.tenant.assistant_id)
    const { id } = conversation
    await send(`PUT /conversations/${id}/messages/${answer.id}/feedback`, { rating: 'down' })
    found = { 'Where is it?': { source_id: citation.source_id, confidence: 0.9 } }
    await sync()
    await check()
    expect(await gaps('open')).toEqual(['Where is it?'])

    service.clock.now = LATER
    answers('Where is it?')
    await sync()
    await check()
    expect(await gaps('answered')).toEqual(['Where is it?'])
  })

  test('close after the gate declined when the same passage now suffices', async () => {
    await declineQuestion(service, 'Is there parking?')
    found = { 'Is there parking?': { source_id: near.source_id, confidence: 0.9 } }

    await sync()
    await check()

    expect(await gaps('answered')).toEqual(['Is there parking?'])
  })

  test('stay open when a further question joins them meanwhile', async () => {
    await declineQuestion(service, 'Is there parking?')
    answers('Is there parking?')
    before = () => declineQuestion(service, 'Is there a parking?')

    await sync()
    await check()

    expect(await gaps('open')).toEqual(['Is there parking?'])
  })

  test('stay dismissed, and open of an assistant that is archived', async () => {
    const dismissed = await declineQuestion(service, 'Is there parking?')
    await declineQuestion(service, 'Are dogs allowed?')
    await send(`PUT /usage/gaps/${dismissed.id}`, { state: 'dismissed' })
    answers('Is there parking?', 'Are dogs allowed?')
    const { assistant_id } = service.tenant
    await send(`PATCH /assistants/${assistant_id}`, { revision: 1, status: 'archived' })

    await sync()
    await check()

    expect(await gaps('dismissed')).toEqual(['Is there parking?'])
    expect(await gaps('open')).toEqual(['Are dogs allowed?'])
  })

  test('are taken in parts, the largest first, until all were asked', async () => {
    for (const text of [
      'Are dogs allowed?',
      'Is there parking?',
      'Is there a parking?',
      'Gifts?',
    ]) {
      await declineQuestion(service, text)
    }
    await sync()
    const { gapChecks } = service.store
    const take = () =>
      gapChecks.take({ now: service.clock.now, again: service.clock.now, limit: 2 })

    const first = await take()
    for (const gap of first?.gaps ?? []) await gapChecks.settle(first ?? never(), gap, false)
    const second = await take()
    for (const gap of second?.gaps ?? []) await gapChecks.settle(second ?? never(), gap, false)

    const texts = [first, second].map((part) =>
      part?.gaps.map(({ questions }) => questions[0]?.text),
    )
    expect(texts).toEqual([['Is there a parking?', 'Gifts?'], ['Are dogs allowed?']])
    expect(await take()).toBeNull()
  })
})

function never(): never {
  throw new Error('There are gaps to ask again.')
}
