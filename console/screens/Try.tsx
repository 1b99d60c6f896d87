import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { Assistant } from '../../server/contract/assistant.ts'
import { useRead } from '../cache.ts'
import { isSubmit } from '../keys.ts'
import { place, setQuery } from '../location.ts'
import { AssistantChoice, useAssistant } from '../parts/AssistantChoice.tsx'
import { Check } from '../parts/Check.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Title } from '../parts/Title.tsx'
import { texts } from '../strings.ts'
import { type Conversation, createConversation, type Overrides } from '../trial.ts'
import { TestQuestions } from './TestQuestions.tsx'
import { TrialSettings } from './TrialSettings.tsx'
import { TrialTurn } from './TrialTurn.tsx'
import '../styles/try.css'

/** An assistant is asked as a visitor does; beside each answer stands what it was made of. */
export default function Try() {
  const { trials: words } = texts.value
  const entry = useRead('listAssistants', { query: { limit: '100' } })
  const { assistant } = useAssistant()
  return (
    <>
      <Title>{words.title}</Title>
      <p class="lead">{words.lead}</p>
      <Loaded of="listAssistants" entry={entry}>
        {() => (assistant ? <Asking key={assistant.id} assistant={assistant} /> : <NoAssistant />)}
      </Loaded>
    </>
  )
}

function NoAssistant() {
  const { trials: words } = texts.value
  return (
    <div class="empty">
      <h2>{words.noAssistant}</h2>
      <p>{words.noAssistantLead}</p>
    </div>
  )
}

function Asking({ assistant }: { assistant: Assistant }) {
  const { trials: words } = texts.value
  const conversation = useMemo(createConversation, [])
  const overrides = useSignal<Overrides>({})
  const isComparing = place.value.query['compare'] === 'on'
  useEffect(() => conversation.clear, [])

  const ask = (question: string) => {
    setQuery({ question })
    const settings = isComparing ? [{}, overrides.value] : [{}]
    void conversation.ask(assistant.id, question, settings)
  }

  return (
    <div class="try">
      <div class="try-head">
        <AssistantChoice label={words.assistant} />
        <Check
          label={words.compare}
          isChecked={isComparing}
          onChange={(isOn) => setQuery({ compare: isOn ? 'on' : '' })}
        />
      </div>
      {isComparing && <TrialSettings assistant={assistant} overrides={overrides} />}
      {conversation.turns.value.map((turn, at) => (
        <TrialTurn key={at} turn={turn} assistant={assistant} />
      ))}
      <Suggestions assistant={assistant} conversation={conversation} onAsk={ask} />
      <Composer conversation={conversation} onAsk={ask} />
      <TestQuestions assistant={assistant} onAsk={ask} />
    </div>
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
  onAsk,
}: {
  conversation: Conversation
  onAsk: (question: string) => void
}) {
  const { trials: words } = texts.value
  const question = useSignal(place.peek().query['question'] ?? '')

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
          <button
            class="button"
            type="button"
            onClick={() => {
              clear()
              setQuery({ question: '' })
            }}
          >
            {words.again}
          </button>
        )}
      </div>
    </form>
  )
}
