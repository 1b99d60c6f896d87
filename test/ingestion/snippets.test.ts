import { expect, test } from 'vitest'
import { withSnippets } from '../../server/ingestion/snippets/with-snippets.ts'
import { blocks } from './read.ts'

/** The text of a page of a source that has these files, with what it includes. */
async function composed(path: string, files: Record<string, string>): Promise<string> {
  const readBytes = async (other: string) => {
    const text = files[other]
    return text === undefined ? null : Buffer.from(text)
  }
  const read = async () => Buffer.from(files[path] ?? '')
  const bytes = await withSnippets({ path, read }, readBytes).read()
  return Buffer.from(bytes).toString().trim()
}

const CODE = 'one\n// #region mid\n  two {\n  }\n// #endregion mid\nfour'

test.each([
  ['--8<-- "note.md"', 'Mind the gap.'],
  ['- One\n\n    --8<-- "includes/list.md"', '- One\n\n    - a\n    - b'],
  ['```js\n--8<-- "a.js:mid"\n```', '```js\ntwo {\n}\n```'],
  ['--8<--\nnote.md\nincludes/list.md\n--8<--', '--8<--\nMind the gap.\n- a\n- b\n--8<--'],
  ['--8<-- "includes/list.md:2"', '- b'],
  ['<<< @/a.js#mid{1}', '```js\ntwo {\n}\n```'],
  ['<<< ./a.js{1,2 ts:line-numbers} [An example]', `\`\`\`ts [An example]\n${CODE}\n\`\`\``],
  ['<!--@include: ./includes/list.md{2,}-->', '- b'],
  ["import Note from './_note.mdx'\n\n<Note />", "import Note from './_note.mdx'\n\nBe **quick**."],
  [
    "import Ships from '~/parts/ships.astro'\n\n<Ships />",
    'import Ships from \'~/parts/ships.astro\'\n\n<Card title="Anna" />',
  ],
  ['<Snippet file="tip.mdx" />', 'A tip.'],
  ['{{% readfile "note.md" %}}', 'Mind the gap.'],
  ['{{< include file="a.js" code="true" lang="js" >}}', `\`\`\`js\n${CODE}\n\`\`\``],
  ['{% include legal.md %}', 'No *warranty*.'],
  ['{% include "../.gitbook/includes/shared.md" %}', 'Shared.'],
])('%j includes another file of its source', async (page, shown) => {
  const files = {
    'docs/note.md': '---\ntitle: A note\n---\nMind the gap.\n',
    'docs/includes/list.md': '- a\n- b\n',
    'docs/a.js': CODE,
    'docs/_note.mdx': "import X from './x'\n\nBe **quick**.\n",
    'parts/ships.astro': '---\nimport Card from \'./card.astro\'\n---\n\n<Card title="Anna" />\n',
    'snippets/tip.mdx': 'A tip.',
    '_includes/legal.md': 'No *warranty*.',
    '.gitbook/includes/shared.md': 'Shared.',
  }
  expect(await composed('docs/page.md', { ...files, 'docs/page.md': page })).toBe(shown)
})

test.each([
  ['include::partial$note.adoc[]', 'NOTE: Once.'],
  ['include::admin:partial$other.adoc[leveloffset=+1]', '=== Other'],
  ['----\ninclude::example$a.rb[tag=b]\n----', '----\nputs 2\n----'],
  ['include::./beside.adoc[lines=2..3]', 'b\nc'],
])('%j of AsciiDoc includes a resource of its module', async (page, shown) => {
  const path = 'modules/ROOT/pages/page.adoc'
  const files = {
    'modules/ROOT/partials/note.adoc': 'NOTE: Once.\n',
    'modules/admin/partials/other.adoc': '== Other\n',
    'modules/ROOT/examples/a.rb': 'puts 1\n# tag::b[]\nputs 2\n# end::b[]\n',
    'modules/ROOT/pages/beside.adoc': 'a\nb\nc\nd\n',
  }
  expect(await composed(path, { ...files, [path]: page })).toBe(shown)
})

test.each([
  '```md\n<<< @/a.js\n```',
  '{% include "secret.md" %}',
  '--8<-- "../outside.md"',
  '--8<-- ".env"',
  '--8<-- "https://example.com/a.md"',
])('%j includes nothing', async (page) => {
  const files = { 'a.js': 'x', '.env': 'KEY=1', '../outside.md': 'outside' }
  expect(await composed('page.md', { ...files, 'page.md': page })).toBe(page)
})

test('a page of Antora has the attributes of its component', async () => {
  const path = 'docs/modules/ROOT/pages/page.adoc'
  const descriptor = 'asciidoc:\n  attributes:\n    product: Desk@\n    url-org: https://x.test\n'
  const page = '= Page\n\n{product}, {url-org}[here].'

  const text = await composed(path, { [path]: page, 'docs/antora.yml': descriptor })

  expect(await blocks(path, text)).toEqual(['Desk, [here](https://x.test/).'])
})

test('included files include others, and one that includes itself ends', async () => {
  const files = { 'a.md': '--8<-- "b.md"', 'b.md': 'B\n--8<-- "c.md"', 'c.md': 'C\n--8<-- "c.md"' }

  expect(await composed('a.md', files)).toMatch(/^B\nC\n(?:C\n)*--8<-- "c.md"$/)
})
