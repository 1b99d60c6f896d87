import { EXTRACTIVE_MODEL, type LanguageModel } from '../models/ports.ts'
import type { Retrieve, RetrievedPassage } from '../retrieval/retrieval.ts'
import { withoutNumber } from '../text/headings.ts'
import { lettersOf } from '../text/letters.ts'
import { thresholdOf } from './gate.ts'
import { builtinPrompt } from './prompt.ts'
import { chosenOf, gatedModel, type JudgeAnswer } from './quote-answer.ts'

/** Whether a heading, asked as a question, is answered from the section below it. */
export type AnsweredFrom = (
  asked: { organization_id: string; collection_ids: string[]; heading: string },
  signal: AbortSignal,
) => Promise<boolean>

/** As many passages as the built-in model gets. */
const FOUND = 12

/** Asks headings as a visitor would who follows a suggestion, of the built-in model. */
export function createAnsweredFrom({
  retrieve,
  models,
  judgeAnswer,
}: {
  retrieve: Retrieve
  models: { language(selector: string): LanguageModel }
  judgeAnswer: JudgeAnswer
}): AnsweredFrom {
  return async ({ organization_id, collection_ids, heading }, signal) => {
    const request = { organization_id, collection_ids, limit: FOUND }
    const retrieval = await retrieve({ ...request, query: heading }, signal)
    const { question, passages } = retrieval
    const threshold = thresholdOf('builtin', 'balanced')
    const judging = { retrieval, judgeAnswer, threshold }
    const model = gatedModel(models.language(EXTRACTIVE_MODEL), judging)
    const prompt = builtinPrompt({ text: heading, question, passages, history: [] })
    let text = ''
    for await (const event of model.stream(prompt, signal)) {
      if (event.type === 'text') text += event.text
    }
    const cited = new Set(chosenOf(text, retrieval).cited.map(({ key }) => key))
    return text !== '' && passages.some((each) => cited.has(each.key) && isBelow(each, heading))
  }
}

/** Short sections are merged into one passage, whose text has their headings. */
function isBelow({ title, headings, text }: RetrievedPassage, heading: string): boolean {
  const inText = [...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, each = '']) => each)
  const own = [title, ...headings, ...inText].map((each) => lettersOf(withoutNumber(each)))
  return own.includes(lettersOf(withoutNumber(heading)))
}
