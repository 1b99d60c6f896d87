import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('the documentation has a row for each section of the bench, and for no other', () => {
  const kinds = ['outside', 'inside'].map((kind) => readdirSync(join(root, 'bench', kind)))
  const [, text = ''] = readFileSync(join(root, 'docs/contributing.md'), 'utf8').split(
    '\n## Measure speed and memory\n',
  )
  const [own = ''] = text.split('\n## ')

  const rows = [...own.matchAll(/^\| `([a-z][\w-]*)` /gm)].map(([, name]) => name)
  expect(rows.sort()).toEqual(
    kinds
      .flat()
      .map((file) => parse(file).name)
      .sort(),
  )
})
