import { useSignal } from '@preact/signals'
import type { Source } from '../../server/contract/source.ts'
import { refresh, send, write } from '../cache.ts'
import { draftOf } from '../drafts.ts'
import { ConfigFields } from '../parts/ConfigFields.tsx'
import {
  type CredentialEntry,
  CredentialFields,
  credentialsIn,
} from '../parts/CredentialFields.tsx'
import { SaveBar } from '../parts/SaveBar.tsx'
import { SchedulePicker } from '../parts/SchedulePicker.tsx'
import { TextField } from '../parts/TextField.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { cronOf, ownTimeZone, scheduleOf } from '../schedule.ts'
import { configOf, entriesOf, isKind, missingIn } from '../sources.ts'
import { texts } from '../strings.ts'

/** Name, configuration, access and schedule of a source. */
export function SourceSettings({ source }: { source: Source }) {
  const { settings: words, saved } = texts.value
  const { id, type, config } = source
  const kind = isKind(type) ? type : null
  // A schedule without a zone of its own is shown in the reader's.
  const zone = source.schedule === null ? ownTimeZone() : source.time_zone
  const draft = draftOf(`source-${id}`, {
    name: source.name,
    entries: kind ? entriesOf(kind, config) : {},
    schedule: scheduleOf(source.schedule),
  })
  const unchanged: CredentialEntry = { type: source.credentials ? 'keep' : 'none', entries: {} }
  const entered = useSignal<CredentialEntry | null>(null)
  const credentials = entered.value ?? unchanged
  const missing = useSignal<string | null>(null)
  const { name, entries, schedule } = draft.entry
  const set = (changes: Partial<typeof draft.entry>) => draft.set({ ...draft.entry, ...changes })
  const isEntering = credentials.type !== unchanged.type

  async function save() {
    const params = { source_id: id }
    const changed = await send('updateSource', {
      params,
      body: {
        name: name.trim(),
        ...(kind && { config: configOf(kind, entries, config) }),
        schedule: cronOf(schedule),
        time_zone: zone,
        ...(isEntering && credentialsIn(credentials)),
      },
    })
    write('getSource', changed, { params })
    draft.saved()
    entered.value = null
    refresh('listSources')
    notify(saved)
  }

  return (
    <form
      class="form card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        missing.value = kind && missingIn(kind, entries)
        if (!missing.value) void attempt(save, { conflict: texts.value.adding.taken })
      }}
    >
      <TextField
        label={words.name}
        value={name}
        maxLength={200}
        onInput={(text) => set({ name: text })}
      />
      {kind && (
        <ConfigFields
          kind={kind}
          entries={entries}
          missing={missing.value}
          onInput={(changed) => set({ entries: changed })}
        />
      )}
      {kind && (
        <CredentialFields
          kind={kind}
          saved={source.credentials}
          value={credentials}
          onChange={(value) => {
            entered.value = value
          }}
        />
      )}
      {type !== 'upload' && (
        <SchedulePicker
          value={schedule}
          zone={zone}
          onChange={(changed) => set({ schedule: changed })}
        />
      )}
      <SaveBar draft={{ ...draft, isChanged: draft.isChanged || isEntering }} />
    </form>
  )
}
