import { expect } from 'chai'
import * as fc from 'fast-check'
import { linkTarget } from '../../widget/links.ts'
import { type Block, createMarkdown } from '../../widget/markdown.ts'
import { plainText } from '../../widget/plain-text.ts'

const example = `# Setting up **fast**

Create a *deployment* [1], then \`paste\` the tag.
See the [guide](https://docs.test/a_(b)) or https://docs.test/more.

- one
- two **bold**
  continued
  - nested

  after a gap
- three
  \`\`\`sh
  npm start
    npm test
  \`\`\`

3. third
4. fourth [2][3]

> quoted
> twice

| Name | Value |
|:-----|------:|
| a | **1** |
| b \\| c | 2 |

\`\`\`html
<b>not bold</b>

\`\`\`
---
***Both*** and ~~gone~~.`

describe('Markdown', () => {
  it('reads every construct', () => {
    const kinds = whole(example).map(({ kind }) => kind)

    expect(kinds).to.deep.equal(
      'heading paragraph list list quote table code rule paragraph'.split(' '),
    )
    expect(textOf(whole(example))).to.include('Create a deployment, then paste the tag.')
    expect(textOf(whole(example))).to.include('npm start\n  npm test')
    expect(textOf(whole(example))).to.include('b | c, 2')
  })

  it('numbers a list as it was written', () => {
    expect(whole('3. third\n4. fourth')).to.deep.include({
      kind: 'list',
      start: 3,
      children: [
        { kind: 'item', children: [paragraph('third')] },
        { kind: 'item', children: [paragraph('fourth')] },
      ],
    })
  })

  it('makes a marker [n] a citation, close to the word before it', () => {
    expect(whole('Yes [1], no[12].')).to.deep.equal([
      {
        kind: 'paragraph',
        children: [
          { kind: 'text', text: 'Yes' },
          { kind: 'cite', ordinal: 1 },
          { kind: 'text', text: ', no' },
          { kind: 'cite', ordinal: 12 },
          { kind: 'text', text: '.' },
        ],
      },
    ])
  })

  it('leaves names with underscores, sums and lone marks alone', () => {
    const text = 'snake_case_name, 2 * 3 * 4, a_b, [brackets], f(x)[i] and 5 * 5.'

    expect(whole(text)).to.deep.equal([paragraph(text)])
  })

  it('ends the same, whether it came whole or letter by letter', () => {
    expect(grow(example).read(example, { growing: false })).to.deep.equal(whole(example))
  })

  it('begins anew when the text is replaced', () => {
    const markdown = grow('One.\n\nTwo.\n\nThree.')

    expect(markdown.read('Other.', { growing: false })).to.deep.equal([paragraph('Other.')])
  })
})

describe('Markdown that is still growing', () => {
  it('never shows a half-open construct as its raw marks', () => {
    for (let end = 0; end <= example.length; end += 1) {
      const shown = visible(createMarkdown().read(example.slice(0, end), { growing: true }))
      expect(shown, JSON.stringify(example.slice(0, end).slice(-40))).not.to.match(
        /\*|`|^#|~|\]\(|\[\w*$|^\s*[|>]|^-/m,
      )
    }
  })

  it('never shows raw marks, nor takes one thing for another, whatever is well written', () => {
    fc.assert(
      fc.property(documents, (text) => {
        const kinds = whole(text).map(({ kind }) => kind)
        for (let end = 0; end <= text.length; end += 1) {
          const shown = createMarkdown().read(text.slice(0, end), { growing: true })
          const begun = JSON.stringify(text.slice(0, end))
          expect(visible(shown), begun).not.to.match(/[*`#~|>[\](]|^-|^\d+[.)]/m)
          expect(
            shown.map(({ kind }) => kind),
            begun,
          ).to.deep.equal(kinds.slice(0, shown.length))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('keeps what can no longer change as the same object', () => {
    const markdown = createMarkdown()
    const seen: Block[] = []
    for (let end = 0; end <= example.length; end += 1) {
      const blocks = markdown.read(example.slice(0, end), { growing: true })
      const closed = blocks.slice(0, -2)
      closed.forEach((block, index) => {
        expect(block).to.equal((seen[index] ??= block))
      })
    }
    expect(seen).to.have.length.greaterThan(5)
  })

  it('keeps the finished items, rows and lines of an open block as the same objects', () => {
    const list = openBlock('- a\n- b\n- c', 'list')
    const table = openBlock('| a |\n|---|\n| 1 |\n| 2 |\n| 3 |\n', 'table')
    const code = openBlock('```\none\ntwo\nthr', 'code')

    expect(list.before.children[0]).to.equal(list.after.children[0])
    expect(table.before.children[1]).to.equal(table.after.children[1])
    expect(code.before.children[0]).to.equal(code.after.children[0])
  })
})

describe('hostile text', () => {
  it('is read without throwing, whatever it is, and at every length', () => {
    const marks = fc.constantFrom(
      ...'* ** _ ` ``` ~ [ ] ( ) ! < > # - 1. | \\ a http:// [1] [a](b) |---|'.split(' '),
      ...'\n|\n\n| |  |\r|\u0000'.split('|'),
    )
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 60 }), (parts) => {
        const text = parts.join('')
        const markdown = createMarkdown()
        for (let end = 0; end <= text.length; end += 1) {
          markdown.read(text.slice(0, end), { growing: true })
        }
        expect(markdown.read(text, { growing: false })).to.deep.equal(whole(text))
      }),
      { numRuns: 300 },
    )
  })

  it('ends the same however it is cut', () => {
    const texts = fc.oneof(documents, fc.string({ unit: 'binary', maxLength: 80 }))
    fc.assert(
      fc.property(texts, fc.array(fc.nat({ max: 400 }), { maxLength: 12 }), (text, cuts) => {
        const markdown = createMarkdown()
        for (const cut of cuts.toSorted((a, b) => a - b)) {
          markdown.read(text.slice(0, cut), { growing: true })
        }
        expect(markdown.read(text, { growing: false })).to.deep.equal(whole(text))
      }),
    )
  })

  it('is read in time that does not explode', () => {
    const floods = ['*a _b ', '**', '[', '![a](', '`', '> ', '- ', '| a ', '<http', '[[a](b)', '~~']
    for (const flood of floods) {
      const started = performance.now()
      createMarkdown().read(flood.repeat(40_000 / flood.length), { growing: true })
      expect(performance.now() - started, flood).to.be.below(1000)
    }
  })

  it('keeps HTML as text and an image as its description', () => {
    expect(whole('<img src=x onerror=alert(1)>')).to.deep.equal([
      paragraph('<img src=x onerror=alert(1)>'),
    ])
    expect(whole('![a chart](https://evil.test/pixel.png)')).to.deep.equal([paragraph('a chart')])
  })
})

