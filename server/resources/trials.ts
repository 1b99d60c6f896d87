import type { Trial } from '../contract/trial.ts'
import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'
import type { LanguageModels } from './assistants.ts'
import { found } from './not-found.ts'
import type { Questions, Tried } from './questions.ts'
import { sentFields } from './sent-fields.ts'

export type Trials = ReturnType<typeof createTrials>

/** Trying an assistant as it is, or as it would be (docs/behaviour.md#trials). */
export function createTrials({
  store,
  models,
  questions,
}: {
  store: Store
  models: LanguageModels
  questions: Pick<Questions, 'tryOut' | 'streamTrial'>
}) {
  /** Throws `validation_error` for what an assistant could not be saved with. */
  async function tried(
    { organization_id }: Caller,
    id: string,
    { question, history, overrides }: Trial,
  ): Promise<Tried> {
    const saved = found(await store.assistants.find(organization_id, id), 'Assistant')
    const { strictness, model, instruction, ...sent } = overrides
    if (sent.knowledge_base_ids) {
      await store.assistants.checkCollections(organization_id, sent.knowledge_base_ids)
    }
    const assistant = {
      ...saved,
      ...sentFields(sent),
      ...(model !== undefined && { model: models.language(model).selector }),
      ...(instruction !== undefined && { instruction }),
    }
    return { organization_id, assistant, question, history, strictness }
  }

  return {
    async answer(caller: Caller, id: string, trial: Trial, signal: AbortSignal) {
      return questions.tryOut(await tried(caller, id, trial), signal)
    },

    async stream(caller: Caller, id: string, trial: Trial, signal: AbortSignal) {
      return questions.streamTrial(await tried(caller, id, trial), signal)
    },
  }
}
