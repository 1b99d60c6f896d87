import { readLiteral } from './literal.ts'
import type { Tag } from './tags.ts'

const GROUP = /\s(?:items|values|labels|tabs)\s*=\s*\{(?=\s*\[)/

/** The labels of tabs that their group names: `items={['npm']}`, `values={[{ label: 'npm' }]}`. */
export function literalLabels({ attributes }: Tag): string[] {
  const match = GROUP.exec(attributes)
  const value = match && readLiteral(attributes.slice(match.index + match[0].length))
  const labels = (Array.isArray(value) ? value : []).map((item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) ? item.label : item,
  )
  return labels.filter((label) => typeof label === 'string')
}
