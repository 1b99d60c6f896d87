import { parse as parseYaml } from 'yaml'
import { type Block, type Content, DocumentError, type Section } from '../../extracted.ts'
import { createDescription, type Description, isObject, type Values } from './description.ts'
import { exampleOf } from './example.ts'

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/**
 * An OpenAPI description (also Swagger 2) in JSON or YAML: a section about the API, and one for
 * each operation with its parameters, body, responses and an example. Throws `malformed`.
 */
export function extractOpenapi(text: string): Content {
  const description = createDescription(parse(text))
  const { root, resolve } = description
  const info = resolve(root.info)
  const title = textOf(info.title) || 'API'
  const about = section(null, [paragraph(textOf(info.description))])
  const operations = Object.entries(resolve(root.paths)).flatMap(([path, item]) =>
    Object.entries(resolve(item))
      .filter(([method, operation]) => METHODS.has(method) && isObject(operation))
      .map(([method, operation]) => {
        const shared = listOf(resolve(item).parameters)
        return operationSection(
          { method, path, operation: resolve(operation), shared },
          description,
        )
      }),
  )
  return { title, url: null, sections: [about, ...operations].filter(hasText) }
}

function parse(text: string): Values {
  const value = parsed(text)
  if (isObject(value) && isObject(value.paths)) return value
  throw new DocumentError('malformed', 'The document is no OpenAPI description with paths.')
}

function parsed(text: string): unknown {
  const isJson = text.trimStart().startsWith('{')
  try {
    return isJson ? JSON.parse(text) : parseYaml(text, { logLevel: 'silent', schema: 'core' })
  } catch (cause) {
    const language = isJson ? 'JSON' : 'YAML'
    throw new DocumentError('malformed', `The OpenAPI description is not valid ${language}.`, {
      cause,
    })
  }
}

interface Operation {
  method: string
  path: string
  operation: Values
  /** Parameters of all operations of the path. */
  shared: unknown[]
}

function operationSection(at: Operation, description: Description): Section {
  const { method, path, operation, shared } = at
  const { resolve } = description
  const name = `${method.toUpperCase()} ${path}`
  const summary = textOf(operation.summary)
  const parameters = [...listOf(operation.parameters), ...shared].map(resolve)
  const [contentType, media] = bodyOf(operation, parameters, description)
  const example = exampleOf({ method, path, parameters, contentType, media }, description)
  return section(summary ? `${name}: ${summary}` : name, [
    paragraph(operation.deprecated === true ? 'This operation is deprecated.' : ''),
    paragraph(textOf(operation.description)),
    list(
      parameters
        .filter((parameter) => parameter.in !== 'body')
        .map((parameter) => parameterLine(parameter, description)),
    ),
    paragraph(contentType && `Request body (${contentType}):`),
    list(fieldsOf(media, description)),
    list(
      Object.entries(resolve(operation.responses)).map(
        ([status, response]) => `${status}: ${oneLine(textOf(resolve(response).description))}`,
      ),
    ),
    { kind: 'code', text: `\`\`\`sh\n${example}\n\`\`\`` },
  ])
}

/** The media type of a request's body and its media object; Swagger 2 has a parameter for it. */
function bodyOf(
  operation: Values,
  parameters: Values[],
  { resolve }: Description,
): [type: string, media: Values] {
  const content = Object.entries(resolve(resolve(operation.requestBody).content))
  const preferred = content.find(([type]) => type.includes('json')) ?? content[0]
  if (preferred) return [preferred[0], resolve(preferred[1])]
  const body = parameters.find((parameter) => parameter.in === 'body')
  return body ? ['application/json', body] : ['', {}]
}

function parameterLine(parameter: Values, { resolve }: Description): string {
  const schema = resolve(parameter.schema ?? parameter)
  const facts = [parameter.in, schema.type, parameter.required === true ? 'required' : '']
  return described(textOf(parameter.name), { ...schema, ...parameter }, facts)
}

function fieldsOf(media: Values, { resolve }: Description): string[] {
  const schema = resolve(media.schema)
  const required = listOf(schema.required)
  return Object.entries(resolve(schema.properties)).map(([name, property]) => {
    const field = resolve(property)
    return described(name, field, [field.type, required.includes(name) ? 'required' : ''])
  })
}

/** "`limit` (query, integer): How many. Default: 20. One of: 10, 20." */
function described(name: string, values: Values, facts: unknown[]): string {
  const known = facts.filter((fact) => typeof fact === 'string' && fact !== '')
  const sentences = [
    oneLine(textOf(values.description)),
    values.default === undefined ? '' : `Default: ${JSON.stringify(values.default)}.`,
    Array.isArray(values.enum) ? `One of: ${values.enum.slice(0, 20).join(', ')}.` : '',
  ].filter(Boolean)
  const of = known.length > 0 ? ` (${known.join(', ')})` : ''
  return `\`${name}\`${of}${sentences.length > 0 ? `: ${sentences.join(' ')}` : ''}`
}

function section(heading: string | null, blocks: (Block | null)[]): Section {
  const headings = heading === null ? [] : [oneLine(heading)]
  const own = blocks.filter((block): block is Block => block !== null && block.text !== '')
  return { headings, fragment: null, page: null, blocks: own }
}

function hasText({ blocks }: Section): boolean {
  return blocks.length > 0
}

function paragraph(text: string): Block | null {
  return text.trim() === '' ? null : { kind: 'paragraph', text: text.trim() }
}

function list(items: string[]): Block | null {
  return items.length > 0
    ? { kind: 'bullets', text: items.map((item) => `- ${item}`).join('\n') }
    : null
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
