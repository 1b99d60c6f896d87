/** What the widget uses of CSS and JavaScript, against the browsers that its guide promises. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compat, {
  type BrowserName,
  type Identifier,
  type SimpleSupportStatement,
} from '@mdn/browser-compat-data'
import { expect, test } from 'vitest'
import { palette, shapeRule } from '../../server/branding/widget-theme.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const readAll = (pattern: string) => globSync(pattern, { cwd: root }).map(read).join('\n')

const css = [readAll('widget/**/*.css'), shapeRule(), `*{${palette().map(colorOf).join(';')}}`]
  .join('\n')
  .replace(/\/\*[^]*?\*\//g, '')
const script = [
  readAll('widget/**/*.{ts,tsx}').replace(/\/\*[^]*?\*\/|^\s*\/\/.*/gm, ''),
  read('node_modules/preact/dist/preact.mjs'),
  read('node_modules/@preact/signals-core/dist/signals-core.mjs'),
  readAll('node_modules/eventsource-parser/dist/{index,errors,parse}.js'),
].join('\n')

/** Versions that the guide promises, on computers and phones. */
const promise = /Chrome and Edge from ([\d.]+), Firefox from ([\d.]+) and Safari from ([\d.]+),/
const [, chrome = 0, firefox = 0, safari = 0] =
  promise.exec(read('demo-site/knowledge/embedding.md'))?.map(Number) ?? []
const promised: [BrowserName, number][] = [
  ['chrome', chrome],
  ['chrome_android', chrome],
  ['edge', chrome],
  ['firefox', firefox],
  ['firefox_android', firefox],
  ['safari', safari],
  ['safari_ios', safari],
]

/** Features that the scans below do not find: how the source writes them, and their key. */
const written: [text: string, key: string][] = [
  ['" / ""', 'css.properties.content.alt_text'],
  ['dvh', 'css.types.length.viewport_percentage_units_dynamic'],
  ['cqh', 'css.types.length.container_query_length_units'],
  ['(width > ', 'css.at-rules.media.range_syntax'],
  ['rgb(0 0 0 / ', 'css.types.color.rgb.space_separated_parameters'],
  ['requestIdleCallback', 'api.Window.requestIdleCallback'],
  [' popover=', 'html.global_attributes.popover'],
  ['color(from ', 'css.types.color.color.relative_syntax'],
  ['AbortSignal.any', 'api.AbortSignal.any_static'],
  [' inert=', 'html.global_attributes.inert'],
  [' enterkeyhint=', 'html.global_attributes.enterkeyhint'],
  [':~:text=', 'html.elements.a.text_fragments'],
  ['adoptedStyleSheets.push', 'api.Document.adoptedStyleSheets.mutable'],
  ['{ signal }', 'api.EventTarget.addEventListener.options_parameter.options_signal_parameter'],
  ['(?<!', 'javascript.regular_expressions.lookbehind_assertion'],
  ['(?<ticks>', 'javascript.regular_expressions.named_capturing_group'],
  ['\\p{L}', 'javascript.regular_expressions.unicode_character_class_escape'],
  ['import(', 'javascript.operators.import'],
  ['??=', 'javascript.operators.nullish_coalescing_assignment'],
  ['#root = ', 'javascript.classes.private_class_fields'],
  ['async #try(', 'javascript.classes.private_class_methods'],
  ['for await (', 'javascript.statements.for_await_of'],
]

/** Objects whose members the widget calls, other than by the name of the object. */
const objects = [
  ...['Array', 'String', 'Map', 'Set', 'RegExp', 'Promise', 'Iterator', 'Number'].map(
    (name) => `javascript.builtins.${name}`,
  ),
  ...['Element', 'HTMLElement', 'HTMLDialogElement', 'Node', 'Response', 'Headers'].map(
    (name) => `api.${name}`,
  ),
]

/** What a promised version lacks or has in part: the file that does without it, and how. */
const fallbacks: Record<string, [file: string, how: string]> = {
  'api.CSS.highlights_static': ['widget/extras/mark-quotes.ts', 'wraps what is quoted'],
  'api.Element.moveBefore': ['node_modules/preact/dist/preact.mjs', 'inserts where it is missing'],
  'api.Highlight': ['widget/extras/mark-quotes.ts', 'wraps what is quoted'],
  'api.Window.requestIdleCallback': ['widget/index.ts', 'waits 200 ms'],
  'css.properties.content-visibility': ['widget/turn.css', 'the same layout, only slower'],
  'css.properties.cursor': ['widget/styles.css', 'phones have no pointer'],
  'css.properties.field-sizing': ['widget/components/Composer.tsx', '`fitRows` sets the rows'],
  'css.properties.overflow-anchor': ['widget/turn.css', 'there is no anchoring to turn off'],
  'css.properties.overflow-clip-margin': ['widget/turn.css', 'focus rings may be cut at an edge'],
  'css.properties.overscroll-behavior': ['widget/turn.css', 'boxes scroll by a pixel at least'],
  'css.properties.resize': ['widget/styles.css', 'phones have no handle to remove'],
  'css.properties.scrollbar-width': ['widget/styles.css', 'scroll bars are as wide as elsewhere'],
  'css.selectors.highlight': ['widget/extras/extras.css', '`mark` has the same look'],
  'css.types.attr.type_function': ['widget/turn.css', '`@supports`, else table layout'],
  'javascript.builtins.Symbol.dispose': [
    'node_modules/@preact/signals-core/dist/signals-core.mjs',
    'sets a property that nothing reads',
  ],
  'html.elements.a.text_fragments': ['widget/links.ts', 'opens the document at its start'],
}

test('every promised browser has what the widget uses, or the widget does without', () => {
  expect(promised.map(([, version]) => version)).not.toContain(0)
  const missing = used().filter((key) => lackingIn(key).length > 0 && !fallbackOf(key))
  expect(missing.map((key) => `${key}: ${lackingIn(key)}`)).toEqual([])
})

test('the compatibility data knows every feature', () => {
  expect(used().length).toBeGreaterThan(200)
  expect(used().filter((key) => !find(key))).toEqual([])
})

test('lists only what the widget uses', () => {
  expect(written.filter(([text]) => !`${css}${script}`.includes(text))).toEqual([])
})

test('has fallbacks only for what a promised browser lacks, in files that exist', () => {
  const lacking = used().filter((key) => lackingIn(key).length > 0)
  const needed = new Set(lacking.map(fallbackOf))
  expect(Object.keys(fallbacks).filter((key) => !needed.has(key))).toEqual([])
  expect(Object.values(fallbacks).filter(([file]) => !existsSync(join(root, file)))).toEqual([])
})

/** The key in `fallbacks` of a feature or of the property that it is a value of. */
function fallbackOf(feature: string): string | undefined {
  return Object.keys(fallbacks).find((key) => `${feature}.`.startsWith(`${key}.`))
}

function colorOf([key, light, dark]: string[]): string {
  return `--${key}:light-dark(${light},${dark})`
}

/** Keys of all features that are found or listed. */
function used(): string[] {
  const listed = written.map(([, key]) => key)
  return [...new Set([...selectors(), ...declarations(), ...statics(), ...members(), ...listed])]
}

/** Pseudo-classes, pseudo-elements, at-rules and media features. */
function selectors(): string[] {
  const preludes = Array.from(css.matchAll(/([^;{}]+)\{/g), ([, prelude = '']) => prelude.trim())
  return preludes.flatMap((prelude) => {
    const [, rule] = /^@([\w-]+)/.exec(prelude) ?? []
    const names = prelude.matchAll(rule === 'media' ? /\(([\w-]+)/g : /:([a-z-]+)/g)
    const group = rule === 'media' ? 'css.at-rules.media' : 'css.selectors'
    const inner = rule === 'supports' ? [] : Array.from(names, ([, name]) => `${group}.${name}`)
    return rule ? [`css.at-rules.${rule}`, ...inner] : inner
  })
}

/** Properties, those of their values that have a key of their own, and functions. */
function declarations(): string[] {
  const found = css.replace(/"[^"]*"/g, '""').matchAll(/([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)
  return Array.from(found).flatMap(([, name = '', value = '']) => {
    const property = name.startsWith('--') ? [] : [`css.properties.${name}`]
    const words = Array.from(value.matchAll(/(?<![\w#-])[a-z][\w-]*/gi), ([word]) => word)
    const values = property.flatMap((key) => words.map((word) => `${key}.${word}`)).filter(find)
    const calls = Array.from(value.matchAll(/(?<![\w-])([a-z][\w-]*)\(/gi), ([, call]) => `${call}`)
    return [...property, ...values, ...calls.map((call) => functionKey(name, call))]
  })
}

function functionKey(property: string, name: string): string {
  const places = [property, 'grid-template-columns'].map((own) => `css.properties.${own}.${name}`)
  const groups = ['', 'color.', 'gradient.', 'transform-function.', 'basic-shape.']
  const types = [`attr.${name}_function`, ...groups.map((group) => group + name)]
  const keys = [...places, ...types.map((type) => `css.types.${type}`)]
  return keys.find(find) ?? `css.types.${name}`
}

/** Constructors and static members, by the names that the data knows. */
function statics(): string[] {
  const made = Array.from(script.matchAll(/\bnew ([A-Z]\w+)\(/g), ([, name]) => `${name}.${name}`)
  const named = Array.from(script.matchAll(/\b[A-Z]\w+\.[a-zA-Z]\w+/g), ([name]) => name)
  return [...made, ...named]
    .flatMap((name) => ['api.', 'javascript.builtins.'].map((group) => group + name))
    .flatMap((key) => [key, `${key}_static`])
    .filter(find)
}

/** Members of common objects, as far as no object with a member of that name has it everywhere. */
function members(): string[] {
  const names = new Set(Array.from(script.matchAll(/\.([a-z]\w*)/g), ([, name]) => name))
  return Array.from(names).flatMap((name) => {
    const keys = objects.map((object) => `${object}.${name}`).filter(find)
    return keys.every((key) => lackingIn(key).length > 0) ? keys : []
  })
}

function find(key: string) {
  const { css, api, javascript, html } = compat
  const tree: Identifier = { css, api, javascript, html }
  return key.split('.').reduce<Identifier | undefined>((node, part) => node?.[part], tree)?.__compat
}

/** Promised versions that lack a feature, or have it only in part, behind a flag or renamed. */
function lackingIn(key: string): string[] {
  const support = find(key)?.support ?? {}
  return promised
    .filter(([browser, version]) => {
      const statements = [support[browser] ?? []].flat()
      return !statements.some((statement) => isFull(statement, version))
    })
    .map(([browser, version]) => `${browser} ${version}`)
}

function isFull(given: SimpleSupportStatement, version: number): boolean {
  const { version_added: from, version_removed, partial_implementation } = given
  if (version_removed || partial_implementation) return false
  if (given.flags || given.prefix || given.alternative_name) return false
  return Number(`${from}`.replace('≤', '')) <= version
}
