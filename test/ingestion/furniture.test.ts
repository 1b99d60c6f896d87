import { expect, test } from 'vitest'
import { createRepetition } from '../../server/ingestion/repeated-text.ts'
import { scanPage } from '../../server/ingestion/sources/website/page-scan.ts'
import { startIngestion, write } from './ingestion.ts'
import { blocks } from './read.ts'

const words = (of: string) => `<p>${`What is to be said about ${of} is said here. `.repeat(3)}</p>`

/** What is read of one of twelve pages of a site, made from their numbers. */
async function readOne(page: (n: number) => string, one = 5, count = 12): Promise<string> {
  const pages = Array.from({ length: count }, (_, n) => page(n))
  const repetition = createRepetition()
  for (const html of pages) repetition.add(scanPage(html))
  const repeatedTexts = repetition.repeated()
  const url = `https://site.test/${one}`
  return (await blocks('a.html', pages[one] ?? '', { url, repeatedTexts })).join('\n')
}

const page = (n: number, ...body: string[]) =>
  `<title>Berth ${n}</title><body><h1>Berth ${n}</h1>${words(`berth ${n}`)}${body.join('')}</body>`

test.each<[name: string, part: (n: number) => string]>([
  [
    'a trail',
    (n) => `<div class="crumbs"><a href="/">Home</a> / <a href="/p${n}">P</a> / Berth ${n}</div>`,
  ],
  [
    'languages',
    (n) =>
      `<div class="langs"><p>Available in: ${n % 2 ? '<a href="de">de</a> | ' : ''}<a href="en">en</a> | <a href="fr">fr</a></p></div>`,
  ],
  [
    'a link to the top',
    () => '<div class="top"><a href="#page"><img src="up.gif" alt="top"></a></div>',
  ],
  [
    'related articles',
    (n) =>
      `<div class="related"><ul><li><a href="/${n + 1}">On ${n + 1}</a><li><a href="/${n + 2}">On ${n + 2}</a></ul></div>`,
  ],
  ['a link to edit the page', (n) => `<p class="edit"><a href="/edit/${n}">Edit page ${n}</a></p>`],
  [
    'contents',
    (n) =>
      `<div id="contents"><ul><li><a href="#a">Part ${n}</a><li><a href="#b">More</a></ul></div>`,
  ],
])('%s at the same place of the pages leaves the text', async (_, part) => {
  const read = await readOne((n) => page(n, part(n), words(`the rest of ${n}`), part(n)))

  expect(read).toContain('said about the rest of 5')
  expect(read).not.toMatch(/Home|Available|top|On \d|Edit|Part|More/)
})

test('a section that some pages share at their ends stays, and the line below it leaves', async () => {
  const shared = `<h2>Exit codes</h2>${'<p>The command ends with one of these.</p>'.repeat(6)}<ul><li>0: all went well, and nothing is left to be done</ul><pre>dock --again</pre>${words('exit codes')}`
  const line = '<div><p>Part of the handbook of all harbours</p></div>'

  const read = await readOne((n) => page(n, n % 3 === 2 ? shared : '', line))

  expect(read).toContain('said about exit codes')
  expect(read).toContain('dock --again')
  expect(read).not.toContain('Part of the handbook')
})

test('a short section stays where its heading stands as those of the page do', async () => {
  const section = (name: string, text: string) =>
    `<section class="part"><h2>${name}</h2>${text}</section>`
  const files = section('Files', '<p>/etc/dock.conf</p>')
  const foot = '<div class="foot"><h4>Us</h4><p>The harbours of the north</p></div>'

  const read = await readOne((n) =>
    page(n, section(`Use ${n}`, words(`use ${n}`)), n % 3 === 2 ? files + foot : ''),
  )

  expect(read).toContain('/etc/dock.conf')
  expect(read).not.toContain('harbours of the north')
})

