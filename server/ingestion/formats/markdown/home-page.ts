/** The large title that a home page shows of its front matter, and the text of it in Markdown. */
export interface HomePage {
  title: string | null
  text: string
}

const MOST_FEATURES = 100

/** `hero` (VitePress, Starlight) and `features` (VitePress): a title, a line below it, a list. */
export function readHomePage(values: Record<string, unknown>): HomePage {
  const hero = recordOf(values.hero)
  const title = textOf(hero.title) ?? textOf(hero.name)
  const name = title !== null && textOf(values.title) !== null ? `**${title}**` : null
  const lines = [name, textOf(hero.text), textOf(hero.tagline)].filter((line) => line !== null)
  const features = Array.isArray(values.features) ? values.features.slice(0, MOST_FEATURES) : []
  const list = features.map(itemOf).filter((item) => item !== null)
  const parts = [...lines, list.join('\n')].filter((part) => part !== '')
  return { title, text: parts.map((part) => `${part}\n\n`).join('') }
}

function itemOf(feature: unknown): string | null {
  const { title, details } = recordOf(feature)
  const [name, text] = [textOf(title), textOf(details)]
  if (name === null) return text && `- ${text}`
  return text === null ? `- **${name}**` : `- **${name}**: ${text}`
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
  return text === '' ? null : text
}
