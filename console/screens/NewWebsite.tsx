import { useSignal } from '@preact/signals'
import type { Assistant } from '../../server/contract/assistant.ts'
import { send } from '../cache.ts'
import { refreshDeployments } from '../deployments.ts'
import { addressOf, open } from '../location.ts'
import { Labelled } from '../parts/Labelled.tsx'
import { Notice } from '../parts/Notice.tsx'
import { OriginEntry } from '../parts/OriginEntry.tsx'
import { attempt } from '../parts/Toast.tsx'
import { texts } from '../strings.ts'

/** Makes a widget for a website: whose answers it shows, until when, and where. */
export function NewWebsite({ assistants }: { assistants: Assistant[] }) {
  const { website: words } = texts.value
  const assistant = useSignal(assistants[0]?.id ?? '')
  const until = useSignal('')
  if (assistants.length === 0) return <NoAssistant />

  const create = (allowed_origins: string[]) =>
    attempt(async () => {
      const { id } = await send('createDeployment', {
        body: {
          name: new URL(allowed_origins[0] ?? '').host,
          assistant_id: assistant.value,
          allowed_origins,
          ...(until.value && { expires_at: endOf(until.value) }),
        },
      })
      refreshDeployments()
      open('website', { widget: id })
    })

  return (
    <section class="card">
      <h2>{words.newTitle}</h2>
      {assistants.length > 1 && (
        <Labelled label={words.assistant}>
          {(ties) => (
            <select
              {...ties}
              value={assistant.value}
              onChange={({ currentTarget }) => {
                assistant.value = currentTarget.value
              }}
            >
              {assistants.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      )}
      <Labelled label={words.until} hint={words.untilHint}>
        {(ties) => (
          <input
            {...ties}
            type="date"
            min={new Date().toISOString().slice(0, 10)}
            value={until.value}
            onChange={({ currentTarget }) => {
              until.value = currentTarget.value
            }}
          />
        )}
      </Labelled>
      <OriginEntry label={words.address} submit={words.create} onAdd={create} />
    </section>
  )
}

function NoAssistant() {
  const { website: words } = texts.value
  return (
    <Notice kind="note">
      <p>{words.noAssistant}</p>
      <a class="button" href={addressOf('setup')}>
        {words.firstSteps}
      </a>
    </Notice>
  )
}

/** The end of a day where the reader is. */
function endOf(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString()
}
