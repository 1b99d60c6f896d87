import type { MoveErrorCode } from '../contract/embedding-move.ts'
import { ServiceError } from '../contract/errors.ts'
import type { EmbeddingModel } from '../models/ports.ts'
import type {
  ClaimedMove,
  Embedding,
  UnembeddedPassages,
} from '../storage/ports/embedding-moves.ts'
import type { Store } from '../storage/store.ts'
import type { GiveWay } from './give-way.ts'
import { retryDelayMs } from './jobs.ts'
import { embedPassages, type PassageVectors } from './passage-vectors.ts'
import { isDiskFull, type SetTimer } from './run-job.ts'

export interface MoveRunnerNeeds {
  store: Pick<Store, 'embeddingMoves'>
  /** Throws when no provider offers the model. */
  embeddingModel(selector: string, dimensions: number): EmbeddingModel
  /** Collections of the model `from` move to another embedding by themselves; null: none do. */
  renewal: { from: string; to: Embedding } | null
  /** Those of this machine: passages that were stored while one was damaged get their vectors. */
  localEmbeddings: readonly Embedding[]
  now: () => string
  newId: () => string
  /** At least 0, below 1. */
  random: () => number
  setTimer: SetTimer
  giveWay: GiveWay
  report(error: unknown): void
}

export interface MoveRunner {
  /** Looks for moves now, unless it works already. */
  wake(): void
  /** Ends the work, which another process or the next start goes on with. */
  stop(): Promise<void>
}

/** Passages that are embedded and stored in one step, between which others have their turn. */
const BATCH_PASSAGES = 32
const MAX_ATTEMPTS = 3
const RENEWED_EVERY_MS = 60_000

/** An attempt at a move that failed, and why. */
class MoveFailure extends Error {
  override name = 'MoveFailure'
  readonly code: MoveErrorCode

  constructor(code: MoveErrorCode, cause: unknown) {
    super('The passages could not be embedded.', { cause })
    this.code = code
  }
}

/**
 * Makes the vectors of collections that move to another embedding, some passages of one move after
 * the other, and erases those that are not used any more
 * (docs/behaviour.md#moving-to-another-embedding). Where a step fails it is made again, three times
 * in all.
 */
export function createMoveRunner(needs: MoveRunnerNeeds): MoveRunner {
  const { now, setTimer, giveWay, report } = needs
  const moves = needs.store.embeddingMoves
  const shutdown = new AbortController()
  const { signal } = shutdown
  const renew = createRenewal(needs)
  const complete = createCompletion(needs, signal)
  /** Moves that failed, by their ids: how often in a row, and when they are tried again. */
  const setAside = new Map<string, { failures: number; until: number }>()
  let working: Promise<void> | null = null
  let isWoken = false
  let endWait = () => {}

  async function work(): Promise<void> {
    await renew()
    await complete()
    while (!signal.aborted) {
      const at = Date.parse(now())
      const waiting = [...setAside].filter(([, { until }]) => until > at)
      const move = await moves.claim(
        now(),
        waiting.map(([id]) => id),
      )
      if (!move) break
      await attempt(move)
      await giveWay()
    }
    while (!signal.aborted && (await moves.clear())) await giveWay()
    const next = Math.min(...[...setAside.values()].map(({ until }) => until))
    endWait()
    if (Number.isFinite(next)) endWait = setTimer(wake, Math.max(0, next - Date.parse(now())))
  }

  async function attempt(move: ClaimedMove): Promise<void> {
    try {
      await advance(move)
      setAside.delete(move.id)
    } catch (error) {
      if (!signal.aborted) await recordFailure(move, error)
    }
  }

  async function advance(move: ClaimedMove): Promise<void> {
    const found = await moves.next(move, BATCH_PASSAGES)
    if (!found) {
      await moves.finish(move, now())
      return
    }
    const passages = await embed(move, found)
    signal.throwIfAborted()
    await moves.store(move, { ...found, passages }, now())
  }

  async function embed(move: ClaimedMove, { passages }: UnembeddedPassages) {
    try {
      const model = needs.embeddingModel(move.embedding_model, move.embedding_dimensions)
      const vectors = await embedPassages(passages, model, signal)
      if (passages.length > 0 && vectors.every(isMissing)) {
        throw new Error('The embedding model gave no vectors.')
      }
      return passages.map(({ key }, at) => ({ key, vector: null, windows: [], ...vectors[at] }))
    } catch (cause) {
      throw new MoveFailure('embedding_failure', cause)
    }
  }

  async function recordFailure(move: ClaimedMove, error: unknown): Promise<void> {
    report(error)
    const failures = (setAside.get(move.id)?.failures ?? 0) + (isAway(error) ? 0 : 1)
    if (failures >= MAX_ATTEMPTS) {
      setAside.delete(move.id)
      await moves.fail(move, codeOf(error), now())
      return
    }
    const waitMs = retryDelayMs(Math.max(1, failures), needs.random)
    setAside.set(move.id, { failures, until: Date.parse(now()) + waitMs })
  }

  function wake(): void {
    isWoken = true
    working ??= untilNoneIsLeft().finally(() => {
      working = null
    })
  }

  async function untilNoneIsLeft(): Promise<void> {
    while (isWoken && !signal.aborted) {
      isWoken = false
      await work().catch(report)
    }
  }

  return {
    wake,
    async stop() {
      shutdown.abort()
      endWait()
      await working
      await moves.release()
    },
  }
}

