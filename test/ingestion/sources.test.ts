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

    const inReference = reference.match(/^\| `config` \|.*$/m)?.[0].split(`\`${type}\`: `)[1]
    const inKnowledge = knowledge.match(new RegExp(`^\\| \`${type}\` \\|.*$`, 'm'))?.[0]

    expect(reference.match(/^\| `type` \|.*$/gm)).toContainEqual(
      expect.stringContaining(`\`${type}\``),
    )
    for (const text of [inReference, inKnowledge]) {
      expect(text).toBeDefined()
      expect(fields.filter((field) => !text?.includes(`\`${field}\``))).toEqual([])
    }
  },
)
