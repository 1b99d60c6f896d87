/** What stands in the place of a tag of a template language, and where the tag ends. */
interface Replaced {
  shown: string
  end: number
}

/**
 * The tag of a template language (Hugo, Liquid, Jinja, kramdown) that begins at a place in
 * Markdown, or null. Nothing is shown of it but the title of a shortcode or block; what is marked
 * as raw or as code stays. Takes bounded time.
 */
export function templateTagAt(source: string, at: number): Replaced | null {
  return shortcodeAt(source, at) ?? blockTagAt(source, at) ?? outputTagAt(source, at)
}

function shortcodeAt(source: string, at: number): Replaced | null {
  const shortcode = /\{\{([<%])\s*(\/?)([\s\S]{0,4000}?)\1?[>%]\}\}/y
  const match = matchAt(shortcode, source, at)
  if (!match) return null
  return { shown: match[2] ? '' : shownParameters(match[3] ?? ''), end: shortcode.lastIndex }
}

/** Tags whose content is not Markdown of the page. */
const ENCLOSING: Record<string, (content: string, parameters: string) => string> = {
  raw: (content) => content,
  verbatim: (content) => content,
  comment: () => '',
  highlight: (code, language) => `\n\`\`\`${language.trim()}\n${code.trim()}\n\`\`\`\n`,
}

/** Longer content is not searched for its end: a page of opening tags would take quadratic time. */
const MAX_ENCLOSED = 20_000

function blockTagAt(source: string, at: number): Replaced | null {
  const tag = /\{%-?\s*(\w*)([^\n]{0,1000}?)-?%\}/y
  const match = matchAt(tag, source, at)
  if (!match) return null
  const [, name = '', parameters = ''] = match
  const rest = source.slice(tag.lastIndex, tag.lastIndex + MAX_ENCLOSED)
  const closing = new RegExp(`\\{%-?\\s*end${name}\\s*-?%\\}`).exec(rest)
  const enclosed = ENCLOSING[name]
  if (!closing || !enclosed) return { shown: shownParameters(parameters), end: tag.lastIndex }
  const end = tag.lastIndex + closing.index + closing[0].length
  return { shown: enclosed(rest.slice(0, closing.index), parameters), end }
}

/** `{{ page.title }}`, `{# a comment #}` and the attributes of kramdown, `{: .note}`. */
function outputTagAt(source: string, at: number): Replaced | null {
  const tag = /\{\{[^{}\n]{0,500}\}\}|\{#\s[^\n]{0,1000}?#\}|\{:(?:toc|[.#\s])[^{}\n]{0,500}\}/y
  return matchAt(tag, source, at) && { shown: '', end: tag.lastIndex }
}

/**
 * The line of a directive (`:::note Title`, `:::`, `::video[Title]{#id}`) that begins at a place in
 * Markdown, or null. Its title is shown.
 */
export function directiveAt(source: string, at: number): Replaced | null {
  const line =
    /(?::{3,}[ \t]*\{?[\w-]*\}?|::[a-z][\w-]*(?=[[{]))(?:\[([^\]\n]*)\])?([^{\n]*)(?:\{[^\n]*)?(?=\n|$)/y
  const match = matchAt(line, source, at)
  if (!match) return null
  const title = (match[1] ?? match[2] ?? '').trim()
  return { shown: title === '' ? '' : `**${title}**`, end: line.lastIndex }
}

/**
 * An expression of MDX that begins at a place, or null for one that holds elements. Shown is the
 * text of one that is a text alone.
 */
export function expressionAt(source: string, at: number): Replaced | null {
  if (source[at + 1] === '#') return null
  const expression = /\{(?:[^{}<]|\{[^{}<]{0,1000}\}){0,2000}\}/y
  const match = matchAt(expression, source, at)
  if (!match) return null
  const text = /^\{\s*(?:'([^']*)'|"([^"]*)"|`([^`$]*)`)\s*\}$/.exec(match[0])
  return { shown: text?.[1] ?? text?.[2] ?? text?.[3] ?? '', end: expression.lastIndex }
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}

/** The parameters that a tag shows: a figure's caption, a definition's name. */
function shownParameters(source: string): string {
  const parameter = (name: string) =>
    new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`).exec(source)?.[1]?.trim()
  const name = ['title', 'name', 'label', 'caption']
    .map(parameter)
    .find((text) => text !== undefined && text !== '')
  const abbreviation = parameter('abbr')
  return [name && `**${name}**`, abbreviation && `(${abbreviation})`].filter(Boolean).join(' ')
}
