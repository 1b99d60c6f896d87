import { slug } from 'github-slugger'
import { createJsonSchemas } from '../../server/contract/json-schema.ts'
import { tools } from '../../server/contract/mcp.ts'
import { roles } from '../../server/contract/member.ts'
import { namedSchemas } from '../../server/contract/openapi.ts'
import { type Operation, permissions } from '../../server/contract/operation.ts'
import { sourceTypes } from '../../server/contract/source-types.ts'
import { permissionsOf, supportPermissions } from '../../server/identity/permissions.ts'
import { inputRows, shapeOf, tableOf, tableRows } from './fields.ts'
import { createOperationText } from './operation-text.ts'

/** A file of docs/api: Markdown with headings of operations and `{{tables}}`. */
export interface Part {
  name: string
  text: string
}

/**
 * The API reference: the parts in their order, below each heading of an operation what the contract
 * says of it. Throws when a heading names no operation, or an operation has none or no summary.
 */
export function writeReference(parts: Part[], operations: Record<string, Operation>): string {
  const schemas = createJsonSchemas(namedSchemas())
  const textOf = createOperationText(schemas)
  const missing = new Map(Object.entries(operations))
  const joined = parts.map(({ name, text }) =>
    text.trim().replace(/^### ([A-Z]+ \/\S+)$/gm, (title, heading: string) => {
      const declared = missing.get(heading)
      if (!declared) throw new Error(`docs/api/${name}: ${heading} is no operation, or is twice.`)
      missing.delete(heading)
      return `${title}\n\n${textOf(name, heading, declared)}`
    }),
  )
  const [unwritten] = missing.keys()
  if (unwritten) throw new Error(`${unwritten} needs a heading with an example in docs/api.`)
  const document = joined.join('\n\n')
  const tables: Record<string, () => string> = {
    contents: () => contentsOf(document),
    permissions: permissionTable,
    'source types': sourceTable,
    'mcp tools': toolTable,
  }
  const filled = document.replace(/^\{\{(.+)\}\}$/gm, (_, name: string) => {
    const write = tables[name]
    if (!write) throw new Error(`There is no table {{${name}}}.`)
    return write()
  })
  return `${filled}\n`

  function sourceTable(): string {
    const rows = Object.entries(sourceTypes).flatMap(([type, { Config, credentials }]) => {
      const kinds = credentials.map((kind) => `\`${kind}\``).join(', ')
      const beside = { name: 'credentials', text: `beside \`config\`: ${kinds}` }
      const fields = inputRows(schemas.write(Config), schemas.components)
      return tableRows(kinds ? [...fields, beside] : fields).map((row) => [`\`${type}\``, ...row])
    })
    return tableOf(['Type', 'Field', ''], rows)
  }

  function toolTable(): string {
    const all = Object.entries(tools)
    const rows = all.map(([name, { permission, description, input, output }]) => {
      const { properties = {}, required = [] } = schemas.write(input)
      const given = Object.keys(properties).map(
        (field) => `\`${field}${required.includes(field) ? '' : '?'}\``,
      )
      const result = `${description} Result: \`${shapeOf(schemas.write(output), {})}\``
      return [`\`${name}\``, `\`${permission}\``, given.join(', '), result]
    })
    const fields = all.flatMap(([tool, { input }]) =>
      tableRows(inputRows(schemas.write(input), {})).map((row) => [`\`${tool}\``, ...row]),
    )
    return [
      tableOf(['Tool', 'Permission', 'Arguments', 'Result'], rows),
      tableOf(['Of', 'Argument', ''], fields),
    ].join('\n\n')
  }
}

function contentsOf(document: string): string {
  const titles = [...document.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title)
  return titles.map((title) => `- [${title}](#${slug(title)})`).join('\n')
}

/** Permissions that the same roles have share a row. */
function permissionTable(): string {
  const columns = [...roles.map((role) => permissionsOf[role]), supportPermissions]
  const rows = new Map<string, string[]>()
  for (const permission of permissions) {
    const granted = columns.map((column) => (column.has(permission) ? 'yes' : 'no')).join(' | ')
    rows.set(granted, [...(rows.get(granted) ?? []), `\`${permission}\``])
  }
  return tableOf(
    ['Permission', ...roles, 'support session'],
    [...rows].map(([granted, names]) => [names.join(', '), granted]),
  )
}
