import { useSignal } from '@preact/signals'
import type { Collection } from '../../server/contract/collection.ts'
import { refresh, send } from '../cache.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { Menu } from '../parts/Menu.tsx'
import { TextField } from '../parts/TextField.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { may } from '../session.ts'
import { fill, texts } from '../strings.ts'
import { EmbeddingDialog } from './EmbeddingDialog.tsx'

/** A collection is renamed, moved to another embedding, or emptied for good. */
export function CollectionMenu({ collection }: { collection: Collection }) {
  const { collections: words, saved } = texts.value
  const { id, name } = collection
  const asking = useSignal<'rename' | 'embedding' | 'purge' | null>(null)
  const params = { collection_id: id }
  const close = () => {
    asking.value = null
  }

  async function rename(entered: string) {
    await send('updateCollection', { params, body: { name: entered } })
    refresh('listCollections')
    notify(saved, async () => {
      await send('updateCollection', { params, body: { name } })
      refresh('listCollections')
    })
  }

  async function purge(confirm: string) {
    await send('purgeCollection', { params, body: { confirm } })
    refresh('listCollections')
    notify(fill(words.purged, { name }))
  }

  return (
    <>
      <Menu label={fill(words.menu, { name })} face="⋯">
        <button
          type="button"
          onClick={() => {
            asking.value = 'rename'
          }}
        >
          {words.rename}
        </button>
        <button
          type="button"
          onClick={() => {
            asking.value = 'embedding'
          }}
        >
          {texts.value.embedding.open}
        </button>
        {may('organization.manage') && (
          <button
            type="button"
            onClick={() => {
              asking.value = 'purge'
            }}
          >
            {words.purge}
          </button>
        )}
      </Menu>
      {asking.value === 'rename' && (
        <NameDialog
          title={words.rename}
          name={name}
          submit={texts.value.save}
          onSubmit={rename}
          onClose={close}
        />
      )}
      {asking.value === 'embedding' && <EmbeddingDialog collection={collection} onClose={close} />}
      {asking.value === 'purge' && (
        <NameDialog
          title={fill(words.purgeTitle, { name })}
          lead={words.purgeLead}
          name=""
          mustBe={name}
          submit={words.purgeSubmit}
          onSubmit={purge}
          onClose={close}
        />
      )}
    </>
  )
}

/** A button that makes a collection. */
export function NewCollection() {
  const { collections: words } = texts.value
  const isAsking = useSignal(false)

  async function create(name: string) {
    await send('createCollection', { body: { name } })
    refresh('listCollections')
  }

  return (
    <>
      <button
        class="button"
        type="button"
        onClick={() => {
          isAsking.value = true
        }}
      >
        {words.add}
      </button>
      {isAsking.value && (
        <NameDialog
          title={words.add}
          name=""
          submit={words.create}
          onSubmit={create}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </>
  )
}

/** Asks for the name of a collection; with `mustBe`, only that one is accepted. */
function NameDialog({
  title,
  lead,
  name,
  mustBe,
  submit,
  onSubmit,
  onClose,
}: {
  title: string
  lead?: string
  name: string
  mustBe?: string
  submit: string
  onSubmit: (name: string) => Promise<void>
  onClose: () => void
}) {
  const { collections: words } = texts.value
  const entered = useSignal(name)
  const text = entered.value.trim()
  const isReady = mustBe === undefined ? text !== '' : text === mustBe
  return (
    <Dialog title={title} onClose={onClose}>
      {lead && <p>{lead}</p>}
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady) return
          void attempt(async () => {
            await onSubmit(text)
            onClose()
          })
        }}
      >
        <TextField
          label={words.name}
          value={entered.value}
          maxLength={200}
          onInput={(typed) => {
            entered.value = typed
          }}
        />
        <div class="actions">
          <button class="button" type="button" onClick={onClose}>
            {words.cancel}
          </button>
          <button
            class={mustBe === undefined ? 'button primary' : 'button danger'}
            type="submit"
            disabled={!isReady}
          >
            {submit}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
