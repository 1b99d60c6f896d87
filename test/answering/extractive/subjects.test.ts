import { expect, test } from 'vitest'
import { answer } from './model.ts'

test.each([
  ['Drop Line', 'Removes the rope from the bollard.', '**Drop Line**: '],
  ['Drop Line', 'This command takes the rope from the bollard.', '**Drop Line**: '],
  ['3.2 Rope (left)', 'Sets how long the rope from the bollard may be.', ''],
  ['Rope, left', 'Sets how long the one from the bollard may be.', '**Rope, left**: '],
  ['--rope-length=<n>', 'The metres from the bollard to the boat.', '`--rope-length`: '],
  ['RopeLength', 'The metres from the bollard to the boat.', '`RopeLength`: '],
])(
  'a sentence that tells of its heading has that in front: %s, %s',
  async (heading, told, label) => {
    expect(await answer('rope of the bollard', `## ${heading}\n\n${told}`)).toBe(
      `${label}${told} [1]`,
    )
  },
)

test.each([
  ['Drop Line', 'Drop Line removes the rope from the bollard.'],
  ['Drop Line', 'This is how the rope leaves the bollard.'],
  ['Drop Line', 'Sets of rope lie on the bollard.'],
  ['Drop Line', 'Thus the rope stays on the bollard.'],
  ['Overview', 'Removes the rope from the bollard.'],
  ['What does it do?', 'Removes the rope from the bollard.'],
  ['RopeLength', 'The RopeLength from the bollard to the boat.'],
])('a heading is not repeated, nor one that names nothing: %s, %s', async (heading, told) => {
  expect(await answer('rope of the bollard', `## ${heading}\n\n${told}`)).toBe(`${told} [1]`)
})

test('only the first sentence below a heading has it in front', async () => {
  const text = await answer(
    'rope of the bollard',
    '## Drop Line\n\nRemoves the rope from the bollard. Sets the bollard free.',
  )

  expect(text).toBe('**Drop Line**: Removes the rope from the bollard. Sets the bollard free. [1]')
})
