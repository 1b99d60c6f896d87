import { reactive } from '../reactive.ts'
import type { AnswerContext } from './answer-context.ts'

/** Citation marker `[n]`, which shows its passage; plain text without that source. */
export const Marker = reactive(
  ({ ordinal }: { ordinal: number }, { citations, strings }: AnswerContext) => {
    const citation = citations.value.find((candidate) => candidate.ordinal === ordinal)
    if (!citation) return ` [${ordinal}]`
    return (
      <span class="marker">
        <button
          type="button"
          class="cite"
          data-ordinal={ordinal}
          aria-describedby="preview"
          aria-label={strings.source(ordinal, citation.title || strings.untitled)}
        >
          {ordinal}
        </button>
      </span>
    )
  },
)
