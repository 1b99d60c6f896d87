import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceTypes } from '../../server/contract/source-types.ts'

const root = join(import.meta.dirname, '../..')

test.each(Object.entries(sourceTypes))(
  'the source type %s is documented with every field of its configuration',
  async (type, { Config }) => {
    const fields = Object.keys(Config.shape)
    const reference = await readFile(join(root, 'docs/api.md'), 'utf8')
    const knowledge = await readFile(join(root, 'demo-site/knowledge/knowledge.md'), 'utf8')

    const inKnowledge = knowledge.match(new RegExp(`^\\| \`${type}\` \\|.*$`, 'm'))?.[0]

    expect(reference.match(/^\| `type` \|.*$/gm)).toContainEqual(
      expect.stringContaining(`\`${type}\``),
    )
    const rows = reference.split('\n').filter((row) => row.startsWith(`| \`${type}\` |`))
    const inReference = rows.flatMap((row) => row.split('|')[2]?.trim().split(', ') ?? [])
    expect(inReference).toEqual(expect.arrayContaining(fields.map((field) => `\`${field}\``)))
    expect(inKnowledge).toBeDefined()
    expect(fields.filter((field) => !inKnowledge?.includes(`\`${field}\``))).toEqual([])
  },
)
