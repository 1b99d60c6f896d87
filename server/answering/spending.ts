import { EXTRACTIVE_MODEL, type LanguageModel, type Prompt } from '../models/ports.ts'
import { tokensIn } from '../models/tokens.ts'
import type { Store } from '../storage/store.ts'

/** What an organization has used of its `daily_model_tokens` (docs/behaviour.md#spending). */
export interface Budget {
  /** Tokens of this UTC day. */
  spent: number
  /** Of the limit, from 0; 1 or more: nothing is left. 0 without a limit. */
  share: number
}

/** From this share on configured models write answers and follow-ups only. */
export const SPARING_SHARE = 0.8

export interface SpendingNeeds {
  store: {
    organizations: Pick<Store['organizations'], 'find'>
    spending: Store['spending']
  }
  models: { language(selector: string): LanguageModel }
  now: () => string
  /** Called with the error when tokens could not be counted. */
  report: (error: unknown) => void
}

export type Spending = ReturnType<typeof createSpending>

/** Counts what configured models use, and holds organizations to their daily limit. */
export function createSpending({ store, models, now, report }: SpendingNeeds) {
  const today = () => now().slice(0, 10)

  async function budget(organization_id: string): Promise<Budget> {
    const [organization, spent] = await Promise.all([
      store.organizations.find(organization_id),
      store.spending.of(organization_id, today()),
    ])
    const limit = organization?.daily_model_tokens ?? null
    if (limit === null) return { spent, share: 0 }
    return { spent, share: limit === 0 ? 1 : spent / limit }
  }

  /** The model with every call of it counted, however the call ends. */
  function metered(organization_id: string, model: LanguageModel): LanguageModel {
    return {
      ...model,
      async *stream(prompt, signal) {
        const call: Call = { told: null, text: '', begun: false }
        try {
          for await (const event of model.stream(prompt, signal)) {
            call.begun = true
            if (event.type === 'text') call.text += event.text
            else call.told = event.input_tokens + event.output_tokens
            yield event
          }
        } finally {
          const tokens = tokensOf(call, prompt, signal)
          if (tokens > 0) store.spending.add(organization_id, now(), tokens).catch(report)
        }
      },
    }
  }

  return {
    budget,
    metered,

    /**
     * Who is asked in place of `model`: `writer` for answers and follow-ups, itself or, when the
     * tokens of the day are spent, the built-in one; `rewriter` for the rest of a turn, which is
     * the built-in one from `SPARING_SHARE` on.
     */
    async affordable(
      organization_id: string,
      model: LanguageModel,
    ): Promise<{ writer: LanguageModel; rewriter: LanguageModel }> {
      if (model.selector === EXTRACTIVE_MODEL) return { writer: model, rewriter: model }
      const { share } = await budget(organization_id)
      const own = metered(organization_id, model)
      return {
        writer: share < 1 ? own : models.language(EXTRACTIVE_MODEL),
        rewriter: share < SPARING_SHARE ? own : models.language(EXTRACTIVE_MODEL),
      }
    },
  }
}

interface Call {
  /** The tokens that the provider told, at the end of a finished text. */
  told: number | null
  text: string
  begun: boolean
}

/** A call that was cut off is estimated; one that was refused costs nothing. */
function tokensOf({ told, text, begun }: Call, prompt: Prompt, signal: AbortSignal): number {
  if (told !== null) return told
  if (!begun && !signal.aborted) return 0
  const read = [prompt.system, ...prompt.turns.map((turn) => turn.text)]
  return [...read, text].reduce((sum, part) => sum + tokensIn(part), 0)
}
