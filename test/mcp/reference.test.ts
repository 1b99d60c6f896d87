import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect, start } from './client.ts'

test('the API reference names every tool, resource and prompt, with its arguments', async () => {
  const service = await start()
  const client = await connect(service, service.tenant.keys.owner)
  const reference = await readFile(join(import.meta.dirname, '../../docs/api.md'), 'utf8')
  const section = reference.match(/^## MCP\n.*?(?=^## )/ms)?.[0] ?? ''

  const { tools } = await client.listTools()
  const { resourceTemplates } = await client.listResourceTemplates()
  const { prompts } = await client.listPrompts()

  expect(rowsOf(section, 'Tool').map(([name, , args]) => [name, args])).toEqual(
    tools.map(({ name, inputSchema: { properties = {}, required = [] } }) => [
      name,
      Object.keys(properties)
        .map((argument) => (required.includes(argument) ? argument : `${argument}?`))
        .join(', '),
    ]),
  )
  expect(rowsOf(section, 'Resource').map(([template]) => template)).toEqual(
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
  )
  expect(rowsOf(section, 'Prompt').map(([name, args]) => [name, args])).toEqual(
    prompts.map(({ name, arguments: args = [] }) => [
      name,
      args.map((each) => each.name).join(', '),
    ]),
  )
})

/** The cells of the table whose first column has a title, as plain text. */
function rowsOf(section: string, title: string): string[][] {
  const [, , ...rows] =
    section.match(new RegExp(`^\\| ${title} \\|(?:.*\\n\\|)*.*`, 'm'))?.[0].split('\n') ?? []
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  )
}
