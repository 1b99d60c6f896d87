import type { Act } from '../../../server/text/phrases/phrases.ts'
import { east } from './samples-east.ts'
import { more } from './samples-more.ts'
import { west } from './samples-west.ts'

/** What people write in one language, by what it is; `questions` only look like small talk. */
export type Samples = Record<Act | 'questions', string>

export const samples = { ...west, ...more, ...east }

export function listOf(text: string): string[] {
  return text.split('|').map((one) => one.trim())
}
