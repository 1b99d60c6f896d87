import type { Block } from '../extracted.ts'

/** A record as one block of `Name: value` lines, without what is empty. */
export function recordBlock(entries: [name: string, value: string][]): Block | null {
  const lines = entries
    .map(([name, value]) => [name.trim(), value.trim()] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => (name === '' ? value : `${name}: ${value}`))
  return lines.length > 0 ? { kind: 'paragraph', text: lines.join('\n') } : null
}
