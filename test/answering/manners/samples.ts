import { east } from './samples-east.ts'
import { more } from './samples-more.ts'
import { west } from './samples-west.ts'

export const samples = { ...west, ...more, ...east }

export function listOf(text: string): string[] {
  return text.split('|').map((one) => one.trim())
}
