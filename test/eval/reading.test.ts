import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lossOf } from '../../eval/reading/loss.ts'
import { measureReading } from '../../eval/reading/measure.ts'
import { readFolder } from '../../eval/reading/pages.ts'
import { shownLetters } from '../../eval/reading/plain.ts'
import { piecesOf } from '../../eval/reading/rendered.ts'
import { residueIn } from '../../eval/reading/residue.ts'
import { reportReading } from '../../eval/reading/run.ts'
import { lettersOf } from '../../server/text/letters.ts'

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'reading-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

async function measured(files: Record<string, string>, rendered?: Record<string, string>) {
  return measureReading(await readFolder(folderOf(files), rendered ? folderOf(rendered) : null))
}

const kindsIn = (markdown: string, rendered: string | null = null) =>
  residueIn(markdown, rendered).map(({ kind }) => kind)

test.each([
  ['An arrow &rarr; and a blank&#x20;', ['entity', 'entity']],
  ['See [it](https://x.test){:target="_blank"}.', ['attributes']],
  ['A title {#id .class}', ['attributes']],
  ['Since {{ version }} and {% raw %}', ['template', 'template']],
  ['The {product} is ready.', ['braces']],
  ['Press <Kbd>Enter</Kbd>.', ['tag', 'tag']],
  ["import Tabs from '@theme/Tabs'", ['import']],
  ['See :ref:`installing`.', ['role']],
  ['Text\n[1]\nText', ['marker']],
  ['Text\n\n:::', ['marker']],
  [':::tip Title', ['marker']],
  ['!!! note', ['marker']],
  ['- ---', ['marker']],
])('%s has markup', (markdown, kinds) => {
  expect(kindsIn(markdown)).toEqual(kinds)
})

test.each([
  'Code `&rarr; {x} <b>` is code, as is `` `<b>` ``.',
  '```jsx\n<Tabs>{x}</Tabs>\n:::\n```',
  '- An item\n  ```\n  {{ x }}\n  ```\n- Another',
  'Escaped \\<b> and <https://x.test>.',
  '| Name | Value |\n| --- | --- |\n| a |  |',
  '> A quotation\n>\n> goes on.',
  '1. One\n   - nested',
  'a < b and c > d',
])('%s has none', (markdown) => {
  expect(kindsIn(markdown)).toEqual([])
})

test('text that the rendered page shows is no markup', () => {
  expect(kindsIn('Call it with {id} and {name}.', 'Callitwith{id}.')).toEqual(['braces'])
})

const page = (main: string, around = '') =>
  `<html><head><title>T</title></head><body>${around}<main>${main}</main></body></html>`
const lossOfRead = (html: string, read: string, source = '') =>
  lossOf(
    piecesOf(html),
    { read: shownLetters(read), written: lettersOf(read), source: lettersOf(source) },
    ({ isLinks }) => isLinks,
  )

test('words and code that the rendered page has and the read text lacks are lost', () => {
  const html = page(
    '<h1>Berths</h1><p>A berth takes one ship at a time.</p><pre>dock --now\nwait</pre>',
  )

  const whole = lossOfRead(
    html,
    '# Berths\n\nA **berth** takes one ship at a time.\n\n```sh\ndock --now\nwait\n```',
  )
  const part = lossOfRead(html, 'Berths\n\nA berth takes one.\n\n```\ndock --now\n```')

  expect(whole).toMatchObject({ words: 9, lostWords: 0, codeChars: 13, lostCodeChars: 0 })
  expect(part).toMatchObject({ words: 9, lostWords: 4, lostCodeChars: 4 })
})

test('words that the generator adds are lost ones that are not in the file', () => {
  const html = page('<p>A berth takes one ship. Read about berths below.</p>')

  const loss = lossOfRead(html, 'A berth takes.', 'A berth takes **one ship**.')

  expect(loss).toMatchObject({ words: 9, lostWords: 6, lostWritten: 2 })
})

test('links and what stands outside of the main text may be dropped, and are listed', () => {
  const html = page('<a href="/">Home</a><p>Text of its own.</p>', '<div>Banner of the site</div>')

  const loss = lossOfRead(html, 'Text of its own.')

  expect(loss).toMatchObject({ words: 4, lostWords: 0 })
  expect(loss.dropped.map(({ piece }) => piece.text)).toEqual(['Banner of the site', 'Home'])
})

test('what generators number is not missed, nor are addresses in code', () => {
  const code = '![A](https://x.test/a.png)'
  const html = page(
    `<p>It lasts<sup class="footnote"><a href="#n">1</a></sup>.</p><p>1.2. <a href="#x">Parts</a></p><pre>${code}</pre>`,
  )

  const loss = lossOfRead(html, `It lasts.\n\n\`\`\`\n${code}\n\`\`\``)

  expect(loss).toMatchObject({ words: 2, lostWords: 0, lostCodeChars: 0 })
})

test('a folder is measured as the product reads it', async () => {
  const reading = await measured({
    'a.md': `# A\n\nText with &nbsp;one.\n\n## B\n\n${'Long text. '.repeat(400)}`,
    'b.md': '',
    'c.html': page('<p>Words.</p><pre>x = 1</pre>'),
    'd.png': '',
  })

  expect(reading).toMatchObject({
    pages: 2,
    unread: { empty: 1 },
    cut: 1,
    empty: 0,
    loss: { words: 1, lostWords: 0, codeChars: 3, lostCodeChars: 0 },
  })
})

test('a text that stands on many pages looks like furniture', async () => {
  const pages = Array.from({ length: 20 }, (_, at) => [
    `${at}.md`,
    `# ${at}\n\nThis is page number ${at}.\n\nAll about harbours\n`,
  ])
  const furnished = await measured(Object.fromEntries(pages))
  const once = await measured({ 'a.md': '# A\n\nAll about harbours\n' })

  expect(furnished.furniture).toBe(20)
  expect(once.furniture).toBe(0)
})

test('a source is compared with the rendered page of its name', async () => {
  const source = {
    'guide/index.md': '# Guide\n\nRead me first.\n',
    'other.md': '# Other\n\nWords.\n',
  }

  const { loss } = await measured(source, {
    'guide.html': page('<p>Read me first, then the rest.</p>'),
  })

  expect(loss).toMatchObject({ words: 6, lostWords: 3 })
})

test('the report names dialects, and lists what was dropped in a file', async () => {
  const folder = folderOf({
    'a.md': '---\ntitle: A\n---\n\n:::note\nText\n:::\n',
    'b.html': page('<p>Words.</p>', '<nav>Elsewhere</nav>'),
  })
  const furniture = join(folder, 'furniture.tsv')

  const report = await reportReading([folder], { rendered: [], furniture, json: false })

  expect(report).toContain('front matter 1')
  expect(report).toContain('container ::: 1')
  expect(readFileSync(furniture, 'utf8')).toContain('b.html\tElsewhere')
})
