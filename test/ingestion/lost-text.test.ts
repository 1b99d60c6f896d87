import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { counted, startIngestion, write } from './ingestion.ts'
import { html, links, type Resource, startWebsite, text } from './website.ts'

const MAINTENANCE = html('Back soon', '<p>We are working on our website.</p>')

/** As servers answer: with an ETag, and 304 while that is the same. */
function validated(etag: string, body: () => string): Resource {
  return (headers) =>
    headers['if-none-match'] === etag
      ? { status: 304, headers: { etag } }
      : { headers: { etag }, body: body() }
}

/** A website of so many pages below a start page, in place of which it can answer with another. */
async function startPages(pages: number) {
  const paths = Array.from({ length: pages - 1 }, (_, page) => `/page-${page}`)
  const good = Object.fromEntries([
    ['/', validated('"start"', () => html('Start', text('the start'), links(...paths)))],
    ...paths.map((path) => [path, validated(`"good ${path}"`, () => html(path, text(path)))]),
  ])
  const site = await startWebsite({ ...good })
  await site.sync()

  return {
    ...site,
    /** Answers the first so many pages with another body. */
    breaks(body: (page: number) => string, count = pages): void {
      for (const [page, path] of ['/', ...paths].slice(0, count).entries()) {
        site.resources[path] = validated('"maintenance"', () => body(page))
      }
    },
    recovers: () => void Object.assign(site.resources, good),
    /** How many pages have passages that say what they are about. */
    async readable(): Promise<number> {
      const sayings = await Promise.all(
        ['/', ...paths].map(async (path) => {
          const passages = await site.passagesAt(path)
          return passages.some((passage) => passage.text.includes('at some length'))
        }),
      )
      return sayings.filter(Boolean).length
    },
    async confirm() {
      const { store, organization_id, source, clock } = site
      const latest = await store.jobs.latest(organization_id, source.id)
      clock.now = new Date(Date.parse(clock.now) + 1000).toISOString()
      const job = { id: newId(), max_attempts: 3 }
      await store.jobs.confirm(organization_id, latest?.id ?? '', job, clock.now)
      return site.sync()
    },
  }
}

test.each([
  ['the same page', () => MAINTENANCE],
  [
    'a page with a request number',
    (page: number) => html('One moment', `<p>Checking your browser, request ${page * 7919}.</p>`),
  ],
])(
  'a website that answers everything with %s keeps its knowledge until a person confirms',
  async (_, body) => {
    const site = await startPages(30)
    site.breaks(body)

    const broken = await site.sync()
    expect(broken).toMatchObject({ status: 'partial', error_code: 'deletions_withheld' })
    expect(counted(broken)).toMatchObject({ documents_skipped: 30, documents_deleted: 0 })
    expect(await site.readable()).toBe(30)
    expect(Object.values(await site.pages())).toEqual(
      Array.from({ length: 30 }, () => expect.stringMatching(/^unknown: (empty|text_lost)$/)),
    )
    expect(await site.sync()).toMatchObject({ error_code: 'deletions_withheld' })
    expect(await site.readable()).toBe(30)

    site.recovers()
    const good = await site.sync()
    expect(good).toMatchObject({ status: 'succeeded', error_code: null })
    expect(counted(good)).toMatchObject({ documents_unchanged: 30 })
    expect(new Set(Object.values(await site.pages()))).toEqual(new Set(['ingested']))
    expect(await site.documents()).toMatchObject(
      Array.from({ length: 30 }, () => ({ error_code: null, error_message: null })),
    )
    site.asked()
    expect(counted(await site.sync())).toMatchObject({ documents_unchanged: 30, bytes_fetched: 0 })

    site.breaks(body)
    await site.sync()
    expect(await site.confirm()).toMatchObject({ status: 'succeeded', error_code: null })
    expect(await site.readable()).toBe(0)

    site.recovers()
    expect(await site.sync()).toMatchObject({ status: 'succeeded' })
    expect(await site.readable()).toBe(30)
  },
)

test('a few pages without text are unknown for one run, and lose their passages in the second', async () => {
  const site = await startPages(30)
  site.breaks(() => html('Empty'), 5)

  expect(await site.sync()).toMatchObject({ status: 'succeeded' })
  expect(await site.readable()).toBe(30)
  expect(await site.pages()).toMatchObject({ '/': 'unknown: empty', '/page-9': 'unchanged' })
  expect((await site.documents())[0]).toMatchObject({ status: 'ingested', error_code: 'empty' })

  expect(await site.sync()).toMatchObject({ status: 'succeeded' })
  expect(await site.readable()).toBe(25)
  expect((await site.documents())[0]).toMatchObject({ status: 'skipped', error_code: 'empty' })
})

