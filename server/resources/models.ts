import { ServiceError } from '../contract/errors.ts'
import type { Model, ModelTest } from '../contract/model.ts'
import type { Caller } from '../identity/caller.ts'

export type ModelList = ReturnType<typeof createModelList>

export interface ModelListNeeds {
  models: { list(): Model[] }
  /** Calls a model once. Throws `validation_error` for one that is not configured. */
  tryModel: (organization_id: string, selector: string, signal: AbortSignal) => Promise<ModelTest>
}

/**
 * The models that can be named, and a test of each
 * (docs/behaviour.md#listing-and-testing-models).
 */
export function createModelList({ models, tryModel }: ModelListNeeds) {
  return {
    async list(): Promise<{ data: Model[] }> {
      return { data: models.list() }
    },

    async test(
      { organization_id }: Caller,
      selector: string,
      signal: AbortSignal,
    ): Promise<ModelTest> {
      try {
        return await tryModel(organization_id, selector, signal)
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'validation_error') throw error
        const known = models.list().map((each) => each.selector)
        throw new ServiceError('validation_error', `selector must be one of: ${known.join(', ')}.`)
      }
    },
  }
}
