import type { JsonSchema } from '../../server/contract/json-schema.ts'

/** Schemas by name, to which `$ref` points. */
export type Components = Readonly<Record<string, JsonSchema>>

/** A row of a table of fields: a dotted name, and what may be sent or comes back in it. */
export interface Row {
  name: string
  text: string
}

/** A row for every field that a body or query takes, and for what is known of fields within. */
export function inputRows(schema: JsonSchema, components: Components, prefix = ''): Row[] {
  const { properties = {}, required = [] } = resolved(schema, components)
  return Object.entries(properties).flatMap(([name, field]) => {
    const needed = required.includes(name) ? 'required' : ''
    const facts = [typeOf(field, components), defaultOf(field)].filter(Boolean)
    const row = { name: prefix + name, text: withMeaning([needed, ...facts], field) }
    const isKnown = prefix === '' || field.description || hasValues(field, components)
    const within = inputRows(partsOf(field, components), components, `${prefix}${name}.`)
    return [...(isKnown ? [row] : []), ...within]
  })
}

/** A row for each field of an answer that has a description or a list of values. */
export function answerRows(schema: JsonSchema, components: Components, prefix = ''): Row[] {
  return Object.entries(partsOf(schema, components).properties ?? {}).flatMap(([name, field]) => {
    const values = hasValues(field, components) ? [typeOf(field, components)] : []
    const row = { name: prefix + name, text: withMeaning(values, field) }
    return [...(row.text ? [row] : []), ...answerRows(field, components, `${prefix}${name}.`)]
  })
}

/** Rows in a table; neighbours with the same text share one. */
export function tableRows(rows: Row[]): string[][] {
  const merged: Row[] = []
  for (const row of rows) {
    const last = merged.at(-1)
    if (last && row.text && last.text === row.text) last.name += `\`, \`${row.name}`
    else merged.push({ ...row })
  }
  return merged.map(({ name, text }) => [`\`${name}\``, text.replaceAll('|', '\\|')])
}

/** A Markdown table. */
export function tableOf(titles: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n')
}

/** `{id, title, expected: {abstained} | null, job: Job}`; a long one without the inner names. */
export function shapeOf(schema: JsonSchema, components: Components): string {
  const shape = namesIn(schema, components, 2)
  return shape.length > LONG ? namesIn(schema, components, 1) : shape
}

const LONG = 350

function namesIn(schema: JsonSchema, components: Components, depth: number): string {
  if (schema.$ref !== undefined && objectName(schema, components)) return nameOf(schema)
  const { anyOf, oneOf, items, properties, const: only } = resolved(schema, components)
  if (only !== undefined) return JSON.stringify(only)
  const choices = (anyOf ?? oneOf)?.map((choice) => namesIn(choice, components, depth))
  if (choices?.some(Boolean)) return [...new Set(choices.map((text) => text || 'null'))].join(' | ')
  const listed = items && namesIn(items, components, depth)
  if (listed) return `[${listed}]`
  if (!properties) return ''
  if (depth === 0) return '{…}'
  const fields = Object.entries(properties).map(([name, field]) => {
    const within = namesIn(field, components, depth - 1)
    return within ? `${name}: ${within}` : name
  })
  return `{${fields.join(', ')}}`
}

/** The names of the objects that a schema mentions, outermost first. */
export function objectsIn(schema: JsonSchema, components: Components): string[] {
  const name = objectName(schema, components)
  if (name) return [name]
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf]
  return [...new Set(parts.flatMap((part) => objectsIn(part, components)))]
}

/** `1 to 120 characters`, `active or archived`, `at most 20 ids, or null`. */
export function typeOf(schema: JsonSchema, components: Components): string {
  const known = resolved(schema, components)
  if (known.const !== undefined) return code(known.const)
  if (known.enum || known.anyOf || known.oneOf) return either(choicesOf(known, components))
  switch ([known.type ?? ''].flat()[0]) {
    case 'array':
      return listOf(known, components)
    case 'object':
      return known.properties ? code(shapeOf(schema, components)) : 'object'
    case 'string':
      return (
        FORMATS[known.format ?? ''] ??
        (range(known.minLength, known.maxLength, ' characters') || TEXT)
      )
    case 'integer':
      return range(known.minimum, known.maximum) || 'whole number'
    case 'boolean':
      return '`true` or `false`'
    case 'null':
      return '`null`'
    default:
      return ''
  }
}

/** A text of which nothing more is known. */
const TEXT = 'text'

const FORMATS: Record<string, string> = {
  uuid: 'id',
  'date-time': 'time',
  date: 'date',
  uri: 'address',
}

function listOf({ items = {}, minItems, maxItems }: JsonSchema, components: Components): string {
  const type = typeOf(items, components)
  const of = type === TEXT ? '' : type
  const size = range(minItems, maxItems)
  return `list${size && ` of ${size}`}${of && (size ? `: ${of}` : ` of ${of}`)}`
}

function range(least: number | undefined, most: number | undefined, unit = ''): string {
  const [from, to] = [least, most].map((bound) => bound?.toLocaleString('en-US'))
  if (to === undefined) return least ? `at least ${from}${unit}` : ''
  return least ? `${from} to ${to}${unit}` : `at most ${to}${unit}`
}

/** The values or types that a schema has to choose from, those of its choices included. */
function choicesOf(schema: JsonSchema, components: Components): string[] {
  const { enum: values, anyOf, oneOf } = resolved(schema, components)
  if (values) return values.map(code)
  const choices = (anyOf ?? oneOf)?.flatMap((choice) => choicesOf(choice, components))
  return choices ?? [typeOf(schema, components)]
}

function either(choices: string[]): string {
  const known = [...new Set(choices.filter(Boolean))]
  return known.length < 2 ? known.join('') : `${known.slice(0, -1).join(', ')} or ${known.at(-1)}`
}

/** null and what is empty are what everybody expects of an absent field. */
function defaultOf({ default: value }: JsonSchema): string {
  const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0)
  return value === undefined || value === '' || isEmpty ? '' : `default ${code(value)}`
}

/** `required, 1 to 120 characters. Need not be unique.` */
function withMeaning(facts: string[], { description = '' }: JsonSchema): string {
  const known = facts.filter(Boolean).join(', ')
  return [known, description].filter(Boolean).join('. ')
}

/** So many are not listed, such as the keys of colours. */
const MANY_VALUES = 20

/** Whether a field, or the entries of a list, have only certain values. */
function hasValues(schema: JsonSchema, components: Components): boolean {
  const { enum: values, items, anyOf = [] } = resolved(schema, components)
  const parts = [...(items ? [items] : []), ...anyOf]
  return (
    (values && values.length < MANY_VALUES) || parts.some((part) => hasValues(part, components))
  )
}

/** The object within a nullable field or list; not one with a name, which is told elsewhere. */
function partsOf(schema: JsonSchema, components: Components): JsonSchema {
  if (objectName(schema, components)) return {}
  const object = schema.anyOf?.find(({ type }) => type !== 'null')
  if (schema.items) return partsOf(schema.items, components)
  return object ? partsOf(object, components) : schema
}

/** The name of a schema that is an object with fields; other named schemas are written out. */
function objectName(schema: JsonSchema, components: Components): string | null {
  if (schema.$ref === undefined) return null
  return components[nameOf(schema)]?.properties ? nameOf(schema) : null
}

function resolved(schema: JsonSchema, components: Components): JsonSchema {
  return schema.$ref === undefined ? schema : (components[nameOf(schema)] ?? {})
}

function nameOf({ $ref = '' }: JsonSchema): string {
  return $ref.split('/').at(-1) ?? ''
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}
