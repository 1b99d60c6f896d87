import { describe, expect, test } from 'vitest'
import { docx, pdf } from './documents.ts'
import { blocks, read } from './read.ts'

describe('Markdown', () => {
  test('front matter gives title, address and description', async () => {
    const source =
      '---\ntitle: "Refunds: how"\nurl: https://shop.test/refunds/\ndescription: Money back.\n---\nWithin 30 days.'

    const { title, url, description, sections } = await read('a.md', source)

    expect(title).toBe('Refunds: how')
    expect(url).toBe('https://shop.test/refunds/')
    expect(description).toBe('Money back.')
    expect(sections.map(({ blocks }) => blocks.map((block) => block.text))).toEqual([
      ['Within 30 days.'],
    ])
  })

  test('TOML front matter is read, broken YAML does not matter', async () => {
    expect((await read('a.md', '+++\ntitle = "Toml"\n[menu]\ntitle = "no"\n+++\nText')).title).toBe(
      'Toml',
    )
    expect((await read('a.md', '---\ntitle: Half: open\n  x: [\n---\nText')).title).toBe(
      'Half: open',
    )
  })

  test('headings make the path and the id the site itself makes, repeated ones counted', async () => {
    const source =
      '# Guide\n\nIntro.\n\n## Setup\n\nOne.\n\n### Notes\n\nTwo.\n\n## Setup\n\nThree.\n\n## Own {#mine}\n\nFour.\n\n<a id="old"></a>\n\n## Named\n\nFive.'

    const { title, sections } = await read('guide.md', source)

    expect(title).toBe('Guide')
    expect(sections.map(({ headings, fragment }) => [headings.join('/'), fragment])).toEqual([
      ['', null],
      ['Setup', 'setup'],
      ['Setup/Notes', 'notes'],
      ['Setup', 'setup-1'],
      ['Own', 'mine'],
      ['Named', 'old'],
    ])
  })

  test('MDX components leave their text, imports and expressions go', async () => {
    const source =
      "import { Note } from './note'\nexport const x = 1\n\n# Hi\n\n<Note type=\"warning\">\n  Take **care**.\n</Note>\n\n{/* hidden */}\n\nUse <Kbd>Tab</Kbd>{' '}now, and `<Keep />`.\n\n```tsx\n<Keep>{code}</Keep>\n```"

    expect(await blocks('a.mdx', source)).toEqual([
      'Take **care**.',
      'Use Tab now, and `<Keep />`.',
      '```tsx\n<Keep>{code}</Keep>\n```',
    ])
  })

  test("what a component is given to show is text: a table's rows, commands", async () => {
    const source =
      "<Properties\n  content={[\n    { name: 'model', type: 'Model<T>', description: \"The model's name.\" }, // first\n    { name: 'tools', properties: [{ name: 'a', description: 'Inner > all' }] },\n  ]}\n/>\n\n<Snippet text={['npm i ai', 'npm t']} />"

    expect(await blocks('a.mdx', source)).toEqual([
      "- `model` — `Model<T>` — The model's name.\n- `tools`\n  - `a` — Inner > all",
      '```\nnpm i ai\nnpm t\n```',
    ])
  })

  test('shortcodes, comments and HTML leave their text, code stays as it is', async () => {
    const source =
      '<!-- note -->\n{{< figure src="x.png" caption="The flow" >}}\n\n{{% def id="CA" name="Authority" abbr="CA" %}} Issues certificates. {{% /def %}}\n\n<div class="x">\n  <p>Inside</p>\n</div>\n\n<script>alert(1)</script>\n\n`{{< kept >}}` and a < b and Array<string>.'

    expect(await blocks('a.md', source)).toEqual([
      'The flow',
      '**Authority** (CA) Issues certificates.',
      'Inside',
      '`{{< kept >}}` and a < b and Array\\<string>.',
    ])
  })

  test.each([
    ['{% include nav.html %}Open {{ site.name }} at {{ page.place }}noon.', 'Open at noon.'],
    ['{% raw %}Write {{ name }} here.{% endraw %}', 'Write {{ name }} here.'],
    ['One.{% comment %}Two.{% endcomment %}', 'One.'],
    ['{% highlight sh %}\nnpm t\n{% endhighlight %}', '```sh\nnpm t\n```'],
    ['{% hint title="Take care" %}\nHot.\n{% endhint %}', '**Take care**\n\nHot.'],
    ['Text.\n{: .note}', 'Text.'],
    ['[Terms]({{ site.url }}/terms) and [post]({% link post.md %})', 'Terms and post'],
    [':::warning Take care\n\nHot.\n\n:::', '**Take care**\n\nHot.'],
    ['::: tip\nHot.\n:::', 'Hot.'],
    ['::video[The tour]{#tour}', '**The tour**'],
    ['The type ::Widget and {:ok, 1}.', 'The type ::Widget and {:ok, 1}.'],
    ['`{{ kept }}` and `{% kept %}`', '`{{ kept }}` and `{% kept %}`'],
  ])('template tags and directives leave their text: %j', async (source, text) => {
    expect((await blocks('a.md', source)).join('\n\n')).toBe(text)
  })

  test('an MDX module goes up to its end, an expression leaves its text', async () => {
    const source =
      "export const Note = () => {\n\n  return <b>x</b>\n}\n\nSend {'{braces}'} {count} times to {user.name}.\n\n## Set up {#own}"

    expect(await blocks('a.mdx', source)).toEqual(['Send {braces} times to .'])
  })

  test('links become absolute where the address is known, others and images their text', async () => {
    const source =
      '[a](/x) [b](../y.md#p) [c](#here) [d][ref] ![pic](p.png) [e](javascript:alert) [f](mailto:x@y.z) `[g](h)`\n\n[ref]: https://else.test/(1)'
    const links = { base_url: 'https://docs.test/' }

    expect(await blocks('guide/a.md', source, { links })).toEqual([
      '[a](https://docs.test/x) [b](https://docs.test/y#p) [c](https://docs.test/guide/a#here) [d](https://else.test/%281%29) pic e f `[g](h)`',
    ])
    expect(await blocks('guide/a.md', '[a](/x) [b](https://b.test)')).toEqual([
      'a [b](https://b.test)',
    ])
  })

  test('a page of nothing but brackets is read in no time', async () => {
    const { sections } = await read('a.md', '['.repeat(20_000) + '<a '.repeat(5000))

    expect(sections).toHaveLength(1)
  })
})

