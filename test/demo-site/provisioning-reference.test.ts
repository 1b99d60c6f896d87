/** The tables of the provisioning file's fields, beside the schema that it is checked by. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Provisioning } from '../../server/provisioning/file.ts'

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
}

const page = new URL('../../demo-site/knowledge/self-hosting.md', import.meta.url)
const text = readFileSync(page, 'utf8')
const schema = z.toJSONSchema(Provisioning, { io: 'input', unrepresentable: 'any' }) as Schema
const organization = schema.properties?.organizations?.items

/** Name and default of each field in the table with this heading. */
function tableOf(heading: string): [name: string, byDefault: string][] {
  const [, rows = ''] = text.split(`| ${heading} | Type | Default | Example |\n|---|---|---|---|\n`)
  return rows
    .slice(0, rows.indexOf('\n\n'))
    .split('\n')
    .map((row) => row.split(' | '))
    .map(([name = '', , byDefault = '']) => [
      name.replace(/^\| /, '').replaceAll('`', ''),
      byDefault,
    ])
}

test.each([
  ['Field of an organization', organization],
  ['Field of a user', organization?.properties?.users?.items],
  ['Field of an API key', organization?.properties?.api_keys?.items],
  ['Field of a collection', organization?.properties?.collections?.items],
  ['Field of a source', organization?.properties?.collections?.items?.properties?.sources?.items],
  ['Field of an assistant', organization?.properties?.assistants?.items],
  ['Field of a widget deployment', organization?.properties?.widget_deployments?.items],
  ['Field of a curated answer', organization?.properties?.curated_answers?.items],
])('the reference lists each %s, and which are required', (heading, declared) => {
  const listed = tableOf(heading)
  const required = listed.filter(([, byDefault]) => byDefault === 'required')

  expect(listed.map(([name]) => name).toSorted()).toEqual(
    Object.keys(declared?.properties ?? {}).toSorted(),
  )
  expect(required.map(([name]) => name).toSorted()).toEqual(declared?.required?.toSorted())
})