test('a page that is good again in between was not without text twice in a row', async () => {
  const site = await startPages(4)
  site.breaks(() => html('Empty'), 1)
  await site.sync()
  site.recovers()
  await site.sync()
  site.breaks(() => html('Empty'), 1)

  await site.sync()

  expect(await site.readable()).toBe(4)
})

test('a small website whose pages are all without text is not said to have succeeded', async () => {
  const site = await startPages(4)
  site.breaks(() => MAINTENANCE.replace(/<p>.*<\/p>/, ''))

  expect(await site.sync()).toMatchObject({ status: 'partial', error_code: 'source_empty' })
  expect(await site.readable()).toBe(4)
})

/** How many documents say something. */
async function passagesWith(
  { documents, passages }: Awaited<ReturnType<typeof startIngestion>>,
  words: string,
): Promise<number> {
  const all = await Promise.all((await documents()).map(({ path }) => passages(path)))
  return all.filter((own) =>
    own
      .map(({ text }) => text)
      .join(' ')
      .includes(words.trim()),
  ).length
}

function remove(folder: string, names: string[]): void {
  for (const name of names) rmSync(join(folder, name))
}

const LONG = 'The harbour opens at eight and closes at six. '.repeat(20)

/** A folder of so many files that was read, of which then some have another text. */
async function startFolder(files: number, changed: number, to: string) {
  const ingestion = await startIngestion()
  const names = Array.from({ length: files }, (_, file) => `${String(file).padStart(3, '0')}.md`)
  write(ingestion.folder, Object.fromEntries(names.map((name) => [name, `# ${name}\n\n${LONG}`])))
  await ingestion.sync()
  write(ingestion.folder, Object.fromEntries(names.slice(0, changed).map((name) => [name, to])))
  return ingestion
}

test.each([
  { files: 20, changed: 10, to: '', status: 'succeeded', earlier: 20 },
  { files: 20, changed: 11, to: '', status: 'partial', earlier: 20 },
  { files: 99, changed: 11, to: '', status: 'partial', earlier: 99 },
  { files: 20, changed: 10, to: 'Moved.', status: 'succeeded', earlier: 10 },
  { files: 20, changed: 11, to: 'Moved.', status: 'partial', earlier: 20 },
  { files: 100, changed: 10, to: 'Moved.', status: 'succeeded', earlier: 90 },
  { files: 100, changed: 11, to: 'Moved.', status: 'partial', earlier: 100 },
  { files: 20, changed: 11, to: LONG.slice(0, 300), status: 'succeeded', earlier: 9 },
])('of $files files $changed say “$to”: $earlier have their earlier text', async (given) => {
  const ingestion = await startFolder(given.files, given.changed, given.to)

  const outcome = await ingestion.sync()

  expect(outcome).toMatchObject({ status: given.status })
  expect(await passagesWith(ingestion, LONG)).toBe(given.earlier)
})

test('what vanishes and what loses its text is counted together', async () => {
  const ingestion = await startFolder(30, 6, '')
  const names = ['020.md', '021.md', '022.md', '023.md', '024.md']
  const { store, organization_id, source, clock, folder } = ingestion
  const config = { path: folder, exclude: ['025.md'] }
  await store.sources.update(organization_id, source.id, { config }, clock.now)
  remove(folder, names)

  const outcome = await ingestion.sync()

  expect(outcome).toMatchObject({ status: 'partial', error_code: 'deletions_withheld' })
  expect(outcome).toMatchObject({
    error_message: expect.stringMatching(/^5 of 30 documents are no longer .* 6 of 30 documents/),
  })
  expect(counted(outcome)).toMatchObject({ documents_deleted: 1 })
})

test('a confirmed job takes the text that its person saw lost, and no other', async () => {
  const ingestion = await startFolder(30, 12, 'Moved.')
  const { store, organization_id, source, clock } = ingestion
  await ingestion.sync()
  const latest = await store.jobs.latest(organization_id, source.id)
  write(ingestion.folder, { '029.md': 'Moved.' })
  const job = { id: newId(), max_attempts: 3 }
  await store.jobs.confirm(organization_id, latest?.id ?? '', job, clock.now)

  await ingestion.sync()

  expect(await passagesWith(ingestion, LONG)).toBe(18)
  await ingestion.sync()
  expect(await passagesWith(ingestion, LONG)).toBe(17)
})

test('a path that is uploaded again with nothing in it has nothing at once', async () => {
  const ingestion = await startIngestion({ type: 'upload' })
  const { store, organization_id, source, files, clock } = ingestion
  const upload = async (content: string) => {
    const saved = await files.save(Buffer.from(content), { maxBytes: 9999 })
    const file = { ...saved, id: newId(), path: 'a.md', media_type: '', title: null, url: null }
    await store.uploads.put(organization_id, source.id, [file], clock.now)
    await ingestion.sync()
  }
  await upload(LONG)

  await upload('')

  expect(await ingestion.documents()).toMatchObject([{ status: 'skipped', passage_count: 0 }])
})
