import type { AnswerStrings } from './answer-context.ts'
import { Icon } from './Icon.tsx'
import { enlarge } from './wide.ts'

/** Shows the table or code around it above the page. */
export function EnlargeButton({ strings }: { strings: AnswerStrings }) {
  return (
    <button
      type="button"
      class="quiet wide"
      aria-label={strings.enlarge}
      aria-expanded={false}
      onClick={enlarge}
    >
      <Icon name="enlarge" />
    </button>
  )
}
