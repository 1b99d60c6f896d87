import { join } from 'node:path'
import { programDir } from '../../data-folder.ts'
import type { LocalModel } from '../local/local-model.ts'

/** The built-in embedding. Its name has a version: vectors of different ones do not mix. */
export const MEANING_EMBEDDING = 'builtin/meaning-1'
export const MEANING_DIMENSIONS = 256

/** An English static model, made by `tools/training`. */
export const meaning: LocalModel = {
  selector: MEANING_EMBEDDING,
  configured_by: 'built-in',
  folder: join(programDir, 'server/models/builtin/meaning-1'),
  kind: 'static',
  dimensions: MEANING_DIMENSIONS,
}
