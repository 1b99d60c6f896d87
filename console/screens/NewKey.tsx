import { useSignal } from '@preact/signals'
import type { Role } from '../../server/contract/member.ts'
import { refresh, send } from '../cache.ts'
import { AssistantsChoice } from '../parts/AssistantsChoice.tsx'
import { Labelled } from '../parts/Labelled.tsx'
import { RoleChoice } from '../parts/RoleChoice.tsx'
import { ShownOnce } from '../parts/ShownOnce.tsx'
import { TextField } from '../parts/TextField.tsx'
import { attempt } from '../parts/Toast.tsx'
import { fill, texts } from '../strings.ts'

const DAY_MS = 86_400_000

/** Days that a key works for; 0 is no end. */
const LIFETIMES = [30, 90, 365, 0] as const

/** Makes a key, and shows its secret once. */
export function NewKey() {
  const { people: words } = texts.value
  const name = useSignal('')
  const role = useSignal<Role>('editor')
  const days = useSignal<number>(90)
  const assistants = useSignal<string[] | null>(null)
  const isMissing = useSignal(false)
  const isSending = useSignal(false)
  const made = useSignal<{ name: string; secret: string } | null>(null)

  const create = () =>
    attempt(async () => {
      isSending.value = true
      const expires_at = days.value === 0 ? null : dateAfter(days.value)
      const body = {
        name: name.value.trim(),
        role: role.value,
        expires_at,
        assistant_ids: assistants.value,
      }
      const { api_key, secret } = await send('createApiKey', { body }).finally(() => {
        isSending.value = false
      })
      refresh('listApiKeys')
      made.value = { name: api_key.name, secret }
      name.value = ''
    })

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    isMissing.value = name.value.trim() === ''
    if (!isMissing.value && !isSending.value) void create()
  }

  return (
    <>
      {made.value && (
        <ShownOnce
          key={made.value.secret}
          title={fill(words.secretTitle, made.value)}
          lead={words.secretLead}
          text={made.value.secret}
        />
      )}
      <form class="form people-form" noValidate onSubmit={onSubmit}>
        <h3>{words.newKeyTitle}</h3>
        <TextField
          label={words.keyName}
          value={name.value}
          maxLength={120}
          problem={isMissing.value ? words.missing : null}
          onInput={(text) => {
            name.value = text
          }}
        />
        <Labelled label={words.role} hint={words.roleHints[role.value]}>
          {(ties) => (
            <RoleChoice
              {...ties}
              role={role.value}
              onChoose={(chosen) => {
                role.value = chosen
              }}
            />
          )}
        </Labelled>
        <Labelled label={words.lifetime}>
          {(ties) => (
            <select
              {...ties}
              value={days.value}
              onChange={({ currentTarget }) => {
                days.value = Number(currentTarget.value)
              }}
            >
              {LIFETIMES.map((one) => (
                <option key={one} value={one}>
                  {words.lifetimes[one]}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <AssistantsChoice
          legend={words.keyAssistants}
          hint={words.keyAssistantsHint}
          all={words.keyEverything}
          chosen={assistants.value}
          onChoose={(chosen) => {
            assistants.value = chosen
          }}
        />
        <button class="button" type="submit">
          {words.create}
        </button>
      </form>
    </>
  )
}

function dateAfter(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString()
}
