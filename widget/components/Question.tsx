import type { Strings } from '../strings.ts'
import { toggle } from './toggle.ts'

/** Longer questions are folded. */
const LONG_CHARACTERS = 600

/** The visitor's question, of which a long one shows its beginning until it is unfolded. */
export function Question({ text, strings }: { text: string; strings: Strings }) {
  const isLong = text.length > LONG_CHARACTERS
  return (
    <>
      <p class="question" part="question" dir="auto">
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          class="fold"
          aria-expanded={false}
          onClick={(event) =>
            toggle(event, event.currentTarget.previousElementSibling, 'data-unfolded')
          }
        >
          {strings.showAll}
        </button>
      )}
    </>
  )
}
