import { expect, test } from 'vitest'
import { kinds, read } from './read.ts'

test.each([
  [
    'Sphinx',
    '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Moor.</p><ul><li>Tie.</li></ul></div>',
    'warning',
    'Warning',
  ],
  [
    'Docusaurus',
    '<div class="theme-admonition theme-admonition-tip admonition_x alert alert--success"><div class="admonitionHeading_x"><span class="admonitionIcon_x"><svg></svg></span>My title</div><div><p>Moor.</p><ul><li>Tie.</li></ul></div></div>',
    'tip',
    'My title',
  ],
  [
    'Starlight',
    '<aside aria-label="Caution" class="starlight-aside starlight-aside--caution"><p class="starlight-aside__title" aria-hidden="true">Caution</p><div><p>Moor.</p><ul><li>Tie.</li></ul></div></aside>',
    'caution',
    'Caution',
  ],
  [
    'GitHub',
    '<div class="markdown-alert markdown-alert-important"><p class="markdown-alert-title">Important</p><p>Moor.</p><ul><li>Tie.</li></ul></div>',
    'important',
    'Important',
  ],
  [
    'DocBook',
    '<div class="note"><h3 class="title">Note</h3><p>Moor.</p><ul><li>Tie.</li></ul></div>',
    'note',
    'Note',
  ],
  ['ARIA', '<div role="note"><p>Moor.</p><ul><li>Tie.</li></ul></div>', 'note', undefined],
])(
  'an admonition of %s is named with each of its blocks, as is its title',
  async (_, note, kind, title) => {
    const { sections } = await read('a.html', `<h1>A</h1><p>Come.</p>${note}<p>Leave.</p>`)

    const told = sections[0]?.blocks.map(({ kind, admonition, title }) => [kind, admonition, title])
    expect(told).toEqual([
      ['paragraph', undefined, undefined],
      ['paragraph', kind, title],
      ['bullets', kind, title],
      ['paragraph', undefined, undefined],
    ])
  },
)

test('a page in an element of such a name is no admonition', async () => {
  const html = `<div class="info"><h1>A</h1><p>Come.</p><h2>B</h2><p>Leave.</p></div>`

  const { sections } = await read('a.html', html)

  expect(sections.flatMap(({ blocks }) => blocks).every((block) => !block.admonition)).toBe(true)
})

test('captions of figures and tables are told as such', async () => {
  const figure =
    '<figure><img src="a.png" alt="A tug at work"><figcaption>Figure 1. <b>Towing</b></figcaption></figure>'
  const table =
    '<table><caption>Prices</caption><tr><th>Ship</th><th>Fee</th></tr><tr><td>Tug</td><td>9</td></tr></table>'

  expect(await kinds('a.html', figure + table)).toEqual([
    ['paragraph', expect.stringContaining('A tug at work')],
    ['caption', 'Figure 1. **Towing**'],
    ['caption', '**Prices**'],
    ['table', expect.stringContaining('| Tug | 9 |')],
  ])
})

test('what a page says of itself is its description, unless that is its title or the site’s', async () => {
  const page = (said: string) =>
    `<title>Berths in the harbour</title><meta name="description" content="${said}"><p>Moor.</p>`
  const described = async (said: string) => (await read('a.html', page(said))).description

  expect(await described('How to  moor a ship.')).toBe('How to moor a ship.')
  expect(await described('Berths in the harbour')).toBe('')
})

test.each([
  [
    'a task of DITA',
    '<div class="topic task"><h2>Moor</h2><ol><li>Tie.</li></ol></div>',
    'procedure',
  ],
  [
    'a procedure of DocBook below its heading',
    '<h2>Moor</h2><p>To moor:</p><div class="procedure"><ol><li>Tie.</li></ol></div>',
    'procedure',
  ],
  [
    'a reference page of DocBook',
    '<div class="refentry"><h2>moor</h2><p>Moors.</p></div>',
    'reference',
  ],
  ['a cause', '<section class="cause"><h2>Why</h2><p>The rope is old.</p></section>', 'cause'],
  [
    'a remedy of DITA',
    '<section class="section remedy"><h2>Then</h2><p>Buy one.</p></section>',
    'solution',
  ],
  [
    'a glossary',
    '<h2>Words</h2><dl class="glossary"><dt>Tug</dt><dd>A ship.</dd></dl>',
    'glossary',
  ],
  [
    'a question in microdata',
    '<div itemscope itemtype="https://schema.org/Question"><h2>Who?</h2><p>We.</p></div>',
    'question',
  ],
  ['no such class', '<div class="content"><h2>Moor</h2><p>Tie.</p></div>', undefined],
])('the role of a section: %s', async (_, html, role) => {
  const { sections } = await read('a.html', `<h1>A</h1><p>Text.</p>${html}`)

  expect(sections.map((section) => section.role)).toEqual([undefined, role])
})

test('a whole page has the role of the element that holds its content', async () => {
  const { sections } = await read(
    'a.html',
    '<article class="task"><h1>Moor</h1><p>Tie.</p></article>',
  )

  expect(sections.map(({ role }) => role)).toEqual(['procedure'])
})

test('the roles that a page tells machines of are those of its sections', async () => {
  const told = (data: unknown) =>
    `<script type="application/ld+json">${JSON.stringify(data)}</script>`
  const question = {
    '@type': 'Question',
    name: 'Who tows?',
    acceptedAnswer: { text: 'The tug does.' },
  }
  const faq = told({ '@type': 'FAQPage', mainEntity: [question] })
  const howTo = told({ '@type': 'HowTo', name: 'Moor' })

  const asked = await read('a.html', `${faq}<h2>Who tows?</h2><p>The tug does.</p>`)
  const unshown = await read('a.html', `${faq}<p>Ask us.</p>`)
  const moored = await read(
    'a.html',
    `${howTo}<h2>Moor</h2><ol><li>Tie.</li></ol><h2>More</h2><p>Text</p>`,
  )

  expect(asked.sections.map(({ role }) => role)).toEqual(['question'])
  expect(unshown.sections.map(({ role }) => role)).toEqual([undefined, 'question'])
  expect(moored.sections.map(({ role }) => role)).toEqual(['procedure', undefined])
})

test('lines of code alone in a paragraph are a block of code', async () => {
  const html = '<p><code>tie --now<br>\n  wait</code></p><p>Then <code>leave<br></code>.</p>'

  expect(await kinds('a.html', html)).toEqual([
    ['code', '```\ntie --now\n  wait\n```'],
    ['paragraph', 'Then `leave`.'],
  ])
})

test('footnotes in asides of the content are read, lists of links there are not', async () => {
  const html =
    '<main><p>Come.</p><aside class="footnote"><p>Since May, by law.</p></aside><aside><a href="/a">Other</a></aside></main><aside><p>Our newsletter</p></aside>'

  expect(await kinds('a.html', html)).toEqual([
    ['paragraph', 'Come.'],
    ['paragraph', 'Since May, by law.'],
  ])
})
