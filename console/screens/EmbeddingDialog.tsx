import { useSignal } from '@preact/signals'
import type { Assistant } from '../../server/contract/assistant.ts'
import type { Collection } from '../../server/contract/collection.ts'
import type { Model } from '../../server/contract/model.ts'
import { refresh, send, together, useRead } from '../cache.ts'
import { combinedWith, shownEmbedding } from '../embeddings.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { counted, fill, texts } from '../strings.ts'

const ALL = { query: { limit: '100' } }

interface Asked {
  collection: Collection
  onClose: () => void
}

/** Asks which embedding a collection moves to, and says what follows and what it costs. */
export function EmbeddingDialog({ collection, onClose }: Asked) {
  const { embedding: words } = texts.value
  const entry = together(
    useRead('listModels'),
    useRead('listCollections', ALL),
    useRead('listAssistants', ALL),
  )
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p>{fill(words.lead, { name: collection.name })}</p>
      <Loaded of={['listModels', 'listCollections', 'listAssistants']} entry={entry}>
        {([models, collections, assistants]) => (
          <MoveForm
            collection={collection}
            models={models.data.filter(({ kind }) => kind === 'embedding')}
            collections={collections.data}
            assistants={assistants.data}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

interface Known {
  models: Model[]
  collections: Collection[]
  assistants: Assistant[]
}

function MoveForm({ collection, models, collections, assistants, onClose }: Asked & Known) {
  const { embedding: words, collections: more } = texts.value
  const { id, name, embedding_model: current } = collection
  const chosen = useSignal(current)
  const ids = combinedWith(id, assistants)
  const target = models.find(({ selector }) => selector === chosen.value)
  const isReady = target !== undefined && target.selector !== current

  const move = () =>
    attempt(
      async () => {
        const body = { embedding_model: chosen.value, collection_ids: ids }
        await send('moveEmbedding', { params: { collection_id: id }, body })
        refresh('listEmbeddingMoves')
        notify(fill(words.begun, { name }))
        onClose()
      },
      { conflict: words.conflict },
    )

  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void move()
      }}
    >
      <div class="options" role="radiogroup" aria-label={words.label}>
        {models.map((model) => (
          <EmbeddingOption
            key={model.selector}
            model={model}
            isCurrent={model.selector === current}
            isChosen={model.selector === chosen.value}
            onChoose={() => {
              chosen.value = model.selector
            }}
          />
        ))}
      </div>
      {isReady && (
        <Consequences
          target={target}
          moved={collections.filter((each) => ids.includes(each.id))}
          collection={collection}
        />
      )}
      <div class="actions">
        <button class="button" type="button" onClick={onClose}>
          {isReady ? more.cancel : words.close}
        </button>
        <button class="button primary" type="submit" disabled={!isReady}>
          {words.submit}
        </button>
      </div>
    </form>
  )
}

function EmbeddingOption({
  model: { selector, configured_by },
  isCurrent,
  isChosen,
  onChoose,
}: {
  model: Model
  isCurrent: boolean
  isChosen: boolean
  onChoose: () => void
}) {
  const { embedding: words } = texts.value
  const lead = configured_by === 'file' ? words.provider : words.local
  return (
    <div class="option" data-chosen={isChosen}>
      <label>
        <input type="radio" name="embedding" checked={isChosen} onChange={onChoose} />
        <span>
          {shownEmbedding(selector)}
          <small>{isCurrent ? `${words.now} ${lead}` : lead}</small>
        </span>
      </label>
    </div>
  )
}

/** The consequences of a move, over all collections that it changes. */
function Consequences({
  target,
  moved,
  collection,
}: {
  target: Model
  moved: Collection[]
  collection: Collection
}) {
  const { embedding: words } = texts.value
  const passages = moved.reduce((total, { passage_count }) => total + passage_count, 0)
  const others = moved.filter(({ id }) => id !== collection.id).map(({ name }) => name)
  return (
    <div role="status">
      <p>
        {counted(words.passages, passages)} {target.configured_by === 'file' && words.cost}
      </p>
      <p>{words.follows}</p>
      {others.length > 0 && <p>{fill(words.together, { names: others.join(', ') })}</p>}
    </div>
  )
}
