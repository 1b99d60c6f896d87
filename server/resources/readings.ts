import { ServiceError } from '../contract/errors.ts'
import type { Reading } from '../contract/reading.ts'
import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'
import type { LanguageModels } from './assistants.ts'
import { found } from './not-found.ts'

export type Readings = ReturnType<typeof createReadings>

/** How collections come to questions (docs/behaviour.md#questions-of-sections). */
export function createReadings({ store, models }: { store: Store; models: LanguageModels }) {
  return {
    async get({ organization_id }: Caller, collection_id: string): Promise<Reading> {
      return found(await store.readings.find(organization_id, collection_id), 'Collection')
    },

    /** An outdated revision is a `conflict`. */
    async save(
      { organization_id }: Caller,
      collection_id: string,
      reading: Reading,
    ): Promise<Reading> {
      const question_model = reading.question_model && configured(models, reading.question_model)
      const wanted = { ...reading, question_model }
      return found(await store.readings.save(organization_id, collection_id, wanted), 'Collection')
    },
  }
}

/** Throws `validation_error` for a model that is built in, not configured or of another kind. */
function configured(models: LanguageModels, selector: string): string {
  if (!selector.startsWith('builtin/')) return models.language(selector).selector
  const message = 'question_model must be a configured language model; built-in ones write nothing.'
  throw new ServiceError('validation_error', message)
}
