import { moveFocus } from './focus.ts'

interface Props {
  label: string
  /** Whether the label is visible. */
  titled?: boolean
  questions: readonly string[]
  onAsk: (text: string) => void
}

/** Suggested questions, each asked by one click. */
export function Questions({ label, titled, questions, onAsk }: Props) {
  if (questions.length === 0) return null
  return (
    <div class={titled ? 'follow-ups' : undefined}>
      {titled && (
        <p class="label" aria-hidden="true">
          {label}
        </p>
      )}
      <ul class="questions" aria-label={label}>
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              class="chip"
              dir="auto"
              onClick={(event) => {
                moveFocus(event, '.scroller')
                onAsk(question)
              }}
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
