import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Collection } from '../../server/contract/collection.ts'
import { addFiles, addWebsite, MAX_FILES, websiteAddress } from '../add-knowledge.ts'
import { addressOf } from '../location.ts'
import { Field } from '../parts/Field.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { fill, texts } from '../strings.ts'

/** Ways to add documents: files, dropped or chosen, and the address of a website. */
export function AddKnowledge({ collections }: { collections: Collection[] }) {
  const { knowledge } = texts.value
  const chosen = useSignal<string | null>(null)
  const target = chosen.value ?? collections[0]?.id ?? null
  return (
    <section class="card">
      <h2>{knowledge.addTitle}</h2>
      {collections.length > 1 && (
        <label class="choice">
          {knowledge.collection}
          <select
            value={target ?? ''}
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
      )}
      <DropFiles target={target} />
      <WebsiteForm target={target} />
      <a href={addressOf('knowledge/add')}>{texts.value.adding.more}</a>
    </section>
  )
}

function DropFiles({ target }: { target: string | null }) {
  const { knowledge } = texts.value
  const isOver = useSignal(false)
  const uploads = useSignal(0)
  const latest = useRef<Promise<unknown>>(Promise.resolve())
  const isSending = uploads.value > 0

  async function take(list: FileList | null | undefined) {
    isOver.value = false
    const files = [...(list ?? [])]
    if (files.length === 0) return
    if (files.length > MAX_FILES) return notify(fill(knowledge.tooMany, { n: `${MAX_FILES}` }))
    uploads.value += 1
    // One after the other: the first may create the source that the next ones use.
    const upload = latest.current.then(() =>
      attempt(async () => {
        await addFiles(files, target)
        notify(knowledge.uploaded)
      }),
    )
    latest.current = upload
    await upload
    uploads.value -= 1
  }

  return (
    <div
      class="drop"
      data-over={isOver.value}
      aria-busy={isSending}
      onDragOver={(event) => {
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={() => {
        isOver.value = false
      }}
      onDrop={(event) => {
        event.preventDefault()
        void take(event.dataTransfer?.files)
      }}
    >
      <b>{isSending ? knowledge.uploading : knowledge.dropTitle}</b>
      <p>{knowledge.dropHint}</p>
      <label class="button">
        {knowledge.choose}
        <input
          class="visually-hidden"
          type="file"
          multiple
          onChange={({ currentTarget }) => {
            void take(currentTarget.files)
            currentTarget.value = ''
          }}
        />
      </label>
    </div>
  )
}

function WebsiteForm({ target }: { target: string | null }) {
  const { knowledge } = texts.value
  const isMistyped = useSignal(false)

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const address = websiteAddress(String(new FormData(form).get('address')))
    isMistyped.value = address === null
    if (!address) return
    await attempt(
      async () => {
        await addWebsite(address, target)
        form.reset()
      },
      { conflict: knowledge.taken },
    )
  }

  return (
    <form class="form website" noValidate onSubmit={onSubmit}>
      <Field
        field={{
          name: 'address',
          label: knowledge.website,
          type: 'url',
          autocomplete: 'url',
          hint: knowledge.websiteHint,
          refused: knowledge.websiteProblem,
        }}
        rule={{ required: true }}
        problem={isMistyped.value ? { kind: 'refused', n: 0 } : undefined}
      />
      <button class="button" type="submit">
        {knowledge.websiteAdd}
      </button>
    </form>
  )
}
