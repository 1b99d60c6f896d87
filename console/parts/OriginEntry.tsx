import { useSignal } from '@preact/signals'
import { type TypedOrigin, typedOrigin } from '../origins.ts'
import { fill, texts } from '../strings.ts'
import { Labelled } from './Labelled.tsx'

/** Asks for a website, and says what was understood before anything is saved. */
export function OriginEntry({
  label,
  submit,
  initial = '',
  onAdd,
}: {
  label: string
  submit: string
  initial?: string
  /** Returns whether they were added. */
  onAdd: (origins: string[]) => Promise<boolean>
}) {
  const { origin: words } = texts.value
  const typed = useSignal(initial)
  const withTwin = useSignal(true)
  const wasRefused = useSignal(false)
  const found = typedOrigin(typed.value)

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    wasRefused.value = found === null
    if (!found) return
    const sent = typed.value
    const isAdded = await onAdd([
      found.origin,
      ...(found.twin && withTwin.value ? [found.twin] : []),
    ])
    if (isAdded && typed.value === sent) typed.value = ''
  }

  return (
    <form class="form origin" noValidate onSubmit={onSubmit}>
      <Labelled
        label={label}
        hint={found ? shownCheck(found) : words.hint}
        problem={wasRefused.value && !found ? words.problem : undefined}
      >
        {(ties) => (
          <input
            {...ties}
            type="url"
            autocomplete="url"
            spellcheck={false}
            value={typed.value}
            onInput={({ currentTarget }) => {
              typed.value = currentTarget.value
            }}
          />
        )}
      </Labelled>
      {found?.twin && (
        <label class="check">
          <input
            type="checkbox"
            checked={withTwin.value}
            onChange={({ currentTarget }) => {
              withTwin.value = currentTarget.checked
            }}
          />
          {fill(words.twin, { origin: found.twin })}
        </label>
      )}
      <button class="button primary" type="submit">
        {submit}
      </button>
    </form>
  )
}

function shownCheck({ origin, isCut, isInsecure }: TypedOrigin): string {
  const { origin: words } = texts.value
  const notes = [fill(words.understood, { origin })]
  if (isCut) notes.push(words.cut)
  if (isInsecure) notes.push(words.insecure)
  return notes.join(' ')
}
