import type { Act } from '../../../server/text/phrases/phrases.ts'

/** What people write in one language, by what it is; `questions` only look like small talk. */
export type Samples = Record<Act | 'questions', string>