/** Begins the moves of collections whose model is no more, each once while the process lives. */
function createRenewal({ store, renewal, now, newId }: MoveRunnerNeeds): () => Promise<void> {
  const begun = new Set<string>()
  let lookedAt = Number.NEGATIVE_INFINITY

  return async () => {
    const at = now()
    if (!renewal || Date.parse(at) - lookedAt < RENEWED_EVERY_MS) return
    lookedAt = Date.parse(at)
    for (const { organization_id, collection_ids } of await store.embeddingMoves.ofModel(
      renewal.from,
      at,
    )) {
      const group = collection_ids.join()
      if (begun.has(group)) continue
      begun.add(group)
      const move = { id: newId(), collection_ids, ...renewal.to }
      await store.embeddingMoves.begin(organization_id, move, at).catch(ifNotMoving)
    }
  }
}

/**
 * Moves collections to the embedding that they have, once in the life of the process, where
 * passages lack the vectors of a model whose files can be read again.
 */
function createCompletion(
  { store, localEmbeddings, embeddingModel, now, newId }: MoveRunnerNeeds,
  signal: AbortSignal,
): () => Promise<void> {
  let left = [...localEmbeddings]

  return async () => {
    for (const embedding of left) {
      const { embedding_model, embedding_dimensions } = embedding
      const found = await store.embeddingMoves.unembedded(embedding)
      if (found.length === 0) continue
      const model = embeddingModel(embedding_model, embedding_dimensions)
      if ((await model.embed([PROBE], 'passage', signal)).length === 0) continue
      for (const { organization_id, collection_id } of found) {
        const move = { id: newId(), collection_ids: [collection_id], ...embedding }
        await store.embeddingMoves.begin(organization_id, move, now()).catch(ifNotMoving)
      }
    }
    left = []
  }
}

/** Any text, which a model embeds if its files can be read. */
const PROBE = 'text'

/** Another process may begin the same move. */
function ifNotMoving(error: unknown): void {
  if (!(error instanceof ServiceError && error.code === 'conflict')) throw error
}

/** A model whose files cannot be read embeds nothing, so that words alone answer. */
function isMissing({ vector }: PassageVectors): boolean {
  return vector === null
}

/** A database that is away comes back. */
function isAway(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'service_unavailable'
}

function codeOf(error: unknown): MoveErrorCode {
  if (isDiskFull(error)) return 'storage_full'
  return error instanceof MoveFailure ? error.code : 'internal_error'
}
