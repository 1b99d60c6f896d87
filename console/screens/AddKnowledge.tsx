import { useSignal } from '@preact/signals'
import type { Collection } from '../../server/contract/collection.ts'
import { type ChosenFile, filesOfDrop, filesOfList } from '../chosen-files.ts'
import { addressOf } from '../location.ts'
import { texts } from '../strings.ts'
import { upload, uploads } from '../uploads.ts'
import { AddWebsite } from './AddWebsite.tsx'
import { Uploads } from './Uploads.tsx'

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
      <AddWebsite target={target} />
      <a href={addressOf('knowledge/add')}>{texts.value.adding.more}</a>
    </section>
  )
}

function DropFiles({ target }: { target: string | null }) {
  const { knowledge } = texts.value
  const isOver = useSignal(false)
  const isSending = uploads.value.some(({ state }) => state === 'waiting' || state === 'sending')

  async function take(chosen: Promise<ChosenFile[]>) {
    isOver.value = false
    const files = await chosen
    if (files.length > 0) await upload(files, target)
  }

  return (
    <>
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
          if (event.dataTransfer) void take(filesOfDrop(event.dataTransfer))
        }}
      >
        <b>{isSending ? knowledge.uploading : knowledge.dropTitle}</b>
        <p>{knowledge.dropHint}</p>
        <div class="actions">
          <FileButton label={knowledge.choose} take={take} />
          <FileButton label={knowledge.chooseFolder} take={take} isFolder />
        </div>
      </div>
      <Uploads target={target} />
    </>
  )
}

function FileButton({
  label,
  take,
  isFolder = false,
}: {
  label: string
  take: (files: Promise<ChosenFile[]>) => Promise<void>
  isFolder?: boolean
}) {
  return (
    <label class="button">
      {label}
      <input
        class="visually-hidden"
        type="file"
        multiple
        ref={(input) => {
          input?.toggleAttribute('webkitdirectory', isFolder)
        }}
        onChange={({ currentTarget }) => {
          void take(filesOfList(currentTarget.files ?? []))
          currentTarget.value = ''
        }}
      />
    </label>
  )
}
