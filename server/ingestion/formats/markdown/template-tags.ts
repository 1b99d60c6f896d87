import { containerOf, isGroup } from './containers.ts'
import { captionMark } from './marks.ts'
import { type Parameters, parameter, readParameters, unquoted } from './parameters.ts'
import { matchAt, type Replaced } from './replaced.ts'

/** A shortcode of Hugo: `{{< note >}}`, `{{% tab "Linux" %}}`, `{{< /note >}}`. */
export function shortcodeAt(source: string, at: number): Replaced | null {
  const shortcode = /\{\{([<%])\s*(\/?)\s*([\w./-]*)((?:(?!\{\{)[^]){0,4000}?)\1?[>%]\}\}/y
  const match = matchAt(shortcode, source, at)
  if (!match) return null
  const [, sign, slash, name = '', rest = ''] = match
  const end = shortcode.lastIndex
  const family = `shortcode ${name}`
  if (slash) return { shown: '', end, ends: { family } }
  const parameters = readParameters(rest)
  const closing = () => new RegExp(`\\{\\{[<%]\\s*/\\s*${name}\\s*[>%]\\}\\}`, 'g')
  const read = replaced(name, parameters, { end, family, closing, labels: itemsOf(parameters) })
  if (/\/\s*$/.test(rest)) return { shown: shownParameters(parameters), end }
  const language = sign === '<' ? languageOf(name, parameters) : null
  return language === null ? read : withCode(read, { source, language, closing: closing() })
}

/** The language of a shortcode that holds nothing but code; null for any other. */
function languageOf(name: string, parameters: Parameters): string | null {
  if (name === 'highlight') return parameters.words.split(' ')[0] ?? ''
  const language = parameter(parameters, 'lang')
  if (parameter(parameters, 'code') === 'true') return language ?? ''
  if (name !== 'tab') return null
  const label = parameter(parameters, 'header', 'name') ?? unquoted(parameters.words)
  return language ?? (LANGUAGES.has(label.toLowerCase()) ? label.toLowerCase() : null)
}

/** A tab of this name that holds no fence is code in the language. */
const LANGUAGES = new Set(
  'bash c c# c++ css go html java javascript js json kotlin php python ruby rust scala sh shell swift toml ts typescript xml yaml'.split(
    ' ',
  ),
)

/** The content up to where the shortcode is closed, as fenced code. */
function withCode(
  read: Replaced,
  { source, language, closing }: { source: string; language: string; closing: RegExp },
): Replaced {
  const content = source.slice(read.end, read.end + MAX_ENCLOSED)
  const length = closing.exec(content)?.index ?? -1
  const code = content.slice(0, Math.max(0, length))
  if (code.trim() === '' || FENCED.test(code)) return read
  const shown = `\n\n\`\`\`${language}\n${code.replace(/^\s*\n|\s+$/g, '')}\n\`\`\`\n\n`
  return { ...read, shown, end: read.end + length }
}
const FENCED = /^\s*(?:`{3,}|~{3,})/m

/** Tags whose content is not Markdown of the page. */
const ENCLOSING: Record<string, (content: string, parameters: string) => string> = {
  raw: (content) => content,
  verbatim: (content) => content,
  comment: () => '',
  highlight: (code, language) => `\n\`\`\`${language.trim()}\n${code.trim()}\n\`\`\`\n`,
}

/** Longer content is not searched for its end: a page of opening tags would take quadratic time. */
const MAX_ENCLOSED = 20_000

/** A block tag of Liquid, Jinja, GitBook or Markdoc: `{% hint style="info" %}`, `{% endhint %}`. */
export function blockTagAt(source: string, at: number): Replaced | null {
  const tag = /\{%-?\s*(\/?)\s*([\w-]*)((?:(?!\{%)[^\n]){0,1000}?)-?%\}/y
  const match = matchAt(tag, source, at)
  if (!match) return null
  const [, slash, name = '', rest = ''] = match
  const end = tag.lastIndex
  if (slash) return { shown: '', end, ends: { family: `block ${name}` } }
  if (name.startsWith('end')) return { shown: '', end, ends: { family: `block ${name.slice(3)}` } }
  const enclosed = ENCLOSING[name]
  if (enclosed) {
    const content = source.slice(end, end + MAX_ENCLOSED)
    const close = new RegExp(`\\{%-?\\s*end${name}\\s*-?%\\}`).exec(content)
    if (!close) return { shown: '', end }
    const shown = enclosed(content.slice(0, close.index), rest)
    return { shown, end: end + close.index + close[0].length }
  }
  const parameters = readParameters(rest.replace(/\/$/, ''))
  const closing = () => new RegExp(`\\{%-?\\s*(?:end|/\\s*)${name}\\s*-?%\\}`, 'g')
  return replaced(name, parameters, { end, family: `block ${name}`, closing, labels: [] })
}

function replaced(
  name: string,
  parameters: Parameters,
  {
    end,
    family,
    closing,
    labels,
  }: { end: number; family: string; closing: () => RegExp; labels: string[] },
): Replaced {
  const container = containerOf(name, parameters)
  if (container) return { shown: '', end, begins: { family, container, closing: closing() } }
  const shown = isGroup(name) ? '' : shownParameters(parameters)
  if (labels.length === 0) return { shown, end }
  return { shown, end, begins: { family, container: null, closing: closing(), labels } }
}

/** The labels of tabs that their group names: `{{< tabs items="npm,yarn" >}}`. */
function itemsOf(parameters: Parameters): string[] {
  const items = parameter(parameters, 'items')?.split(/\s*,\s*/) ?? []
  return items.filter((item) => item !== '')
}

/** The parameters that a tag shows: a title, a figure's caption, a definition's name, a card. */
function shownParameters(parameters: Parameters): string {
  const title = parameter(parameters, 'title', 'name', 'label')
  const caption = parameter(parameters, 'caption')
  const abbreviation = parameter(parameters, 'abbr')
  const beside = ['header', 'subtitle', 'footer'].map((name) => parameter(parameters, name))
  const words = [title && `**${title}**`, abbreviation && `(${abbreviation})`]
  const shown = words.filter((text) => text !== undefined).join(' ')
  const apart = [
    ...beside.filter(isSaid),
    ...(caption === undefined ? [] : [captionMark + caption]),
  ]
  return apart.length === 0 ? shown : [shown, ...apart, ''].join('\n\n')
}

/** Whether a parameter is no switch. */
function isSaid(value: string | undefined): boolean {
  return value !== undefined && !/^(?:true|false|\d+)$/.test(value)
}

/** `{{ page.title }}`, `{# a comment #}` and the inclusion of a program, `{* a.py *}`. */
export function outputTagAt(source: string, at: number): Replaced | null {
  const tag = /\{\{[^{}\n]{0,500}\}\}|\{#\s[^\n{]{0,1000}?#\}|\{\*\s[^\n{}]{0,500}?\*\}/y
  return matchAt(tag, source, at) && { shown: '', end: tag.lastIndex }
}
