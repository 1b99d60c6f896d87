import { slug } from 'github-slugger'
import type { z } from 'zod'
import type { JsonSchema, JsonSchemas } from '../../server/contract/json-schema.ts'
import type { Operation } from '../../server/contract/operation.ts'
import {
  answerRows,
  inputRows,
  objectsIn,
  type Row,
  shapeOf,
  tableOf,
  tableRows,
} from './fields.ts'

/**
 * Writes what the contract says of an operation: purpose, access, answer and fields. An object is
 * written out where it is answered first, so operations must come in the order of the document.
 */
export function createOperationText(schemas: JsonSchemas) {
  const { components } = schemas
  /** The headings below which objects are written out, by their names. */
  const shownAt = new Map<string, string>()
  const bodies = new Map<z.ZodType, string>()
  let rule = ''
  /** Objects and rows of answers of the current topic, which it need not repeat. */
  let near = { topic: '', shown: new Set<string>() }

  return (topic: string, heading: string, declared: Operation): string => {
    if (topic !== near.topic) near = { topic, shown: new Set() }
    const { summary, description, body, query, headers } = declared
    if (!summary.trim()) throw new Error(`${heading} needs a summary in server/contract.`)
    const answer = answerOf(heading, declared)
    const rules = declared.rule === rule ? '' : `[Rules](${declared.rule}).`
    rule = declared.rule
    const fields = [
      fieldsOf('Query', query ? rowsOf(query).filter(isNoListQuery) : []),
      fieldsOf('Header', headers ? rowsOf(headers) : []),
      body ? bodyOf(heading, body) : {},
      fieldsOf('Answer', (answer.rows ?? []).filter(isNew)),
    ]
    const lines = [
      [`${summary}.`, description].filter(Boolean).join(' '),
      [accessOf(declared), answer.text, rules].filter(Boolean).join(' '),
      ...fields.flatMap(({ line }) => line ?? []),
    ]
    return [lines.join('\n'), ...fields.flatMap(({ table }) => table ?? [])].join('\n\n')
  }

  function isNew({ name, text }: Row): boolean {
    const key = `${name.split('.').at(-1)} ${text}`
    return !near.shown.has(key) && Boolean(near.shown.add(key))
  }

  function bodyOf(heading: string, body: z.ZodType): Fields {
    const earlier = bodies.get(body)
    if (earlier) return { line: `Body: as of [\`${earlier}\`](#${slug(earlier)}).` }
    bodies.set(body, heading)
    return fieldsOf('Body', rowsOf(body))
  }

  function rowsOf(schema: z.ZodType): Row[] {
    return inputRows(schemas.write(schema), components)
  }

  /** An answer with the objects that are not written out yet, and rows for their fields. */
  function answerOf(heading: string, { status, reply, replyAs }: Operation): Answer {
    const how = ['Answer:', status === 200 ? '' : `${status},`].filter(Boolean).join(' ')
    if (!reply) return { text: `Answer: ${replyAs === 'stream' ? 'a stream of events' : status}.` }
    const written = schemas.write(reply)
    const item = itemOf(written)
    const list = item ? 'a list of ' : ''
    const shape = shapeOf(item ?? written, components)
    const earlier = shownAt.get(shape)
    if (earlier) return { text: `${how} ${list}${linkTo(shape) || `\`${shape}\``}.` }
    const names = objectsIn(item ?? written, components)
    const objects = names.flatMap((name) => (shownAt.has(name) ? [] : newObjects(name)))
    const within = objects.flatMap((name) => objectsIn(objectOf(name), components))
    const links = [...names, ...within].map(linkTo).filter(Boolean)
    const texts = objects
      .map((name) => `\`${name}\` \`${shapeOf(objectOf(name), components)}\``)
      .concat(links)
    const rows = objects.flatMap((name) => {
      shownAt.set(name, heading)
      near.shown.add(name)
      return answerRows(objectOf(name), components, name === shape ? '' : `${name}.`)
    })
    if (names[0] === shape) return { text: `${how} ${list}${texts.join('; ')}.`, rows }
    const text = `${how} ${list}${[`\`${shape}\``, ...texts].join('; ')}.`
    return { text, rows: [...answerRows(item ?? written, components), ...rows] }
  }

  /** A link to an object of another topic; nothing where the topic has it, or a link already. */
  function linkTo(name: string): string {
    const earlier = shownAt.get(name)
    if (!earlier || near.shown.has(name)) return ''
    near.shown.add(name)
    return `[\`${name}\`](#${slug(earlier)})`
  }

  function objectOf(name: string): JsonSchema {
    return components[name] ?? {}
  }

  /** An object and those within it that are not written out yet. */
  function newObjects(name: string): string[] {
    const within = objectsIn(objectOf(name), components).filter(
      (each) => each !== name && !shownAt.has(each),
    )
    return [...new Set([name, ...within.flatMap(newObjects)])]
  }
}

/** The sentence, and the fields that it cannot tell. */
interface Answer {
  text: string
  rows?: Row[]
}

/** The entries of a page of a list (`page` of the contract). */
function itemOf({ properties = {} }: JsonSchema): JsonSchema | undefined {
  return properties['next_cursor'] && properties['data']?.items
}

/** `limit` and `cursor` are told once, of all lists. */
function isNoListQuery({ name }: Row): boolean {
  return name !== 'limit' && name !== 'cursor'
}

function accessOf({ access, person, confirmed, files }: Operation): string {
  const named = access === 'widget' ? 'widget key' : access.includes('.') ? `\`${access}\`` : access
  const given = Object.entries(confirmed === 'always' ? {} : (confirmed ?? {}))
  const when = given.map(([field, value]) => `\`${field}\` \`${value}\``).join(', ')
  return [
    `Access: ${named}${person ? '; a person' : ''}.`,
    confirmed
      ? `Needs a [confirmed session](#post-svcconsoleapisessionconfirm)${when && ` for ${when}`}.`
      : '',
    files
      ? `Takes up to ${files.maxFiles} files of ${inMib(files.maxFileBytes)} each and ${inMib(files.maxTotalBytes)} together in the field \`${files.field}\`, or JSON.`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function inMib(bytes: number): string {
  return `${bytes / 2 ** 20} MiB`
}

interface Fields {
  line?: string
  table?: string
}

/** A table of fields, or a line for one or two. */
function fieldsOf(title: string, rows: Row[]): Fields {
  if (rows.length === 0) return {}
  if (rows.length > 2) return { table: tableOf([title, ''], tableRows(rows)) }
  const said = rows.map(({ name, text }) => (text ? `\`${name}\`: ${text}` : `\`${name}\``))
  const label = title === 'Answer' ? 'Fields' : title
  return { line: `${label}: ${said.join('; ')}.`.replace(/\.(?=;|\.$)/g, '') }
}
