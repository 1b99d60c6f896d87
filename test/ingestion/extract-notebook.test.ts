import { expect, test } from 'vitest'
import { kinds, outline, read } from './read.ts'

function notebook(cells: object[], metadata: object = { language_info: { name: 'python' } }) {
  return JSON.stringify({ nbformat: 4, metadata, cells })
}

test('a notebook is its Markdown, its code and what the code printed', async () => {
  const source = notebook([
    { cell_type: 'markdown', source: ['# Sales\n', '\n', 'By year.\n', '\n', '## Load'] },
    {
      cell_type: 'code',
      source: 'print("a ```")\nrows',
      outputs: [
        { output_type: 'stream', text: ['a ```\n'] },
        { output_type: 'execute_result', data: { 'text/plain': '12', 'image/png': 'iVBOR' } },
        { output_type: 'error', traceback: ['NameError'] },
      ],
    },
    { cell_type: 'raw', source: 'left out' },
    { cell_type: 'code', source: [], outputs: [] },
  ])

  expect((await read('a.ipynb', source)).title).toBe('Sales')
  expect(await outline('a.ipynb', source)).toEqual([
    ['', null],
    ['Load', 'load'],
  ])
  expect(await kinds('a.ipynb', source)).toEqual([
    ['paragraph', 'By year.'],
    ['code', '````python\nprint("a ```")\nrows\n````'],
    ['code', '````\na ```\n\n````'],
    ['code', '```\n12\n```'],
  ])
})

test('a long output ends after 2,000 characters', async () => {
  const outputs = [{ output_type: 'stream', text: 'x'.repeat(5000) }]
  const [, [, output = ''] = []] = await kinds(
    'a.ipynb',
    notebook([{ cell_type: 'code', source: 'print()', outputs }], {}),
  )

  expect(output).toBe(`\`\`\`\n${'x'.repeat(2000)}\n\`\`\``)
})

test('a notebook without cells is `empty`, what is none `malformed`', async () => {
  await expect(read('a.ipynb', notebook([]))).rejects.toMatchObject({ code: 'empty' })
  for (const source of ['{"cells": 1}', '{"worksheets": []}', '{"cells": [', 'Hello', '']) {
    await expect(read('a.ipynb', source)).rejects.toMatchObject({ code: 'malformed' })
  }
})
