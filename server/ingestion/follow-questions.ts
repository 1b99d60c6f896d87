import type { EmbeddingModel } from '../models/ports.ts'
import { quantize } from '../quantize.ts'
import { cosineOf } from '../storage/index/nearest.ts'
import type { ClaimedJob } from '../storage/ports/jobs.ts'
import type { AskedPassage } from '../storage/ports/section-questions.ts'
import type { Store } from '../storage/store.ts'
import { analyzePassage } from '../text/passage.ts'
import { createApplyDeclared, type Untaken } from './declared-questions.ts'
import type { GiveWay } from './give-way.ts'
import { settle } from './settle-questions.ts'

interface Following {
  store: Pick<Store, 'sectionQuestions'>
  claimed: ClaimedJob
  model: EmbeddingModel
  now: () => string
  newId: () => string
  giveWay: GiveWay
  tellUntaken(question: Untaken): void
  signal: AbortSignal
}

/** Documents whose questions are settled in one step. */
const SETTLED_AT_ONCE = 50

/**
 * Follows the questions of sections through a run: `before` a group of documents is indexed, and
 * once all are. Only what documents with questions said before is held.
 */
export function followQuestions(following: Following) {
  const { claimed, store, model, giveWay, tellUntaken, signal } = following
  const { sectionQuestions } = store
  const { organization_id, source } = claimed
  const applyDeclared = createApplyDeclared(following)
  const before = new Map<string, AskedPassage[]>()
  const likeness = (one: string, two: string) => likenessOf(one, two, { model, signal })

  async function settleSome(ids: string[]): Promise<void> {
    const passages = await sectionQuestions.askedPassages(organization_id, ids)
    const after = Map.groupBy(passages, ({ document_id }) => document_id)
    const moved = []
    const removed = []
    for (const question of await sectionQuestions.ofDocuments(organization_id, ids)) {
      const { id, document_id } = question
      const reread = {
        before: before.get(document_id) ?? [],
        after: after.get(document_id) ?? [],
      }
      const settled = await settle(question, reread, likeness)
      if (settled.kind === 'removed') removed.push(id)
      if (settled.kind === 'moved') moved.push({ ...settled, id })
    }
    if (moved.length + removed.length === 0) return
    await sectionQuestions.settle(organization_id, { moved, removed })
  }

  return {
    async before(group: { id: string; known: boolean }[]): Promise<void> {
      const ids = group.filter(({ known }) => known).map(({ id }) => id)
      if (ids.length === 0) return
      const questions = await sectionQuestions.ofDocuments(organization_id, ids)
      const asked = [...new Set(questions.map(({ document_id }) => document_id))]
      if (asked.length === 0) return
      const passages = await sectionQuestions.askedPassages(organization_id, asked)
      const own = Map.groupBy(passages, ({ document_id }) => document_id)
      for (const id of asked) before.set(id, own.get(id) ?? [])
    },

    async settle(): Promise<void> {
      const ids = [...before.keys()]
      for (let at = 0; at < ids.length; at += SETTLED_AT_ONCE) {
        await settleSome(ids.slice(at, at + SETTLED_AT_ONCE))
        await giveWay()
        signal.throwIfAborted()
      }
      for (const question of await applyDeclared(organization_id, source.id)) {
        tellUntaken(question)
      }
    },
  }
}

/** The cosine of two texts, by the collection's model, or by words where it gives no vectors. */
async function likenessOf(
  one: string,
  two: string,
  { model, signal }: Pick<Following, 'model' | 'signal'>,
): Promise<number> {
  const [first, second] = await model.embed([one, two], 'passage', signal)
  if (!first || !second) return likenessOfWords(one, two)
  return cosineOf(quantize(first), quantize(second))
}

function likenessOfWords(one: string, two: string): number {
  const [first, second] = [countsOf(one), countsOf(two)]
  let shared = 0
  for (const [term, count] of first) shared += count * (second.get(term) ?? 0)
  const lengths = [first, second].map((counts) => Math.hypot(...counts.values()))
  return shared / ((lengths[0] ?? 0) * (lengths[1] ?? 0) || 1)
}

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of analyzePassage({ title: '', headings: [], text }).terms.text.split(' ')) {
    counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return counts
}
