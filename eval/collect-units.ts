import { join } from 'node:path'
import { withMeaning } from '../server/answering/extractive/choose-units.ts'
import { readUnits } from '../server/answering/extractive/read-units.ts'
import { readingsOf } from '../server/answering/extractive/readings.ts'
import { compareUnits, type UnitFeatures } from '../server/answering/extractive/unit-features.ts'
import { EXTRACTIVE_MODEL, type LanguageModel, type Prompt } from '../server/models/ports.ts'
import { createRetrieve } from '../server/retrieval/retrieve.ts'
import { createWindowLikeness } from '../server/retrieval/window-likeness.ts'
import { analyzeQuestion } from '../server/text/question.ts'
import { createAsk } from './ask.ts'
import { createBuiltInEmbedding } from './built-in-embedding.ts'
import { goldUnits, type SetPassage } from './gold-units.ts'
import { type Library, openLibrary } from './library.ts'
import { type Question, readCorpus, readQuestions } from './sets.ts'

/** The units of what was found for a question of a set, and which of them answer it. */
export interface UnitExample {
  set: string
  units: { features: UnitFeatures; isGold: boolean }[]
}

/** Units that the built-in model chooses from for the questions of a set. */
export async function collectUnits(
  data: string,
  set: string,
  questions: number,
): Promise<UnitExample[]> {
  const folder = join(data, set)
  const library = await openLibrary(readCorpus(folder), createBuiltInEmbedding())
  const promptFor = createPrompter(library)
  const embedding = createBuiltInEmbedding()
  const like = createWindowLikeness(() => embedding)
  const examples: UnitExample[] = []
  for (const question of readQuestions(folder, questions)) {
    const prompt = question.answerable ? await promptFor(question) : null
    const example = prompt && (await exampleOf(set, question, prompt))
    if (example) examples.push(example)
  }
  await library.close()
  return examples

  async function exampleOf(set: string, question: Question, prompt: Prompt) {
    const [reading] = readingsOf(prompt.analyzed ?? analyzeQuestion(prompt.question))
    if (!reading) return null
    const { signal } = new AbortController()
    const read = readUnits(prompt.passages)
    const units = await withMeaning(read, reading.text, (asked, windows) =>
      like(asked, windows, signal),
    )
    const isGold = goldUnits(units, passagesOf(prompt, library), question)
    const compared = compareUnits(reading, units)
    const told = compared.map(({ features }, at) => ({ features, isGold: isGold[at] ?? false }))
    return isGold.includes(true) ? { set, units: told } : null
  }
}

function passagesOf({ passages }: Prompt, { documents }: Library): SetPassage[] {
  return passages.map((passage) => ({
    ...passage,
    doc: documents.get(passage.document_id ?? '') ?? '',
  }))
}

/** Gives the prompt that the built-in model gets for a question, however little was found. */
function createPrompter(library: Library) {
  const embedding = createBuiltInEmbedding()
  let last: Prompt | null = null
  const model: LanguageModel = {
    selector: EXTRACTIVE_MODEL,
    async *stream(prompt) {
      if (prompt.task === 'answer') last = prompt
      yield { type: 'finish', reason: 'stop', input_tokens: 0, output_tokens: 0 }
    },
  }
  const retrieve = createRetrieve({ store: library.store, embeddings: () => embedding })
  const ask = createAsk(
    library,
    async (request, signal) => ({ ...(await retrieve(request, signal)), confidence: 1 }),
    model,
  )
  return async (question: Question): Promise<Prompt | null> => {
    last = null
    await ask(question)
    return last
  }
}