describe('HTML', () => {
  const page = `<!doctype html><html><head><meta charset="utf-8"><title>Prices — Shop</title>
    <link rel="canonical" href="https://shop.test/prices"></head><body><nav>Menu</nav>
    <main><h1 id="top">Prices</h1><p>See <a href="/terms">terms</a> &amp; <b>fees</b>.</p>
    <h2 id="list">List</h2><ul><li>One<ul><li>Inner</li></ul></li><li>Two</li></ul>
    <table><tr><th>Plan</th><th>Price</th></tr><tr><td>Pro</td><td>9 €</td></tr></table>
    <pre><code class="language-js">let a = 1\nlet b</code></pre><div hidden>secret</div><form>Name</form></main>
    <footer>Imprint</footer></body></html>`

  test('is its main content as Markdown, without navigation', async () => {
    const { title, url, sections } = await read('p.html', page)

    expect({ title, url }).toEqual({ title: 'Prices', url: 'https://shop.test/prices' })
    expect(sections.map(({ headings, fragment }) => [headings, fragment])).toEqual([
      [['Prices'], 'top'],
      [['Prices', 'List'], 'list'],
    ])
    expect(sections.flatMap((section) => section.blocks.map((block) => block.text))).toEqual([
      'See [terms](https://shop.test/terms) & **fees**.',
      '- One\n  - Inner\n- Two',
      '| Plan | Price |\n| --- | --- |\n| Pro | 9 € |',
      '```js\nlet a = 1\nlet b\n```',
    ])
  })

  test('deep nesting exhausts nothing', async () => {
    const deep = `${'<div>'.repeat(5000)}deep${'</div>'.repeat(5000)}<p>flat</p>`

    expect(await blocks('deep.html', deep)).toContain('flat')
  })
})

