import type { Container } from './marks.ts'
import { type Parameters, parameter, unquoted } from './parameters.ts'

const words = (list: string) => new Set(list.split(' '))

/** Admonitions that are known by their name alone. */
const NAMES =
  'attention caution check danger hint important info information note notes prerequisites tip tips troubleshooting warn warning'
const ADMONITIONS = words(NAMES)
/** Kinds that a parameter or a directive may name. */
const KINDS = words(
  `${NAMES} abstract bug error example fail failure help positive negative notice prerequisite question quote seealso success summary tldr todo`,
)
/** Admonitions that name their kind in a parameter. */
const BOXES = words('admonition alert aside callout hint notice')
const TABS = words('tab tabitem tabs.tab tab-item tabpane-item codetab')
const DISCLOSED = words(
  'details collapse collapsible accordion accordionitem accordion-item expand expandable dropdown toggle spoiler',
)
const KIND = ['type', 'style', 'kind', 'variant', 'intent', 'color', 'level', 'status', 'class']
const TITLE = ['title', 'label', 'heading', 'header', 'summary', 'caption']

/**
 * What a component, a shortcode, a block tag or a directive of this name is; null for one that is
 * no admonition, no tab and nothing that is unfolded. A tab without a label has its value as title.
 */
export function containerOf(name: string, parameters: Parameters): Container | null {
  const simple = name.toLowerCase()
  const title = parameter(parameters, ...TITLE)
  if (TABS.has(simple)) {
    const label = title ?? parameter(parameters, 'name', 'text', 'tabname')
    const value = parameter(parameters, 'value')
    const own = labelled(label ?? unquoted(parameters.words))
    return own.label === undefined && value !== undefined ? { title: value } : own
  }
  if (DISCLOSED.has(simple)) return labelled(title ?? unquoted(parameters.words))
  if (BOXES.has(simple)) return boxOf(simple, parameters, title)
  return ADMONITIONS.has(simple) ? admonition(simple, title ?? unquoted(parameters.words)) : null
}

/** `type="tip"`, or the kind as the first of the words and the title after it. */
function boxOf(name: string, parameters: Parameters, title: string | undefined): Container {
  const [first = '', ...rest] = unquoted(parameters.words).split(' ')
  const given = parameter(parameters, ...KIND)?.toLowerCase() ?? unquoted(first).toLowerCase()
  const isNamed = name === 'admonition' && parameters.named.has('type')
  const kind = isNamed ? given : given.split(/[\s-]/).find((part) => KINDS.has(part))
  const isFirst = kind !== undefined && parameter(parameters, ...KIND) === undefined
  return admonition(
    kind ?? 'note',
    title ?? unquoted((isFirst ? rest : [first, ...rest]).join(' ')),
  )
}

function labelled(label: string): Container {
  return label === '' ? {} : { label }
}

export function admonition(kind: string, title: string): Container {
  const name = kind.toLowerCase()
  return title === '' || title.toLowerCase() === name
    ? { admonition: name }
    : { admonition: name, title }
}

/** Whether a component or a shortcode only holds tabs. */
export function isGroup(name: string): boolean {
  return /^(?:tabs?-?(?:pane|group|list|panels)?s?|code-?(?:group|tabs)|tabbed)$/i.test(name)
}

export function isAdmonition(name: string): boolean {
  return ADMONITIONS.has(name.toLowerCase())
}
