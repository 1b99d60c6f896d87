import { toTranscript } from './focus.ts'

interface Props {
  label: string
  questions: readonly string[]
  onAsk: (text: string) => void
}

/** Questions that one click asks. */
export function Questions({ label, questions, onAsk }: Props) {
  return (
    <ul class="questions" aria-label={label}>
      {questions.map((question) => (
        <li key={question}>
          <button
            type="button"
            class="chip"
            dir="auto"
            onClick={(event) => {
              toTranscript(event)
              onAsk(question)
            }}
          >
            {question}
          </button>
        </li>
      ))}
    </ul>
  )
}
