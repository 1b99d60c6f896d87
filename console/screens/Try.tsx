import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Assistant } from '../../server/contract/assistant.ts'
import { useRead } from '../cache.ts'
import { place, setQuery } from '../location.ts'
import { AssistantChoice, useAssistant } from '../parts/AssistantChoice.tsx'
import { Check } from '../parts/Check.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Title } from '../parts/Title.tsx'
import { texts } from '../strings.ts'
import { createConversation, type Overrides } from '../trial.ts'
import { Asking } from './Asking.tsx'
import { TestQuestions } from './TestQuestions.tsx'
import { TrialSettings } from './TrialSettings.tsx'
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
        {() =>
          assistant ? <Comparing key={assistant.id} assistant={assistant} /> : <NoAssistant />
        }
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

function Comparing({ assistant }: { assistant: Assistant }) {
  const { trials: words } = texts.value
  const conversation = useMemo(createConversation, [])
  const overrides = useSignal<Overrides>({})
  const isComparing = place.value.query['compare'] === 'on'

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
      <Asking
        assistant={assistant}
        conversation={conversation}
        first={place.peek().query['question'] ?? ''}
        onAsk={ask}
      />
      <TestQuestions assistant={assistant} onAsk={ask} />
    </div>
  )
}
