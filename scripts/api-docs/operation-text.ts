import { slug } from 'github-slugger'
import type { z } from 'zod'
import type { JsonSchema, JsonSchemas } from '../../server/contract/json-schema.ts'
import type { Operation } from '../../server/contract/operation.ts'
import { answerRows, inputRows, objectsIn, type Row, shapeOf } from './fields.ts'

/**
 * Writes what the contract says of an operation: purpose, access, answer and fields. An object is
 * written out where it is answered first; later operations link there, so the order of calls is
 * that of the document.
 */
export function createOperationText(schemas: JsonSchemas) {
  const { components } = schemas
  /** Headings by what is written out below them: objects by name, fields by name and schema. */
  const shownAt = new Map<string, string>()
  let rule = ''
  /** What the current topic has shown: objects, and rows of answers. */
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
      fieldsOf('Body', body ? rowsOf(body) : []),
      fieldsOf('Answer', answer.rows.filter(isNew)),
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

  function rowsOf(schema: z.ZodType): Row[] {
    return inputRows(schemas.write(schema), components)
  }

  /** An answer with the objects that are not written out yet, and rows for their fields. */
  function answerOf(heading: string, { status, reply, replyAs }: Operation) {
    const how = `Answer: ${replyAs === 'saved' ? `${status}, or 201 when it is new` : status}`
    const plain = { text: `${how}${replyAs === 'stream' ? ', a stream of events' : ''}.`, rows: [] }
    if (!reply) return plain
    const written = schemas.write(reply)
    const item = itemOf(written) ?? written
    const names = objectsIn(item, components)
    const shape = shapeOf(item, components)
    const isNamed = names[0] === shape
    const known = isNamed && shownAt.get(shape)
    const rows = known ? [] : answerRows(item, components)
    const inner = names.flatMap((name) => (shownAt.has(name) ? [] : newObjects(name)))
    for (const name of inner) {
      const prefix = name === shape ? '' : `${name}.`
      rows.push(...answerRows(components[name] ?? {}, components, prefix))
      shownAt.set(name, heading)
      near.shown.add(name)
    }
    const link = near.shown.has(shape) ? '' : `(#${slug(known || '')})`
    const own = known
      ? [link ? `[\`${shape}\`]${link}` : `\`${shape}\``]
      : isNamed
        ? []
        : [`\`${shape}\``]
    const said = [
      ...own,
      ...inner.map((name) => `\`${name}\` \`${shapeOf(components[name] ?? {}, components)}\``),
    ]
    const text = `${how}, ${item === written ? '' : 'a list of '}${said.join('; ')}.`
    return { text, rows }
  }

  /** An object and those within it that are not written out yet. */
  function newObjects(name: string): string[] {
    const within = objectsIn(components[name] ?? {}, components).filter(
      (each) => each !== name && !shownAt.has(each),
    )
    return [...new Set([name, ...within.flatMap(newObjects)])]
  }
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

/** A table of fields, or a line for one or two. */
function fieldsOf(title: string, rows: Row[]): { line?: string; table?: string } {
  if (rows.length === 0) return {}
  if (rows.length < 3) {
    const said = rows.map(({ name, text }) => (text ? `\`${name}\`: ${text}` : `\`${name}\``))
    return { line: `${title}: ${said.join('; ')}.`.replace(/\.(?=;|\.$)/g, '') }
  }
  const lines = rows.map(({ name, text }) => `| \`${name}\` | ${text.replaceAll('|', '\\|')} |`)
  return { table: [`| ${title} | |`, '|---|---|', ...lines].join('\n') }
}
