import { spokenLanguageOf } from '../server/text/language.ts'
import type { Result } from './ask.ts'
import type { Question } from './sets.ts'
import { type Manner, variantOf, variants } from './variants.ts'

/**
 * The shares of answerable questions that are declined as they are and in each variant, in wrappers
 * that no weight was fitted to.
 */
export async function declinedVariants(
  questions: Question[],
  ask: (question: Question) => Promise<Result>,
): Promise<Record<string, number>> {
  const real = questions.filter(({ answerable }) => answerable)
  const manners = mannersOf(real.map(({ question }) => question))
  const shares: Record<string, number> = {}
  for (const variant of ['as it is', ...variants] as const) {
    let declined = 0
    for (const [at, each] of real.entries()) {
      const manner = manners[at]
      const { question } = each
      const text =
        variant === 'as it is' || !manner ? question : variantOf(question, variant, manner)
      if ((await ask({ ...each, question: text })).abstained) declined += 1
    }
    shares[`declined ${variant}`] = declined / real.length
  }
  return shares
}

/** All questions of a set are in one language, which a short question may not show. */
function mannersOf(questions: string[]): Manner[] {
  const language = spokenLanguageOf(questions.join('\n'))
  return questions.map((_, seed) => ({ language, wrappers: 'heldOut', seed }))
}