describe('links', () => {
  const citations = [
    { source_id: 's', ordinal: 1, title: '', url: 'https://www.docs.test/page', snippet: null },
  ].map((citation) => ({ ...citation, anchor: null, score: null }))

  it('lead only to the sites of the citations', () => {
    expect(linkTarget('https://docs.test/other', citations)).to.equal('https://docs.test/other')
    for (const url of [
      'https://evil.test/',
      'https://docs.test.evil.test/',
      'https://docs.test:81/',
    ]) {
      expect(linkTarget(url, citations), url).to.equal(null)
    }
  })

  it('lead nowhere but to the web', () => {
    const urls = [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'java\nscript:alert(1)',
      'vbscript:x',
      'data:text/html,x',
      'ftp://docs.test/',
      '//docs.test/',
      '/relative',
      'https://me:secret@docs.test/',
    ]
    for (const url of urls) expect(linkTarget(url, citations), url).to.equal(null)
  })
})

const words = fc
  .array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 3 })
  .map((list) => list.join(' '))

const runs = fc.oneof(
  words,
  ...['**W**', '*W*', '`W`', '~~W~~', '***W***', 'W [1]', '[W](https://docs.test/W)'].map((form) =>
    words.map((word) => form.replaceAll('W', word.replaceAll(' ', form.includes('/W') ? '' : ' '))),
  ),
)

const line = fc.array(runs, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '))

const documents = fc
  .array(
    fc.oneof(
      line,
      line.map((text) => `## ${text}`),
      fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => `- ${lines.join('\n- ')}`),
      fc.tuple(line, line).map(([one, two]) => `1. ${one}\n   - ${two}\n2. ${two}`),
      fc.tuple(line, line).map(([one, two]) => `| ${one} | b |\n|---|:-:|\n| ${two} | c |`),
      words.map((text) => `\`\`\`sh\n${text}\n\`\`\``),
      fc.tuple(line, line).map(([one, two]) => `> ${one}\n> ${two}`),
      fc.constant('---'),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((blocks) => blocks.join('\n\n'))

function whole(text: string): Block[] {
  return createMarkdown().read(text, { growing: false })
}

function grow(text: string) {
  const markdown = createMarkdown()
  for (let end = 0; end <= text.length; end += 1) {
    markdown.read(text.slice(0, end), { growing: true })
  }
  return markdown
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', children: [{ kind: 'text', text }] }
}

/** What a reader sees, code left out because there every mark is meant. */
function textOf(blocks: Block[]): string {
  return plainText({ kind: 'quote', children: blocks })
}

function visible(blocks: Block[]): string {
  return textOf(blocks.filter(({ kind }) => kind !== 'code')).replaceAll(' | ', ' ')
}

function openBlock<Kind extends Block['kind']>(text: string, kind: Kind) {
  const markdown = createMarkdown()
  const before = markdown.read(text, { growing: true })[0]
  const after = markdown.read(`${text}x`, { growing: true })[0]
  if (before?.kind !== kind || after?.kind !== kind) throw new Error(`Not a ${kind}.`)
  return { before: before as Block & { kind: Kind }, after: after as Block & { kind: Kind } }
}