test.each([
  ['in places with names', '<div class="part">', '</div>'],
  ['in places without', '', ''],
])('short sections that pages share %s stay where others have text', async (_, start, end) => {
  const section = (name: string, text: string) => `${start}<h2>${name}</h2>${text}${end}`
  const foot = `<div${start && ' class="foot"'}><h4>Us</h4><p>The harbours of the north</p></div>`

  const read = await readOne((n) =>
    page(n, section('Description', words(`use ${n}`)), section('Files', '<p>dock.conf</p>'), foot),
  )

  expect(read).toContain('dock.conf')
  expect(read).not.toContain('harbours of the north')
})

test('a list of links leaves with what it is called, and where it has one link only', async () => {
  const langs = (n: number) =>
    n === 5 ? '<a href="en">en</a>' : '<a href="en">en</a> | <a href="fr">fr</a>'
  const contents = (n: number) => `<a href="#a">Part ${n}</a><br><a href="#b">More</a>`

  const read = await readOne((n) =>
    page(
      n,
      `<p class="langs">Available languages: ${langs(n)}</p>`,
      `<div>▸ On this page:<div class="toc2">${contents(n)}</div></div>`,
      words(`the rest of ${n}`),
    ),
  )

  expect(read).not.toMatch(/Available|On this page|Part/)
})

test('links at a place where other pages have text stay', async () => {
  const integrations =
    '<ul class="list"><li><a href="/slack">Slack</a><li><a href="/jira">Jira</a></ul>'
  const list = (n: number) =>
    n === 5 ? integrations : `<ul class="list"><li>Item ${n}<li>Other</ul>`

  const read = await readOne((n) => page(n, list(n), words('it')))

  expect(read).toContain('[Slack](https://site.test/slack)')
})

test('a text that says where something is available stays although it has a link', async () => {
  const where = (n: number) =>
    `<div class="availability"><p><a href="/intro">Availability</a>: not Windows, not macOS at ${n} knots</p></div>`

  expect(await readOne((n) => page(n, where(n), words('it')))).toContain('not Windows')
})

test('a repeated text leaves the beginning and the end of pages, and stays between their own', async () => {
  const first = '<p>You need an account of the harbour office.</p>'
  const some = (n: number) => (n % 2 ? first : '')
  const last = '<p>Changed on 2024-03-0N. Was this page of help?</p>'

  const read = await readOne((n) =>
    page(n, some(n), words(`the rest of ${n}`), last.replace('N', `${n}`)),
  )

  expect(read).toContain('You need an account')
  expect(read).not.toContain('of help')
})

test('a text on most pages leaves their middle as well, unless it is a note', async () => {
  const banner = '<p>The office is closed on all days of March.</p>'
  const warning = '<div class="admonition warning"><p>Do not moor at the pilots’ berths.</p></div>'

  const read = await readOne((n) => page(n, banner, warning, words(`the rest of ${n}`)))

  expect(read).not.toContain('closed on all days')
  expect(read).toContain('Do not moor')
})

test('a section that is named after its heading is no place', async () => {
  const section = (n: number) =>
    n % 2
      ? `<div id="see-also"><h2>See also</h2><ul><li><a href="/${n}">On ${n}</a></ul></div>`
      : ''

  expect(await readOne((n) => page(n, section(n), words(`${n}`)))).toContain('On 5')
})

test('a page that others repeat whole is read', async () => {
  const read = await readOne(() => page(1))

  expect(read).toContain('said about berth 1')
})

test('pages of a folder are read without what they share, one that changes later as well', async () => {
  const { folder, sync, passages } = await startIngestion()
  const html = (n: number) =>
    page(n, `<div class="nav"><a href="/">Home</a> | <a href="/${n + 1}">Next</a></div>`)
  const said = async () => (await passages('p7.html')).map(({ text }) => text).join('\n')
  write(folder, Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`p${n}.html`, html(n)])))
  await sync()
  const before = await said()
  write(folder, { 'p7.html': html(7).replaceAll('said', 'told') })

  await sync()

  expect(before).toContain('said about berth 7')
  expect(before).not.toContain('Next')
  expect(await said()).toContain('told about berth 7')
  expect(await said()).not.toContain('Next')
})
