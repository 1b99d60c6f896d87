import type { Store } from '../storage/store.ts'
import { readSectionQuestion } from '../text/section-question.ts'

/** A declared question that its document does not get. */
export interface Untaken {
  path: string
  section: string | null
  why: 'forgotten' | 'no_section'
}

/** Why, as the log says it. */
export const UNTAKEN = {
  forgotten: 'a declared question was deleted and stays so',
  no_section: 'the section of a declared question is not in its document',
}

/** Gives documents of a source the questions that a provisioning file declares of them. */
export type ApplyDeclared = ReturnType<typeof createApplyDeclared>

export function createApplyDeclared({
  store: { sectionQuestions },
  now,
  newId,
}: {
  store: Pick<Store, 'sectionQuestions'>
  now: () => string
  newId: () => string
}) {
  return async function apply(organization_id: string, source_id: string): Promise<Untaken[]> {
    const untaken: Untaken[] = []
    const declared = await sectionQuestions.declaredOf(organization_id, source_id)
    for (const { path, document_id, section, text } of declared) {
      const read = readSectionQuestion(text)
      const question = { id: newId(), document_id, section, text, read, created_at: now() }
      const why = await sectionQuestions.applyDeclared(organization_id, question)
      if (why === 'forgotten' || why === 'no_section') untaken.push({ path, section, why })
    }
    return untaken
  }
}
