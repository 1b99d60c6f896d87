import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Assistant } from '../../server/contract/assistant.ts'
import { useRead } from '../cache.ts'
import { isSubmit } from '../keys.ts'
import { texts } from '../strings.ts'
import type { Conversation } from '../trial.ts'
import { TrialTurn } from './TrialTurn.tsx'
import '../styles/try.css'

/** Questions to an assistant and their answers, and a field for the next one. */
export function Asking({
  assistant,
  conversation,
  first = '',
  onAsk,
}: {
  assistant: Assistant
  conversation: Conversation
  /** The text of the field to begin with. */
  first?: string
  onAsk: (question: string) => void
}) {
  useEffect(() => conversation.clear, [])
  return (
    <>
      {conversation.turns.value.map((turn, at) => (
        <TrialTurn key={at} turn={turn} assistant={assistant} />
      ))}
      <Suggestions assistant={assistant} conversation={conversation} onAsk={onAsk} />
      <Composer conversation={conversation} first={first} onAsk={onAsk} />
    </>
  )
}

/** Questions to begin with, while none was asked. */
function Suggestions({
  assistant,
  conversation,
  onAsk,
}: {
  assistant: Assistant
  conversation: Conversation
  onAsk: (question: string) => void
}) {
  const { value } = useRead('suggestQuestions', { params: { assistant_id: assistant.id } })
  const questions = value.value?.questions ?? []
  if (questions.length === 0 || conversation.turns.value.length > 0) return null
  return (
    <section class="suggestions">
      <h2>{texts.value.trials.suggestions}</h2>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <button class="button" type="button" onClick={() => onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Composer({
  conversation: { isAsking, turns, stop, clear },
  first,
  onAsk,
}: {
  conversation: Conversation
  first: string
  onAsk: (question: string) => void
}) {
  const { trials: words } = texts.value
  const question = useSignal(first)

  const ask = () => {
    const text = question.value.trim()
    if (!text || isAsking.value) return
    question.value = ''
    onAsk(text)
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <textarea
        aria-label={words.question}
        placeholder={words.question}
        rows={2}
        maxLength={16_000}
        dir="auto"
        value={question.value}
        onInput={({ currentTarget }) => {
          question.value = currentTarget.value
        }}
        onKeyDown={(event) => {
          if (!isSubmit(event)) return
          event.preventDefault()
          ask()
        }}
      />
      <div class="actions">
        {isAsking.value ? (
          <button class="button" type="button" onClick={stop}>
            {words.stop}
          </button>
        ) : (
          <button class="button primary" type="submit">
            {words.ask}
          </button>
        )}
        {turns.value.length > 0 && (
          <button class="button" type="button" onClick={clear}>
            {words.again}
          </button>
        )}
      </div>
    </form>
  )
}
