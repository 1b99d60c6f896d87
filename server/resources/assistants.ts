import type { AnsweredFrom } from '../answering/answered-from.ts'
import { headingsToAsk } from '../answering/extractive/suggest-questions.ts'
import {
  type Assistant,
  type AssistantSettings,
  type AssistantStatus,
  assistantLimits,
  assistantStatuses,
  type CreateAssistant,
  type SuggestedQuestions,
  type UpdateAssistant,
} from '../contract/assistant.ts'
import type { Behaviour } from '../contract/behaviour.ts'
import { ServiceError } from '../contract/errors.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import type { Caller } from '../identity/caller.ts'
import { mayUse } from '../identity/limits.ts'
import type { Store } from '../storage/store.ts'
import { found } from './not-found.ts'
import { sentFields } from './sent-fields.ts'

export type Assistants = ReturnType<typeof createAssistants>

/** Documents whose first headings are looked at. */
const MAX_OPENINGS = 60
const MAX_SUGGESTED = 6
/** Headings that are asked to find those. */
const MAX_ASKED = 18

export interface LanguageModels {
  /**
   * The normalized selector of a language model; `''` selects the default. Throws
   * `validation_error` with a list of the configured providers.
   */
  language(selector: string): { selector: string }
}

/** Throws `validation_error` for the id of a filter that is no assistant's. */
export async function knownAssistant(
  { assistants }: Pick<Store, 'assistants'>,
  organization_id: string,
  assistant_id: string | undefined,
): Promise<void> {
  if (assistant_id === undefined || (await assistants.find(organization_id, assistant_id))) return
  throw new ServiceError('validation_error', 'assistant_id must be the id of an assistant.')
}

/** Assistants of an organization (docs/behaviour.md#assistants). */
export function createAssistants({
  store,
  models,
  now,
  newId,
}: {
  store: Store
  models: LanguageModels
  now: () => string
  newId: () => string
}) {
  async function get(caller: Caller, id: string): Promise<Assistant> {
    const assistant = mayUse(caller, id)
      ? await store.assistants.find(caller.organization_id, id)
      : null
    return found(assistant, 'Assistant')
  }

  return {
    get,

    /**
     * Headings of its collections that are answered from their own sections when they are asked
     * (docs/behaviour.md#suggested-questions).
     */
    async suggest(
      caller: Caller,
      id: string,
      answeredFrom: AnsweredFrom,
      signal: AbortSignal,
    ): Promise<SuggestedQuestions> {
      const { knowledge_base_ids: collection_ids } = await get(caller, id)
      const { organization_id } = caller
      const { documents } = store
      const openings = await documents.openings(organization_id, collection_ids, MAX_OPENINGS)
      const questions: string[] = []
      for (const heading of headingsToAsk(openings).slice(0, MAX_ASKED)) {
        if (questions.length === MAX_SUGGESTED) break
        const asked = { organization_id, collection_ids, heading }
        if (await answeredFrom(asked, signal)) questions.push(heading)
      }
      return { questions }
    },

    async behaviour({ organization_id }: Caller, id: string): Promise<Behaviour> {
      return found(await store.behaviours.find(organization_id, id), 'Assistant')
    },

    /** An outdated `revision` is a `conflict`. */
    async saveBehaviour(
      { organization_id }: Caller,
      id: string,
      behaviour: Behaviour,
    ): Promise<Behaviour> {
      return found(await store.behaviours.save(organization_id, id, behaviour), 'Assistant')
    },

    async list(
      caller: Caller,
      { status, ...paging }: ListQuery & { status?: AssistantStatus | undefined },
    ): Promise<Page<Assistant>> {
      const page = await store.assistants.list(caller.organization_id, { status }, paging)
      return { ...page, data: page.data.filter(({ id }) => mayUse(caller, id)) }
    },

    async settings(caller: Caller, id: string): Promise<AssistantSettings> {
      return {
        assistant: await get(caller, id),
        limits: assistantLimits,
        statuses: [...assistantStatuses],
      }
    },

    /** A new assistant is active, and answerable as soon as it has a collection. */
    create(caller: Caller, body: CreateAssistant): Promise<Assistant> {
      return store.assistants.create(caller.organization_id, {
        ...body,
        id: newId(),
        model: models.language(body.model).selector,
        status: 'active',
        created_at: now(),
      })
    },

    /** Every status may follow every other; an outdated `revision` is a `conflict`. */
    async update(
      caller: Caller,
      id: string,
      { revision, model, instruction, ...body }: UpdateAssistant,
    ): Promise<Assistant> {
      const change = {
        ...sentFields(body),
        ...(model !== undefined && { model: models.language(model).selector }),
        ...(instruction !== undefined && { instruction }),
      }
      const { organization_id } = caller
      const updated = await store.assistants.update(organization_id, id, revision, change, now())
      return found(updated, 'Assistant')
    },
  }
}

/** Returns an answerable assistant; throws `validation_error` for another. */
export function answerable(assistant: Assistant): Assistant {
  if (assistant.answerable) return assistant
  throw new ServiceError(
    'validation_error',
    'The assistant cannot answer: it must be active and have at least one collection.',
  )
}
