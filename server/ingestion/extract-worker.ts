/** The disposable thread in which documents are parsed and their passages analysed: one at a time, in the order they arrive. */
import { parentPort } from 'node:worker_threads'
import { analyzePassage } from '../retrieval/analyze.ts'
import { yieldToOthers } from '../thread.ts'
import { chunk } from './chunk.ts'
import { extract, type RawDocument } from './extract.ts'
import { DocumentError } from './extracted.ts'
import type { Extraction } from './extractor.ts'

yieldToOthers(10)

let last: Promise<void> = Promise.resolve()

parentPort?.on('message', (document: RawDocument) => {
  last = last.then(async () => parentPort?.postMessage(await extraction(document)))
})

async function extraction(document: RawDocument): Promise<Extraction> {
  try {
    const { title, url, media_type, sections } = await extract(document)
    const passages = chunk(sections).map((passage) => {
      const headings = passage.headings.join(' › ')
      return Object.assign(passage, analyzePassage({ title, headings, text: passage.text }))
    })
    return { ok: true, title, url, media_type, passages }
  } catch (error) {
    if (error instanceof DocumentError) {
      return { ok: false, error_code: error.code, error_message: error.message }
    }
    if (error instanceof RangeError) {
      return {
        ok: false,
        error_code: 'limit_exceeded',
        error_message: 'It is nested too deeply or too large.',
      }
    }
    return { ok: false, error_code: 'internal_error', error_message: 'Reading it failed.' }
  }
}
