import { type Description, isObject, type Values } from './description.ts'

interface Request {
  method: string
  path: string
  parameters: Values[]
  /** Empty without a body. */
  contentType: string
  media: Values
}

/** Deeper objects are left out of an example; schemas may contain themselves. */
const MAX_DEPTH = 4
const MAX_LENGTH = 1000

/** A request with `curl`, with the examples of the description where it gives any. */
export function exampleOf(request: Request, description: Description): string {
  const { method, path, parameters, contentType, media } = request
  const valueOf = (parameter: Values) =>
    String(parameter.example ?? sample(parameter.schema ?? parameter, description, 0))
  const filled = path.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    return parameter ? encodeURIComponent(valueOf(parameter)) : whole
  })
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(valueOf(parameter))}`)
  const address = `${serverOf(description)}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const lines = [`curl -X ${method.toUpperCase()} '${address}'`]
  if (contentType) {
    lines.push(`-H 'Content-Type: ${contentType}'`, `-d '${bodyOf(media, description)}'`)
  }
  return lines.join(' \\\n  ')
}

function bodyOf(media: Values, description: Description): string {
  const [first] = Object.values(description.resolve(media.examples))
  const given = media.example ?? description.resolve(first).value
  return JSON.stringify(given ?? sample(media.schema, description, 0)).slice(0, MAX_LENGTH)
}

function serverOf({ root, resolve }: Description): string {
  const [server] = Array.isArray(root.servers) ? root.servers : []
  const { url } = resolve(server)
  if (typeof url === 'string') return url.replace(/\/$/, '')
  if (typeof root.host !== 'string') return ''
  return `https://${root.host}${typeof root.basePath === 'string' ? root.basePath : ''}`
}

const SAMPLES: Record<string, unknown> = { integer: 1, number: 1, boolean: true, string: 'text' }

/** A value that fits a schema as far as it is simple. */
function sample(of: unknown, description: Description, depth: number): unknown {
  const schema = description.resolve(of)
  const given = schema.example ?? schema.default ?? first(schema.enum) ?? first(schema.examples)
  if (given !== undefined || depth > MAX_DEPTH) return given ?? null
  const alternative = first(schema.allOf) ?? first(schema.oneOf) ?? first(schema.anyOf)
  if (alternative !== undefined && !isObject(schema.properties))
    return sample(alternative, description, depth + 1)
  if (schema.type === 'array') return [sample(schema.items, description, depth + 1)]
  if (!isObject(schema.properties)) return SAMPLES[String(schema.type)] ?? 'text'
  const fields = Object.entries(schema.properties).slice(0, 20)
  return Object.fromEntries(
    fields.map(([name, field]) => [name, sample(field, description, depth + 1)]),
  )
}

function first(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined
}
