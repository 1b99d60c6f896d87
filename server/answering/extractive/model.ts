import {
  EXTRACTIVE_MODEL,
  type LanguageModel,
  type ModelEvent,
  type Prompt,
} from '../../models/ports.ts'
import type { WindowLikeness } from '../../retrieval/window-likeness.ts'
import { contentOf } from '../../text/content.ts'
import { stemmingLanguageOf } from '../../text/language.ts'
import type { Span } from '../../text/sentences.ts'
import { chooseUnits, type Likeness } from './choose-units.ts'
import { completeFollowUp } from './complete-follow-up.ts'
import { composeAnswer, type QuotingText, type RowChoice } from './compose-answer.ts'
import type { AskedQuestion } from './question-form.ts'
import { suggestQuestions } from './suggest-questions.ts'

/**
 * The built-in model. It quotes the sentences, steps, tables and code that answer, each with the
 * marker of its passage, and writes no text when nothing answers. It follows no instructions,
 * neither of the prompt's `system` nor of a passage. `like` tells of meaning what words do not;
 * without it words alone choose. Tokens are counted as words.
 */
export function createExtractiveModel(like: WindowLikeness = unlike): LanguageModel {
  return {
    selector: EXTRACTIVE_MODEL,
    async *stream(prompt, signal) {
      let written = 0
      const quoted: Span[][] = []
      const likeness: Likeness = (question, windows) => like(question, windows, signal)
      for (const piece of await replyTo(prompt, likeness)) {
        signal.throwIfAborted()
        written += countWords(piece.text)
        quoted.push(...piece.quoted)
        yield { type: 'text', text: piece.text } satisfies ModelEvent
      }
      const read = [prompt.question, ...prompt.passages.map((passage) => passage.text)]
      yield {
        type: 'finish',
        reason: 'stop',
        input_tokens: read.reduce((sum, text) => sum + countWords(text), 0),
        output_tokens: written,
        quoted,
      }
    },
  }
}

const unlike: WindowLikeness = async (_, windows) => windows.map(() => 0)

async function replyTo(prompt: Prompt, like: Likeness): Promise<QuotingText[]> {
  switch (prompt.task) {
    case 'answer':
      return answer(prompt, like)
    case 'follow_ups':
      return plain(suggestQuestions({ ...prompt, answer: lastAnswer(prompt) }).join('\n'))
    case 'rewrite':
      return plain(completeFollowUp(prompt.question, prompt.turns))
    case 'verify':
      return []
  }
}

/** Text that quotes nothing. */
function plain(text: string): QuotingText[] {
  return text === '' ? [] : [{ text, quoted: [] }]
}

function lastAnswer({ turns }: Prompt): string {
  return turns.findLast(({ role }) => role === 'assistant')?.text ?? ''
}

async function answer(prompt: Prompt, like: Likeness): Promise<QuotingText[]> {
  const chosen = await chooseUnits(prompt, like)
  if (!chosen) return []
  const { reading, units } = chosen
  return composeAnswer(units, {
    count: countAsked(reading),
    asksForTable: reading.form.asksForTable,
  })
}

function countAsked({ words }: AskedQuestion): RowChoice['count'] {
  return (row, heading = '') => {
    const language = stemmingLanguageOf(row)
    const held = new Set(contentOf(row, language).terms)
    const above = new Set(contentOf(heading, language).terms)
    return words.filter(
      ({ terms }) => terms.some((term) => held.has(term)) && !terms.some((term) => above.has(term)),
    ).length
  }
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
}
