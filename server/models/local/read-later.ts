import type { EmbeddingModel } from '../ports.ts'
import type { LocalModel } from './local-model.ts'
import type { ReadModel } from './static-model.ts'

/** Takes a sentence for the operator. */
export type Report = (sentence: string) => void

/**
 * A model of this machine behind our port, read by the first thread that embeds with it. One that
 * cannot be read is reported, and embeds nothing from then on, so that words alone answer.
 */
export function readLater(local: LocalModel, report: Report): EmbeddingModel {
  const { selector, dimensions, configured_by } = local
  let reading: Promise<ReadModel> | undefined
  let coverage = (_text: string) => 0
  let isFaulty = false

  async function read(): Promise<ReadModel> {
    try {
      const model = await readModel(local)
      coverage = model.coverage
      return model
    } catch (error) {
      isFaulty = true
      report(faultOf(local, error))
      return { embed: async () => [], coverage }
    }
  }

  return {
    selector,
    dimensions,
    get embedsWindows() {
      return !isFaulty
    },
    // An owner adds a model that knows the language of the knowledge.
    coverage: configured_by === 'installed' ? () => 1 : (text) => coverage(text),
    async embed(texts, purpose, signal) {
      reading ??= read()
      return (await reading).embed(texts, purpose, signal)
    },
  }
}

/** Says of a model that it cannot be used, and why. */
export function faultOf({ selector }: LocalModel, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return `The embedding model ${selector} cannot be used, and words alone answer: ${reason}`
}

/** Reads the files of a model. Throws `ModelFault`, and what reading files throws. */
export async function readModel({ kind, folder }: LocalModel): Promise<ReadModel> {
  if (kind === 'encoder') {
    const { readSentenceEncoder } = await import('./sentence-encoder.ts')
    return readSentenceEncoder(folder)
  }
  const { readStaticModel } = await import('./static-model.ts')
  return readStaticModel(folder)
}
