import { useRef } from 'preact/hooks'
import type { Assistant } from '../../server/contract/assistant.ts'
import type { Behaviour } from '../../server/contract/behaviour.ts'
import { editedOf, saveAssistant } from '../assistant.ts'
import { refresh, send, useRead, writeItem } from '../cache.ts'
import { draftOf } from '../drafts.ts'
import { addressOf, place, setQuery } from '../location.ts'
import { Labelled } from '../parts/Labelled.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { SaveBar } from '../parts/SaveBar.tsx'
import { Title } from '../parts/Title.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import '../styles/assistant.css'
import { fill, texts } from '../strings.ts'
import { AssistantBasics } from './AssistantBasics.tsx'
import { AssistantModel } from './AssistantModel.tsx'
import { AssistantStrictness } from './AssistantStrictness.tsx'
import { AssistantWords } from './AssistantWords.tsx'

/** An assistant: what it knows, the model behind it, how sure it must be, and how it speaks. */
export default function Assistants() {
  const { assistant: words } = texts.value
  const entry = useRead('listAssistants', { query: { limit: '100' } })
  const before = useRef<string>(undefined)
  return (
    <>
      <Title>{words.title}</Title>
      <p class="lead">{words.lead}</p>
      <Loaded of="listAssistants" entry={entry}>
        {({ data }) => {
          const shown = chosen(data, before.current)
          before.current = shown?.id
          return shown ? (
            <>
              <Choose assistants={data} shown={shown} />
              <Editor key={shown.id} assistant={shown} />
            </>
          ) : (
            <Empty />
          )
        }}
      </Loaded>
    </>
  )
}

/** The one in the address, else the one that is shown already, else the oldest that is active. */
function chosen(assistants: Assistant[], before: string | undefined): Assistant | undefined {
  const wanted = place.value.query['id'] ?? before
  return (
    assistants.find(({ id }) => id === wanted) ??
    assistants.findLast(({ status }) => status === 'active') ??
    assistants[0]
  )
}

function Empty() {
  const { assistant: words } = texts.value
  return (
    <div class="empty">
      <h2>{words.emptyTitle}</h2>
      <p>{words.empty}</p>
      <a class="button primary" href={addressOf('setup')}>
        {words.firstSteps}
      </a>
    </div>
  )
}

function Choose({ assistants, shown }: { assistants: Assistant[]; shown: Assistant }) {
  const { assistant: words } = texts.value

  const add = () =>
    attempt(async () => {
      const { id } = await send('createAssistant', {
        body: { name: words.newName, knowledge_base_ids: shown.knowledge_base_ids },
      })
      refresh('listAssistants')
      setQuery({ id })
    })

  return (
    <div class="actions">
      {assistants.length > 1 && (
        <label class="choice">
          {words.choose}
          <select
            value={shown.id}
            onChange={({ currentTarget }) => setQuery({ id: currentTarget.value })}
          >
            {assistants.map(({ id, name, status }) => (
              <option key={id} value={id}>
                {status === 'active' ? name : `${name} (${words.statuses[status]})`}
              </option>
            ))}
          </select>
        </label>
      )}
      <button class="button" type="button" onClick={add}>
        {words.add}
      </button>
    </div>
  )
}

function Editor({ assistant }: { assistant: Assistant }) {
  const params = { assistant_id: assistant.id }
  const entry = useRead('getBehaviour', { params })
  return (
    <Loaded of="getBehaviour" entry={entry}>
      {(behaviour) => <Form assistant={assistant} behaviour={behaviour} />}
    </Loaded>
  )
}

function Form({ assistant, behaviour }: { assistant: Assistant; behaviour: Behaviour }) {
  const draft = draftOf(`assistant ${assistant.id}`, editedOf(assistant, behaviour))

  const save = () =>
    attempt(async () => {
      await saveAssistant(assistant, behaviour, draft.entry)
      draft.saved()
      notify(texts.value.saved)
    })

  return (
    <form
      class="assistant"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <AssistantBasics draft={draft} />
      <AssistantModel draft={draft} />
      <AssistantStrictness draft={draft} assistantId={assistant.id} />
      <AssistantWords draft={draft} />
      <Status assistant={assistant} />
      <SaveBar draft={draft} />
    </form>
  )
}

function Status({ assistant: { id, name, status, revision } }: { assistant: Assistant }) {
  const { assistant: words } = texts.value

  async function set(to: Assistant['status'], at: number): Promise<number> {
    const body = { revision: at, status: to }
    const changed = await send('updateAssistant', { params: { assistant_id: id }, body })
    writeItem('listAssistants', changed)
    refresh('listAssistants')
    return changed.revision
  }

  const change = (to: Assistant['status']) =>
    attempt(async () => {
      const changed = await set(to, revision)
      notify(fill(words.changed, { name, status: words.statuses[to] }), () => set(status, changed))
    })

  return (
    <section class="card">
      <h2>{words.statusTitle}</h2>
      <Labelled label={words.status} hint={words.statusHints[status]}>
        {(ties) => (
          <select
            {...ties}
            value={status}
            onChange={({ currentTarget }) => change(currentTarget.value as Assistant['status'])}
          >
            {Object.entries(words.statuses).map(([key, label]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    </section>
  )
}
