import { useSignal } from '@preact/signals'
import { addText, collectionFor } from '../add-knowledge.ts'
import { refresh, send, useRead } from '../cache.ts'
import { draftOf } from '../drafts.ts'
import { addressOf, replace } from '../location.ts'
import { ConfigFields } from '../parts/ConfigFields.tsx'
import {
  type CredentialEntry,
  CredentialFields,
  credentialsIn,
} from '../parts/CredentialFields.tsx'
import { SchedulePicker } from '../parts/SchedulePicker.tsx'
import { Tabs } from '../parts/Tabs.tsx'
import { TextArea } from '../parts/TextArea.tsx'
import { TextField } from '../parts/TextField.tsx'
import { Title } from '../parts/Title.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { cronOf, ownTimeZone, scheduleOf, weeklyFrom } from '../schedule.ts'
import { ownDraft } from '../session.ts'
import { configOf, type Entries, missingIn, nameOf, type SourceKind } from '../sources.ts'
import { fill, texts } from '../strings.ts'
import '../styles/sources.css'

/** Every kind of knowledge that can be added, a form for each. */
export default function AddSource() {
  const { adding: words } = texts.value
  const collection = useSignal('')
  return (
    <>
      <a href={addressOf('knowledge')}>{words.back}</a>
      <Title>{words.title}</Title>
      <CollectionChoice chosen={collection} />
      <Tabs name="kind" label={words.label} tabs={words.kinds}>
        {(kind) => (
          <section class="card" key={kind}>
            <p>{words.leads[kind]}</p>
            {kind === 'text' ? (
              <TextForm collection_id={collection.value} />
            ) : (
              <SourceForm kind={kind} collection_id={collection.value} />
            )}
          </section>
        )}
      </Tabs>
    </>
  )
}

function CollectionChoice({ chosen }: { chosen: { value: string } }) {
  const { value } = useRead('listCollections', { query: { limit: '100' } })
  const collections = value.value?.data ?? []
  if (collections.length < 2) return null
  return (
    <label class="choice">
      {texts.value.knowledge.collection}
      <select
        value={chosen.value}
        onChange={({ currentTarget }) => {
          chosen.value = currentTarget.value
        }}
      >
        {collections.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function TextForm({ collection_id }: { collection_id: string }) {
  const { adding: words } = texts.value
  const empty = { title: '', text: '', url: '' }
  const draft = draftOf(ownDraft('text'), empty)
  const isMissing = useSignal(false)
  const isSending = useSignal(false)
  const { title, text, url } = draft.entry
  const set = (changes: Partial<typeof empty>) => draft.set({ ...draft.entry, ...changes })

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    isMissing.value = !title.trim() || !text.trim()
    if (isMissing.value || isSending.value) return
    isSending.value = true
    await attempt(async () => {
      const source_id = await addText({ title, text, url }, collection_id || null)
      draft.discard()
      replace(`knowledge/${source_id}`)
      notify(fill(words.added, { name: title }))
    })
    isSending.value = false
  }

  return (
    <form class="form" noValidate onSubmit={onSubmit}>
      <TextField
        label={words.textTitle}
        value={title}
        maxLength={500}
        problem={isMissing.value && !title.trim() ? words.missing : null}
        onInput={(entered) => set({ title: entered })}
      />
      <TextArea
        label={words.text}
        rows={12}
        value={text}
        problem={isMissing.value && !text.trim() ? words.missing : null}
        onInput={(entered) => set({ text: entered })}
      />
      <TextField
        label={words.textLink}
        type="url"
        value={url}
        maxLength={2000}
        onInput={(entered) => set({ url: entered })}
      />
      <button class="button primary" type="submit">
        {words.submit}
      </button>
    </form>
  )
}

function SourceForm({ kind, collection_id }: { kind: SourceKind; collection_id: string }) {
  const { adding: words } = texts.value
  const changesByItself = kind === 'website' || kind === 'feed'
  const empty = {
    name: '',
    entries: {} as Entries,
    schedule: changesByItself ? weeklyFrom(new Date()) : scheduleOf(null),
  }
  const draft = draftOf(ownDraft(`source-new-${kind}`), empty)
  const credentials = useSignal<CredentialEntry>({ type: 'none', entries: {} })
  const missing = useSignal<string | null>(null)
  const { name, entries, schedule } = draft.entry
  const set = (changes: Partial<typeof empty>) => draft.set({ ...draft.entry, ...changes })

  async function add() {
    const config = configOf(kind, entries)
    const body = {
      name: name.trim() || nameOf(kind, config),
      type: kind,
      config,
      schedule: cronOf(schedule),
      time_zone: ownTimeZone(),
      ...credentialsIn(credentials.value),
    }
    const params = { collection_id: await collectionFor(collection_id || null) }
    const { id: source_id } = await send('createSource', { params, body })
    draft.discard()
    await send('syncSource', { params: { source_id } })
    refresh('listSources')
    refresh('listCollections')
    replace(`knowledge/${source_id}`)
    notify(fill(words.added, { name: body.name }))
  }

  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        missing.value = missingIn(kind, entries)
        if (!missing.value) void attempt(add, { conflict: words.taken })
      }}
    >
      <ConfigFields
        kind={kind}
        entries={entries}
        missing={missing.value}
        onInput={(changed) => set({ entries: changed })}
      />
      <CredentialFields
        kind={kind}
        saved={null}
        value={credentials.value}
        onChange={(value) => {
          credentials.value = value
        }}
      />
      <SchedulePicker
        value={schedule}
        zone={ownTimeZone()}
        onChange={(changed) => set({ schedule: changed })}
      />
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={name}
        maxLength={200}
        onInput={(text) => set({ name: text })}
      />
      <button class="button primary" type="submit">
        {words.submit}
      </button>
    </form>
  )
}
