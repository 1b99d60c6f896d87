import { reactive } from '../reactive.ts'
import type { AnswerContext } from './AnswerText.tsx'

/** `[n]`: leads to source n below the answer; without such a source it is only text. */
export const Marker = reactive(
  ({ ordinal }: { ordinal: number }, { citations, strings }: AnswerContext) => {
    const citation = citations.value.find((candidate) => candidate.ordinal === ordinal)
    if (!citation) return <>{` [${ordinal}]`}</>
    return (
      <span class="marker">
        <button
          type="button"
          class="cite"
          data-ordinal={ordinal}
          aria-label={strings.source(ordinal, citation.title || strings.untitled)}
          onClick={toSource}
        >
          {ordinal}
        </button>
      </span>
    )
  },
)

/** From the keyboard, to the source below the answer; a pointer has its preview and stays. */
function toSource({ currentTarget, detail }: MouseEvent) {
  if (detail > 0 || !(currentTarget instanceof HTMLElement)) return
  const { ordinal } = currentTarget.dataset
  currentTarget
    .closest('.answer')
    ?.querySelector<HTMLElement>(`.source[data-ordinal="${ordinal}"]`)
    ?.focus()
}
