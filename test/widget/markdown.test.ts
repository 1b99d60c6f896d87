import { expect } from 'chai'
import * as fc from 'fast-check'
import { type ComponentChildren, Fragment, isValidElement, type VNode } from 'preact'
import { Code } from '../../widget/components/Code.tsx'
import { Link } from '../../widget/components/Link.tsx'
import { Marker } from '../../widget/components/Marker.tsx'
import { Memo } from '../../widget/components/Memo.tsx'
import { Table } from '../../widget/components/Table.tsx'
import { createMarkdown } from '../../widget/markdown.tsx'
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
    const drawn = whole(example)

    expect(kindsOf(drawn)).to.deep.equal('h4 p list list blockquote table code hr p'.split(' '))
    expect(plainText(drawn)).to.include('Create a deployment, then paste the tag.')
    expect(plainText(drawn)).to.include('npm start\n  npm test')
    expect(plainText(drawn)).to.include('b | c, 2')
  })

  it('numbers a list as it was written', () => {
    expect(markup(whole('3. third\n4. fourth'))).to.equal(
      '<list><ol start=3><li><p>third</p></li><li><p>fourth</p></li></ol></list>',
    )
  })

  it('aligns the columns of a table', () => {
    expect(markup(whole('| a | b | c |\n|---|:-:|--:|\n| 1 | 2 | 3 |'))).to.equal(
      '<table><thead><tr><th>a</th><th data-align=center>b</th><th data-align=end>c</th></tr></thead>' +
        '<tbody><tr><td>1</td><td data-align=center>2</td><td data-align=end>3</td></tr></tbody></table>',
    )
  })

  it('makes a marker [n] a citation, close to the word before it', () => {
    expect(markup(whole('Yes [1], no[12].'))).to.equal('<p>Yes<cite 1>, no<cite 12>.</p>')
  })

  it('leaves names with underscores, sums and lone marks alone', () => {
    const text = 'snake_case_name, 2 * 3 * 4, a_b, [brackets], f(x)[i] and 5 * 5.'

    expect(markup(whole(text))).to.equal(`<p>${text}</p>`)
  })

  it('nests emphasis, and closes the inner mark first', () => {
    const em = '<em>b</em>'

    expect(markup(whole('***b***'))).to.equal(`<p><strong>${em}</strong></p>`)
    expect(markup(whole('**a *b***'))).to.equal(`<p><strong>a ${em}</strong></p>`)
    expect(markup(whole('**a *b* ~~c~~**'))).to.equal(
      `<p><strong>a ${em} <del>c</del></strong></p>`,
    )
    expect(markup(whole('**[*b*](https://docs.test)**'))).to.equal(
      `<p><strong><a https://docs.test>${em}</a></strong></p>`,
    )
    expect(markup(whole('**a*b**, `*` and **무엇**을'))).to.equal(
      '<p><strong>a*b</strong>, <code>*</code> and <strong>무엇</strong>을</p>',
    )
  })

  it('renders the same, whether it arrives whole or letter by letter', () => {
    const grown = grow(example).read(example, { growing: false })

    expect(markup(grown)).to.equal(markup(whole(example)))
  })

  it('starts again when the text is replaced', () => {
    const markdown = grow('One.\n\nTwo.\n\nThree.')

    expect(markup(markdown.read('Other.', { growing: false }))).to.equal('<p>Other.</p>')
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

  it('never shows raw marks or the wrong element for well-formed text', () => {
    fc.assert(
      fc.property(documents, (text) => {
        const kinds = kindsOf(whole(text))
        for (let end = 0; end <= text.length; end += 1) {
          const shown = createMarkdown().read(text.slice(0, end), { growing: true })
          const begun = JSON.stringify(text.slice(0, end))
          expect(visible(shown), begun).not.to.match(/[*`#~|>[\](]|^-|^\d+[.)]/m)
          const shownKinds = kindsOf(shown)
          expect(shownKinds, begun).to.deep.equal(kinds.slice(0, shownKinds.length))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('keeps closed blocks as the same objects', () => {
    const markdown = createMarkdown()
    const seen: VNode[] = []
    for (let end = 0; end <= example.length; end += 1) {
      const blocks = piecesOf(markdown.read(example.slice(0, end), { growing: true }))
      const closed = blocks.slice(0, -2)
      closed.forEach((block, index) => {
        expect(block).to.equal((seen[index] ??= block))
      })
    }
    expect(seen).to.have.length.greaterThan(5)
  })

  it('keeps the finished items, rows and lines of an open block as the same objects', () => {
    for (const text of [
      '- a\n- b\n- c',
      '| a |\n|---|\n| 1 |\n| 2 |\n| 3 |\n',
      '```\none\ntwo\nthr',
      `${'- many\n'.repeat(40)}- c`,
    ]) {
      const markdown = createMarkdown()
      const [before, after] = [text, `${text}x`].map((text) => {
        const [block] = piecesOf(markdown.read(text, { growing: true }))
        return piecesOf(block?.props.children)
      })
      expect(before, text).to.have.length.greaterThan(2)
      before?.slice(1, -2).forEach((piece, index) => {
        expect(after?.[index + 1] === piece, text).to.equal(true)
      })
    }
  })

  it('keeps a closed group as the same object', () => {
    const markdown = createMarkdown()
    const text = 'A paragraph.\n\n'.repeat(80)
    const groupsOf = (drawn: ComponentChildren) =>
      elements(drawn).map(({ props }) => props.children)

    const before = groupsOf(markdown.read(text, { growing: true }))
    const after = groupsOf(markdown.read(`${text}More`, { growing: true }))

    expect(after).to.have.length(3)
    expect(after[0] === before[0] && after[1] === before[1]).to.equal(true)
    expect(after[2] === before[2]).to.equal(false)
  })
})

describe('hostile text', () => {
  it('never throws, whatever the text and its length', () => {
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
        const grown = markdown.read(text, { growing: false })
        expect(markup(grown)).to.equal(markup(whole(text)))
      }),
      { numRuns: 300 },
    )
  })

  it('renders the same however it is cut into deltas', () => {
    const texts = fc.oneof(documents, fc.string({ unit: 'binary', maxLength: 80 }))
    fc.assert(
      fc.property(texts, fc.array(fc.nat({ max: 400 }), { maxLength: 12 }), (text, cuts) => {
        const markdown = createMarkdown()
        for (const cut of cuts.toSorted((a, b) => a - b)) {
          markdown.read(text.slice(0, cut), { growing: true })
        }
        const grown = markdown.read(text, { growing: false })
        expect(markup(grown)).to.equal(markup(whole(text)))
      }),
    )
  })

  it('is parsed in bounded time', () => {
    const milliseconds = (text: string) => {
      const started = performance.now()
      createMarkdown().read(text, { growing: true })
      createMarkdown().read(text, { growing: false })
      return performance.now() - started
    }
    const ofLength = (part: string) => part.repeat(40_000 / part.length)
    const ordinary = ofLength('A paragraph.\n\n')
    const limit = 250 * Math.min(...Array.from({ length: 5 }, () => milliseconds(ordinary)))
    const marks =
      '*a _b ,**,[,![a](,`,> ,- ,| a ,<http,[[a](b),~~,*_~~,***a ** ,[a](b ",_a, [1,(http://a.'
    for (const flood of [...marks.split(','), '`` \\', '\\', '- a\n', 'a\n']) {
      let least = Number.POSITIVE_INFINITY
      // Other programs can only make it longer.
      for (let tries = 0; tries < 5 && least >= limit; tries += 1) {
        least = Math.min(least, milliseconds(ofLength(flood)))
      }
      expect(least, flood).to.be.below(limit)
    }
  })

  it('keeps HTML as text and an image as its description', () => {
    expect(piecesOf(whole('<img src=x>'))[0]?.props.children).to.deep.equal(['<img src=x>'])
    expect(markup(whole('![a chart](https://evil.test/pixel.png)'))).to.equal('<p>a chart</p>')
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

function whole(text: string): ComponentChildren {
  return createMarkdown().read(text, { growing: false })
}

function grow(text: string) {
  const markdown = createMarkdown()
  for (let end = 0; end <= text.length; end += 1) {
    markdown.read(text.slice(0, end), { growing: true })
  }
  return markdown
}

type Element = VNode<{
  children?: ComponentChildren
  class?: string
  role?: string
  start?: number
  url?: string
  ordinal?: number
  'data-align'?: string
}>

function elements(drawn: ComponentChildren): Element[] {
  return [drawn].flat(9).filter((piece) => isValidElement(piece)) as Element[]
}

/** Wrappers that render only their children. */
function isGroup({ type, props }: Element): boolean {
  return (
    type === Memo ||
    type === Fragment ||
    type === 'thead' ||
    type === 'tbody' ||
    props.class === 'group'
  )
}

/** Blocks of an answer, items of a list, rows of a table, lines of code. */
function piecesOf(drawn: ComponentChildren): Element[] {
  return elements(drawn).flatMap((element) =>
    isGroup(element) ? piecesOf(element.props.children) : [element],
  )
}

function kindOf({ type, props }: Element): string {
  const components = new Map<unknown, string>([
    [Code, 'code'],
    [Link, 'a'],
    [Marker, 'cite'],
    [Table, 'table'],
  ])
  return components.get(type) ?? (props.role === 'list' ? 'list' : String(type))
}

function kindsOf(drawn: ComponentChildren): string[] {
  return piecesOf(drawn).map(kindOf)
}

/** Serializes vnodes, with the attributes that tests compare. */
function markup(drawn: ComponentChildren): string {
  if (Array.isArray(drawn)) return drawn.map(markup).join('')
  if (!isValidElement(drawn)) return typeof drawn === 'string' ? drawn : ''
  const element = drawn as Element
  const { children, start, url, ordinal, ...props } = element.props
  const kind = kindOf(element)
  if (kind === 'cite') return `<cite ${ordinal}>`
  if (element.type === Memo || element.type === Fragment || kind === 'div') return markup(children)
  const align = props['data-align'] && `data-align=${props['data-align']}`
  const tag = [kind, start && `start=${start}`, url, align].filter(Boolean).join(' ')
  return `<${tag}>${markup(children)}</${kind}>`
}

/** Visible text without code, where every mark is meant. */
function visible(drawn: ComponentChildren): string {
  const text = piecesOf(drawn).filter((block) => kindOf(block) !== 'code')
  return plainText(text).replaceAll(' | ', ' ')
}
