import { execFile } from 'node:child_process'
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { writeReference } from '../../scripts/api-docs/reference.ts'
import { Job } from '../../server/contract/job.ts'
import { operation } from '../../server/contract/operation.ts'

const root = join(import.meta.dirname, '../..')

const createRoom = operation({
  rule: 'behaviour.md#collections',
  summary: 'Create a room',
  description: 'A taken name is 409.',
  method: 'post',
  path: '/rooms',
  access: 'assistant.manage',
  body: z.strictObject({
    name: z.string().min(1).max(80).describe('Shown on the door.'),
    floor: z.int().min(0).max(9).default(1),
    kind: z.enum(['small', 'large']).nullish(),
  }),
  status: 201,
  reply: z.strictObject({ id: z.uuid(), door: z.string().describe("Its sign, or 'a | b'.") }),
})
const part = (text: string) => [{ name: '01-rooms.md', text }]

test('an operation is described below its heading, with its fields and before its example', () => {
  const written = writeReference(part('## Rooms\n\n### POST /rooms\n\n```sh\ncurl\n```\n'), {
    'POST /rooms': createRoom,
  })

  expect(written).toBe(`## Rooms

### POST /rooms

Create a room. A taken name is 409.
Access: \`assistant.manage\`. Answer: 201, \`{id, door}\`. [Rules](behaviour.md#collections).
Fields: \`door\`: Its sign, or 'a | b'.

| Body |  |
| --- | --- |
| \`name\` | required, 1 to 80 characters. Shown on the door. |
| \`floor\` | at most 9, default \`1\` |
| \`kind\` | \`small\`, \`large\` or \`null\` |

\`\`\`sh
curl
\`\`\`
`)
})

test('an object is written out where it is answered first, and linked from other topics', () => {
  const read = { ...createRoom, status: 200, reply: Job } as const
  const parts = ['### GET /a', '### GET /b\n\n### GET /c'].map((text, at) => ({
    name: `0${at}.md`,
    text,
  }))

  const written = writeReference(parts, { 'GET /a': read, 'GET /b': read, 'GET /c': read })

  const answers = written.split('### ').map((section) => section.match(/Answer: (.*?)[.,]/)?.[1])
  expect(answers).toEqual([
    undefined,
    expect.stringMatching(/^`Job` `\{id$/),
    '[`Job`](#get-a)',
    '`Job`',
  ])
})

test('an operation without a summary is refused by its name', () => {
  const unnamed = { ...createRoom, summary: ' ' }

  expect(() => writeReference(part('### POST /rooms'), { 'POST /rooms': unnamed })).toThrow(
    'POST /rooms needs a summary in server/contract.',
  )
})

test('an operation without a heading, and a heading without an operation, are refused', () => {
  expect(() => writeReference(part('## Rooms'), { 'POST /rooms': createRoom })).toThrow(
    'POST /rooms needs a heading with an example in docs/api.',
  )
  expect(() => writeReference(part('### GET /rooms'), {})).toThrow(
    'docs/api/01-rooms.md: GET /rooms',
  )
})

test('docs/api.md is what the contract and its parts give, and a difference is found', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'docs-'))
  try {
    await cp(join(root, 'docs'), copy, { recursive: true })
    const check = () =>
      promisify(execFile)(process.execPath, [join(root, 'scripts/api-docs.ts'), '--check', copy])

    await check()

    await appendFile(join(copy, 'api.md'), 'Written by hand.\n')
    await expect(check()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('run npm run docs'),
    })
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
})
