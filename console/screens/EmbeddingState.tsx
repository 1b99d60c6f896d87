import { useEffect } from 'preact/hooks'
import type { Collection } from '../../server/contract/collection.ts'
import type { EmbeddingMove } from '../../server/contract/embedding-move.ts'
import { refresh, send, useRead } from '../cache.ts'
import { shownEmbedding } from '../embeddings.ts'
import { attempt, notify } from '../parts/Toast.tsx'
import { may } from '../session.ts'
import { counted, fill, shownCount, texts } from '../strings.ts'

/** The progress of a move is no change that the service tells of, so it is asked for. */
const POLL_MS = 3000

/** The embedding of a collection, and how far its move to another one is. */
export function EmbeddingState({ collection }: { collection: Collection }) {
  const { embedding: words } = texts.value
  const moves = useRead('listEmbeddingMoves').value.value?.data ?? []
  const move = moves.find(({ collection_ids }) => collection_ids.includes(collection.id))
  return (
    <>
      <small>{fill(words.current, { name: shownEmbedding(collection.embedding_model) })}</small>
      {move && <Moving move={move} />}
    </>
  )
}

function Moving({ move }: { move: EmbeddingMove }) {
  const { embedding: words } = texts.value
  const { id, passages_done: done, passages_total: total } = move
  useEffect(() => {
    const timer = setInterval(() => refresh('listEmbeddingMoves'), POLL_MS)
    return () => clearInterval(timer)
  }, [])

  const cancel = () =>
    attempt(async () => {
      const { status } = await send('cancelEmbeddingMove', { params: { move_id: id } })
      refresh('listEmbeddingMoves')
      if (status === 'cancelled') notify(words.cancelled)
    })

  return (
    <div class="state" data-status="active">
      <p>{fill(words.moving, { done: shownCount(done), total: shownCount(total) })}</p>
      <small>{counted(words.waits, total - done)}</small>
      <progress aria-label={words.progress} max={Math.max(total, 1)} value={done} />
      {may('knowledge.manage') && (
        <div class="actions">
          <button class="button" type="button" onClick={cancel}>
            {words.cancel}
          </button>
        </div>
      )}
    </div>
  )
}
