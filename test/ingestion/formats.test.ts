import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formats, mediaTypeOf } from '../../server/ingestion/formats.ts'

const root = join(import.meta.dirname, '../..')

test('the documentation lists every format, with its extensions', async () => {
  const page = await readFile(join(root, 'demo-site/knowledge/knowledge.md'), 'utf8')
  const behaviour = await readFile(join(root, 'docs/behaviour.md'), 'utf8')

  const table = page.split(/^\| Format \|.*$/m)[1]?.split('\n\n')[0] ?? ''
  const rows = table.split('\n').slice(2)
  const listed = rows.map((row) => ({
    name: /^\| ([\w ]*\w)/.exec(row)?.[1],
    extensions: Array.from(row.matchAll(/`\.(\w+)`/g), ([, extension]) => extension),
  }))
  const rule =
    behaviour
      .split(/^### Formats$/m)[1]
      ?.split(/^###/m)[0]
      ?.replace(/\s+/g, ' ') ?? ''

  expect(listed).toEqual(formats.map(({ name, extensions }) => ({ name, extensions })))
  expect(formats.filter(({ name }) => !rule.toLowerCase().includes(name.toLowerCase()))).toEqual([])
})

test('no two formats share an extension or a media type', () => {
  for (const key of ['extensions', 'mediaTypes'] as const) {
    const all = formats.flatMap((format) => format[key])

    expect(new Set(all).size).toBe(all.length)
  }
})

test('a file has the media type of its extension, whatever else its name holds', () => {
  expect(mediaTypeOf('docs/v1.2/Guide.MDX')).toBe('text/markdown')
  expect(mediaTypeOf('rows.ndjson')).toBe('application/x-ndjson')
  expect(mediaTypeOf('notes')).toBeUndefined()
  expect(mediaTypeOf('a.constructor')).toBeUndefined()
  expect(mediaTypeOf('a.md/b')).toBeUndefined()
})
