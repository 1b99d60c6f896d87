import { withoutEscapes } from '../../../text/markdown.ts'

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/iy

/**
 * The character that an entity at a place of Markdown stands for, written so that it has no meaning
 * there; null for what is no entity.
 */
export function entityAt(text: string, at: number): { shown: string; end: number } | null {
  ENTITY.lastIndex = at
  const entity = ENTITY.exec(text)?.[0]
  if (entity === undefined) return null
  const end = at + entity.length
  const shown = withoutEscapes(entity)
  if (shown === entity) return null
  if (/^\s$/.test(shown)) return { shown: ' ', end }
  if (shown === '&')
    return { shown: /^#?\w{1,31};/.test(text.slice(end, end + 34)) ? '\\&' : '&', end }
  const lineStarts = text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === ''
  const isSign = /^[\\`*_[\]|~<]$/.test(shown) || (lineStarts && /^[>#+=-]$/.test(shown))
  return { shown: isSign ? `\\${shown}` : shown, end }
}
