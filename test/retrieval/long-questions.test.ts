import { expect, test } from 'vitest'
import { checkAnswer } from '../../server/answering/cited/check-answer.ts'
import { createExtractiveModel } from '../../server/answering/extractive/model.ts'
import { withoutCourtesies } from '../../server/answering/manners/courtesies.ts'
import { recognizeSmallTalk } from '../../server/answering/manners/recognize.ts'
import { recognizeWish } from '../../server/answering/manners/wishes.ts'
import { builtinPrompt } from '../../server/answering/prompt.ts'
import { searchSections } from '../../server/answering/search-sections.ts'
import { QuestionText } from '../../server/contract/text.ts'
import { createRetrieve } from '../../server/retrieval/retrieve.ts'
import { readGapWords } from '../../server/storage/rules/gaps.ts'
import { analyzedPart } from '../../server/text/analyzed-part.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { wordsOfTurn } from '../../server/text/transcript.ts'
import {
  charactersThatGrow,
  longestOf,
  ordinaryQuestion,
  shapes,
} from '../support/question-shapes.ts'
import { ORGANIZATION, openLibrary } from './library.ts'
import { createSpellingEmbedding } from './spelling-embedding.ts'

const ANSWER = 'The carrier keeps Parcel 12 for 7 days, see `svc.json` [1].'

/** Everything that reads a question from its arrival to its stored answer, in this thread. */
async function openReader(): Promise<(question: string) => Promise<void>> {
  const { add, store } = await openLibrary()
  const passages = Array.from({ length: 8 }, (_, at) => ({
    heading: `Parcel ${at}`,
    text: `The carrier keeps parcel ${at} for ${at} days. Ask at the desk how to have it sent again.`,
  }))
  const collection_ids = [await add('Parcels', [{ title: 'Parcels', passages }])]
  const retrieve = searchSections(
    createRetrieve({ store, embeddings: () => createSpellingEmbedding(64) }),
    store.passages,
  )
  const model = createExtractiveModel()
  const signal = new AbortController().signal

  return async (question) => {
    const text = QuestionText.parse(question)
    recognizeSmallTalk(text)
    recognizeWish(text)
    const query = withoutCourtesies(text)
    const asked = { organization_id: ORGANIZATION, collection_ids, query, limit: 12 }
    const found = await retrieve(asked, signal)
    const prompt = builtinPrompt({ text, ...found, history: [] })
    for await (const _ of model.stream(prompt, signal));
    checkAnswer({ text: ANSWER, passages: prompt.shown, question: text, writer: 'configured' })
    wordsOfTurn({ question: text, answer: ANSWER })
    readGapWords(text)
  }
}

/** Of this thread alone: other work on the machine does not count. */
async function cpuMs(work: () => Promise<void>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** How many times as long as an ordinary question of that length another one may take. */
const FACTOR = 5
/** The processor's clock ticks every few milliseconds, and a collection of garbage takes some. */
const TRIES = 4

/** Those of the questions that take too long at each of several tries. */
async function slow(questions: [name: string, question: string][]): Promise<string[]> {
  const read = await openReader()
  for (const question of [ordinaryQuestion, ...questions.map(([, each]) => each).slice(0, 8)]) {
    await read(question)
  }
  const ordinary: number[] = []
  for (let tries = 0; tries < 9; tries += 1)
    ordinary.push(await cpuMs(() => read(ordinaryQuestion)))
  const most = FACTOR * (ordinary.toSorted((a, b) => a - b)[4] as number)
  const slow: string[] = []
  for (const [name, question] of questions) {
    let least = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < TRIES && least > most; tries += 1) {
      least = Math.min(least, await cpuMs(() => read(question)))
    }
    if (least > most) slow.push(`${name}: ${least.toFixed(0)} ms, not ${most.toFixed(0)}`)
  }
  return slow
}

test('a character that NFKC makes many of, 16,000 times, takes five times an ordinary question at most', async () => {
  const growing = charactersThatGrow()

  expect(growing).toContain('\ufdfa')
  expect(await slow(growing.map((each) => [each, longestOf(each)]))).toEqual([])
})

test('so does a question of any shape', async () => {
  expect(shapes).toHaveLength(268)
  expect(await slow(shapes)).toEqual([])
})

test.each([
  ['words', 'parcel '.repeat(2285), 2000 * 'parcel '.length],
  ['characters', 'ﷺ'.repeat(16_000), 700],
])('a question is analysed up to a bound: %s', (_, question, length) => {
  expect(analyzedPart(question).length).toBeLessThanOrEqual(length)
  expect(analyzeQuestion(question).text).toBe(analyzedPart(question))
})