describe('Encodings', () => {
  test('a declared charset is used where the bytes are not UTF-8', async () => {
    const html = Buffer.from('<meta charset="iso-8859-2"><p>\xb1</p>', 'latin1')

    expect(await blocks('a.html', html)).toEqual(['ą'])
  })

  test('invalid UTF-8 is read as windows-1252 and UTF-16 by its mark', async () => {
    expect(await blocks('a.txt', Buffer.from('na\xefve \x80', 'latin1'))).toEqual(['naïve €'])
    expect(await blocks('a.txt', Buffer.from('\ufeffHé', 'utf16le'))).toEqual(['Hé'])
  })

  test('control characters and lone surrogates are taken out', async () => {
    expect(await blocks('a.txt', 'a\u0007b\u200bc\u001b[0m')).toEqual(['ab\u200bc[0m'])
    expect(await blocks('a.json', '{"a":"x\\ud800y\\u0000z"}')).toEqual(['a: x\ufffdyz'])
  })
})

describe('Other formats', () => {
  test('a PDF has a section for each page, with its number', async () => {
    const { sections, media_type } = await read('a.pdf', pdf(['First page', 'Second page']))

    expect(media_type).toBe('application/pdf')
    expect(sections.map(({ page, blocks }) => [page, blocks[0]?.text])).toEqual([
      [1, 'First page'],
      [2, 'Second page'],
    ])
  })

  test('a PDF with a password is `encrypted`, one that is none is `malformed`', async () => {
    await expect(read('a.pdf', pdf(['x'], { encrypted: true }))).rejects.toMatchObject({
      code: 'encrypted',
    })
    await expect(read('a.pdf', 'Hello')).rejects.toMatchObject({ code: 'malformed' })
  })

  test('a Word document is read with its headings', async () => {
    const { sections, media_type } = await read('a.docx', docx('Leave', 'Thirty days a year.'))

    expect(media_type).toContain('wordprocessingml')
    expect(sections).toMatchObject([
      { headings: ['Leave'], blocks: [{ text: 'Thirty days a year.' }] },
    ])
  })

  test('a PDF without text is `no_text`, with the number of its pages', async () => {
    await expect(read('a.pdf', pdf(['', '', '']))).rejects.toMatchObject({
      code: 'no_text',
      message: 'Its 3 pages hold no text; a scan must be put through OCR first.',
    })
  })

  test('an archive is inflated to 64 MiB and no further, whatever sizes it declares', async () => {
    const part = (mebibytes: number) => ({ 'word/a.xml': new Uint8Array(mebibytes * 1024 * 1024) })
    const large = docx('a', 'b', part(65))
    const lying = Uint8Array.from(large)
    const declared = Buffer.alloc(4)
    declared.writeUInt32LE(65 * 1024 * 1024)
    for (let at = lying.length; at >= 0; at = Buffer.from(lying).lastIndexOf(declared, at - 1)) {
      if (at < lying.length) lying.set([100, 0, 0, 0], at)
      if (at === 0) break
    }

    expect((await read('a.docx', docx('a', 'b', part(60)))).sections).toHaveLength(1)
    await expect(read('a.docx', large)).rejects.toMatchObject({
      code: 'limit_exceeded',
    })
    await expect(read('a.docx', lying)).rejects.toMatchObject({ code: 'malformed' })
  })

  test('no more than 30 combining marks in a row are kept, in text and titles', async () => {
    const marks = '\u0323\u0301'.repeat(500)

    const { title, sections } = await read('a.md', `# Title o${marks}\n\nText o${marks} end`)

    expect(title).toBe(`Title o${marks.slice(0, 30)}`)
    expect(sections[0]?.blocks[0]?.text).toBe(`Text o${marks.slice(0, 30)} end`)
  })

  test('a Word document wrapped in OLE is `encrypted`, other archives are no document', async () => {
    await expect(read('a.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'))).rejects.toMatchObject({
      code: 'encrypted',
    })
    await expect(read('a.docx', 'PK nothing')).rejects.toMatchObject({ code: 'malformed' })
    await expect(read('a.zip', docx('a', 'b'))).rejects.toMatchObject({
      code: 'unsupported_format',
    })
  })

  test('rows of CSV name their columns, whatever the delimiter', async () => {
    expect(await blocks('a.csv', 'Name;Price\n"Desk; big";200\nLamp;\n')).toEqual([
      'Name: Desk; big\nPrice: 200',
      'Name: Lamp',
    ])
    expect(await blocks('a.tsv', 'A\tB\n1\t2')).toEqual(['A: 1\nB: 2'])
  })

  test('JSON and JSONL become readable lines', async () => {
    const { sections } = await read(
      'a.json',
      '{"name":"Shop","hours":{"mon":"9-17","tags":["a","b"]},"faq":[{"q":"Why?","a":"So."}]}',
    )

    expect(
      sections.map(({ headings, blocks }) => [headings, blocks.map((block) => block.text)]),
    ).toEqual([
      [[], ['name: Shop']],
      [['hours'], ['mon: 9-17\ntags: a, b']],
      [['faq'], ['q: Why?\na: So.']],
    ])
    expect(await blocks('a.jsonl', '{"q":1}\n\n{"q":2}\n')).toEqual(['q: 1', 'q: 2'])
    await expect(read('a.jsonl', '{"q":1}\n{oops')).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringContaining('line 2'),
    })
    await expect(read('deep.json', '['.repeat(100_000) + ']'.repeat(100_000))).rejects.toThrow()
  })

  test('reStructuredText and AsciiDoc are text with headings', async () => {
    const rst = await read('a.rst', '=====\nTitle\n=====\n\nIntro.\n\nPart\n----\n\nText.\n')
    const adoc = await read(
      'a.adoc',
      '= Title\n:toc:\n\nIntro.\n\n== Part\n\nSee https://x.test[here].\n',
    )

    expect(rst).toMatchObject({
      title: 'Title',
      sections: [{ headings: [] }, { headings: ['Part'] }],
    })
    expect(adoc).toMatchObject({
      title: 'Title',
      sections: [
        { headings: [] },
        { headings: ['Part'], blocks: [{ text: 'See [here](https://x.test/).' }] },
      ],
    })
  })

  test('anything else is `unsupported_format`, and nothing to read is `empty`', async () => {
    await expect(read('a.png', Buffer.from('89504e470d0a1a0a00', 'hex'))).rejects.toMatchObject({
      code: 'unsupported_format',
    })
    for (const path of ['a.exe', 'a.constructor', 'a.__proto__']) {
      await expect(read(path, 'MZ')).rejects.toMatchObject({ code: 'unsupported_format' })
    }
    await expect(read('a.md', Buffer.from([0, 1, 2]))).rejects.toMatchObject({
      code: 'unsupported_format',
    })
    await expect(read('a.md', '---\ntitle: x\n---\n')).rejects.toMatchObject({ code: 'empty' })
  })

  test('without an extension the media type decides, and a given title and url win', async () => {
    const given = {
      mediaType: 'text/markdown; charset=utf-8',
      title: 'Given',
      url: 'https://x.test/a',
    }

    expect(await read('notes', '# Own\n\nText', given)).toMatchObject({
      title: 'Given',
      url: 'https://x.test/a',
    })
    await expect(read('notes', '# Own\n\nText')).rejects.toMatchObject({
      code: 'unsupported_format',
    })
  })
})

test('a page of very many paragraphs takes time in proportion', async () => {
  const { sections } = await read('long.html', `<p>${'text</p><p>'.repeat(30_000)}`)

  expect(sections[0]?.blocks).toHaveLength(30_000)
})
