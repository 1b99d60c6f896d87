import { containerOf } from './containers.ts'
import { readParameters } from './parameters.ts'
import type { Beginning } from './replaced.ts'
import { literalLabels } from './tab-labels.ts'
import type { Tag } from './tags.ts'

const SUMMARY = /\s*<summary[^<>]{0,500}>([^]{0,1000}?)<\/summary>/y

/**
 * The container that a tag begins, and where its content begins; null for one that begins none:
 * `<Note>`, `<TabItem label="A">`, `<details>` with its summary, `<div class="alert alert-info">`.
 */
export function beginningOf(tag: Tag, source: string): (Beginning & { end: number }) | null {
  if (tag.closes) return null
  const family = `<${tag.name}`
  const closing = new RegExp(`</${tag.name.replaceAll('.', '\\.')}\\s*>`, 'g')
  const begins = { family, closing, end: tag.end }
  if (tag.name === 'details') {
    SUMMARY.lastIndex = tag.end
    const summary = SUMMARY.exec(source)?.[1]
      ?.replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    if (!summary) return { ...begins, container: null }
    return { ...begins, container: { label: summary }, end: SUMMARY.lastIndex }
  }
  if (/^(?:div|aside|section|blockquote)$/.test(tag.name)) {
    const { named } = readParameters(tag.attributes)
    const container = (named.get('class') ?? '')
      .split(/\s+/)
      .map((name) => containerOf(name, { named, words: '' }))
      .find((each) => each?.admonition !== undefined)
    return { ...begins, container: container ?? null }
  }
  if (!/^[A-Z]|-/.test(tag.name) || tag.selfClosing) return null
  const { named } = readParameters(tag.attributes)
  const container = containerOf(tag.name, { named, words: '' })
  const labels = container ? [] : literalLabels(tag)
  return container || labels.length > 0 ? { ...begins, container, labels } : null
}
