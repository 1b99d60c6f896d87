import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Assistant } from '../../server/contract/assistant.ts'
import { closeDrawer, closeOnEscape, type Wanted, wanted } from '../drawer.ts'
import { addressOf } from '../location.ts'
import { AssistantChoice, useAssistant } from '../parts/AssistantChoice.tsx'
import { texts } from '../strings.ts'
import { createConversation } from '../trial.ts'
import { Asking } from './Asking.tsx'
import '../styles/drawer.css'

/** The assistant, tried beside the document, gap or answer that is being changed. */
export default function Drawer() {
  const { trials: words, close } = texts.value
  const asked = wanted.value
  const { assistant: shown, assistants } = useAssistant()
  if (!asked) return null
  const assistant = assistants.find(({ id }) => id === asked.assistant_id) ?? shown
  return (
    <aside class="drawer" aria-label={words.title} onKeyDown={closeOnEscape}>
      <header>
        <h2>{words.title}</h2>
        <a href={addressOf('assistant/try')} onClick={closeDrawer}>
          {words.compare}
        </a>
        <button class="button small" type="button" onClick={closeDrawer}>
          {close}
        </button>
      </header>
      <AssistantChoice label={words.assistant} />
      {assistant ? (
        <Tried key={assistant.id} assistant={assistant} asked={asked} />
      ) : (
        <p>{words.noAssistantLead}</p>
      )}
    </aside>
  )
}

function Tried({ assistant, asked }: { assistant: Assistant; asked: Wanted }) {
  const conversation = useMemo(createConversation, [])
  const box = useRef<HTMLDivElement>(null)
  const ask = (question: string) => void conversation.ask(assistant.id, question, [{}])
  useEffect(() => {
    if (asked.question) ask(asked.question)
    box.current?.querySelector('textarea')?.focus()
  }, [asked])
  return (
    <div ref={box} class="try">
      <Asking assistant={assistant} conversation={conversation} onAsk={ask} />
    </div>
  )
}
