import { reactive } from '../reactive.ts'
import type { AnswerContext } from './answer-context.ts'

/** `[n]`: leads to source n below the answer; without such a source it is only text. */
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
          // From the keyboard, to the source below; a pointer has its preview and stays.
          onClick={({ currentTarget, detail }) => {
            if (detail > 0) return
            currentTarget
              .closest('.answer')
              ?.querySelector<HTMLElement>(`.source[data-ordinal="${ordinal}"]`)
              ?.focus()
          }}
        >
          {ordinal}
        </button>
      </span>
    )
  },
)
