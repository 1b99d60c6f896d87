import { reactive } from '../reactive.ts'
import type { AnswerContext } from './answer-context.ts'

/**
 * Citation marker `[n]`, which focuses source n below the answer; plain text without that source.
 */
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
          // Keyboard only (detail 0): a click with a pointer shows the preview.
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
