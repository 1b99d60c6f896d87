import { join } from 'node:path'
import { createRetrieve } from '../server/retrieval/retrieve.ts'
import { spokenLanguageOf } from '../server/text/language.ts'
import { withoutMarkers } from '../server/text/marker-syntax.ts'
import { createAsk, type Result } from './ask.ts'
import { createBuiltInEmbedding } from './built-in-embedding.ts'
import { createBuiltInModel } from './built-in-model.ts'
import { openLibrary } from './library.ts'
import { goldOf } from './relevance.ts'
import { rightOf } from './right.ts'
import { type Question, readCorpus, readQuestions } from './sets.ts'
import { wrappersOf } from './wrappers.ts'

/** Of one wrapping, how many rightly answered questions it was put around, and how many it lost. */
interface Lost {
  asked: number
  lost: number
}

/**
 * How many questions that are answered rightly are declined with something harmless around them:
 * of each wrapping in the language of a set, of those that no weight was fitted to.
 */
export async function evaluateWrappings(
  data: string,
  { sets, questions, kept }: { sets: string[]; questions: number; kept: string | undefined },
): Promise<string> {
  const all = new Map<string, Lost>()
  for (const set of sets) {
    const embedding = createBuiltInEmbedding()
    const library = await openLibrary(readCorpus(join(data, set)), embedding, { kept })
    const retrieve = createRetrieve({ store: library.store, embeddings: () => embedding })
    const ask = createAsk(library, retrieve, createBuiltInModel())
    const own = readQuestions(join(data, set), questions).filter(({ answerable }) => answerable)
    const language = spokenLanguageOf(own.map(({ question }) => question).join('\n'))
    const { greetings, contexts } = wrappersOf(language, 'heldOut')
    for (const question of own) {
      if (!isRight(await ask(question), question)) continue
      for (const wrapper of [...greetings, ...contexts]) {
        const wrapped = wrapper.replace('{}', () => question.question)
        const { abstained } = await ask({ ...question, question: wrapped })
        const counted = all.get(wrapper) ?? { asked: 0, lost: 0 }
        all.set(wrapper, { asked: counted.asked + 1, lost: counted.lost + Number(abstained) })
      }
    }
    await library.close()
  }
  return [...all].map(([wrapper, lost]) => `${shareOf(lost)}  ${wrapper}`).join('\n')
}

function isRight({ answer, abstained, citations }: Result, question: Question): boolean {
  const gold = goldOf(citations, question)
  const text = withoutMarkers(answer)
  return !abstained && rightOf(text, { gold, answers: gold }, question) === 1
}

function shareOf({ asked, lost }: Lost): string {
  return `${((100 * lost) / asked).toFixed(1).padStart(5)} % of ${String(asked).padStart(3)}`
}
