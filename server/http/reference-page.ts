import type { JsonSchema } from '../contract/json-schema.ts'
import { BEHAVIOUR_PATH } from '../contract/openapi.ts'
import type {
  DescribedOperation,
  MediaType,
  OpenApi,
  Parameter,
  Reference,
  Response,
} from '../contract/openapi-document.ts'

/** The API reference as an HTML page, from the OpenAPI document. */
export function renderReference(document: OpenApi, css: string): string {
  const { info, tags, components } = document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, ...described })),
  )
  const sections = tags.map(({ name }) => ({
    name,
    operations: operations.filter((operation) => operation.tags.includes(name)),
  }))
  return renderPage({
    title: info.title,
    css,
    navigation: {
      label: 'Operations',
      html: `${sections.map(navigation).join('\n')}
<h2><a href="#schemas">Schemas</a></h2>`,
    },
    main: `<h1>${escape(info.title)} <small>${escape(info.version)}</small></h1>
${paragraphs(info.description)}
<p>Also available as <a href="/svc/api/v1/openapi.json">OpenAPI 3.1</a>. Paths are relative to <code>/svc/api/v1</code>. The rules in detail: <a href="${BEHAVIOUR_PATH}">Behaviour</a>.</p>
${sections.map((section) => renderSection(section, document)).join('\n')}
<section><h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(renderComponent).join('\n')}
</section>`,
  })
}

interface PageParts {
  title: string
  css: string
  navigation: { label: string; html: string }
  /** HTML that begins with the first-level heading. */
  main: string
}

/** A documentation page with its own style and no other resources. */
export function renderPage({ title, css, navigation, main }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<style>${css}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<nav aria-label="${navigation.label}">
${navigation.html}
</nav>
<main id="content">
${main}
</main>
</body>
</html>
`
}

type Described = DescribedOperation & { path: string; method: string }

interface Section {
  name: string
  operations: Described[]
}

function navigation({ name, operations }: Section): string {
  const items = operations.map(
    ({ operationId, summary }) =>
      `<li><a href="#${escape(operationId)}">${escape(summary)}</a></li>`,
  )
  return `<h2><a href="#${anchor('about', name)}">${escape(name)}</a></h2><ul>${items.join('')}</ul>`
}

function renderSection({ name, operations }: Section, document: OpenApi): string {
  const rendered = operations.map((operation) => renderOperation(operation, document))
  return `<section><h2 id="${anchor('about', name)}">${escape(name)}</h2>\n${rendered.join('\n')}</section>`
}

function renderOperation(operation: Described, { components }: OpenApi): string {
  const { operationId, method, path, summary, description, externalDocs } = operation
  const { parameters, requestBody } = operation
  const entries = Object.entries(operation.responses)
  const replies = entries.filter((entry): entry is [string, Response] => !isReference(entry[1]))
  const errors = entries.flatMap(([status, response]) =>
    isReference(response)
      ? [[status, components.responses[nameOf(response)]?.description ?? ''] as const]
      : [],
  )
  return `<article id="${escape(operationId)}">
<h3><a href="#${escape(operationId)}">${escape(summary)}</a></h3>
<p class="route"><b data-method="${method}">${method.toUpperCase()}</b> <code>${escape(path)}</code></p>
${paragraphs(description)}
<p>Rules: <a href="${externalDocs.url}">${escape(externalDocs.description)}</a></p>
${parameters ? renderParameters(parameters) : ''}
${requestBody ? `<h4>Body</h4>${renderContent(requestBody.content)}` : ''}
${replies.map(([status, response]) => renderReply(status, response)).join('\n')}
<details><summary>Errors</summary><ul>${errors
    .map(([status, codes]) => `<li>${status} ${inline(codes)}</li>`)
    .join('')}</ul></details>
</article>`
}

function renderParameters(parameters: Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: where, required, schema }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${where}</td><td>${typeOf(schema)}${required ? '' : ', optional'}${meaningOf(schema)}</td></tr>`,
  )
  return `<h4>Parameters</h4><table>${rows.join('')}</table>`
}

function renderReply(status: string, { description, content = {} }: Response): string {
  return `<h4>${escape(status)}</h4>${paragraphs(description)}${renderContent(content)}`
}

function renderContent(content: Record<string, MediaType>): string {
  return Object.entries(content)
    .map(([type, { schema, example }]) => {
      const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
      const shown =
        example === undefined ? '' : `<pre tabindex="0"><code>${escape(text)}</code></pre>`
      return `<p><code>${escape(type)}</code>: ${typeOf(schema)}</p>${renderFields(schema)}${shown}`
    })
    .join('')
}

function renderComponent([name, schema]: [string, JsonSchema]): string {
  const fields = renderFields(schema)
  return `<article id="${anchor('schema', name)}"><h3><a href="#${anchor('schema', name)}">${escape(name)}</a></h3>${fields || `<p>${typeOf(schema)}</p>`}</article>`
}

function renderFields({ properties, required = [] }: JsonSchema): string {
  if (!properties) return ''
  const rows = Object.entries(properties).map(
    ([name, schema]) =>
      `<tr><td><code>${escape(name)}</code></td><td>${typeOf(schema)}${required.includes(name) ? '' : ', optional'}${meaningOf(schema)}${nested(schema)}</td></tr>`,
  )
  return `<table>${rows.join('')}</table>`
}

function meaningOf({ description }: JsonSchema): string {
  return description ? `. ${inline(description)}` : ''
}

function nested(schema: JsonSchema): string {
  return renderFields(schema.properties ? schema : (schema.items ?? {}))
}

/** `string, 1 to 120 characters`, `list of Citation` with a link, `active or archived`. */
function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = nameOf({ $ref: schema.$ref })
    return `<a href="#${anchor('schema', name)}">${escape(name)}</a>`
  }
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum) return schema.enum.map(code).join(' or ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeOf).join(' or ')
  if (schema.items) return `list of ${typeOf(schema.items)}${bounds(schema)}`
  const types = [schema.type ?? 'anything'].flat().join(' or ')
  return `${escape(schema.format ? `${types} (${schema.format})` : types)}${bounds(schema)}`
}

function bounds(schema: JsonSchema): string {
  const [least, most, unit] =
    schema.type === 'array'
      ? [schema.minItems, schema.maxItems, ' entries']
      : schema.type === 'string'
        ? [schema.minLength || undefined, schema.maxLength, ' characters']
        : [schema.minimum, schema.maximum, '']
  if (least === undefined && most === undefined) return ''
  if (most === undefined) return `, at least ${least}${unit}`
  return least === undefined ? `, at most ${most}${unit}` : `, ${least} to ${most}${unit}`
}

function isReference(value: Response | Reference): value is Reference {
  return '$ref' in value
}

function nameOf({ $ref }: Reference): string {
  return $ref.split('/').at(-1) ?? ''
}

/** Operations have their own names; a topic and a schema may share one. */
function anchor(kind: 'about' | 'schema', name: string): string {
  return `${kind}-${encodeURIComponent(name.replaceAll(' ', '-'))}`
}

function code(value: unknown): string {
  return `<code>${escape(String(value))}</code>`
}

function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map((part) => `<p>${inline(part).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}

function inline(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
