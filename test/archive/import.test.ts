import { mkdir, readdir, utimes } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { archiveParts } from '../../server/contract/archive.ts'
import { declineQuestion } from '../http/declined.ts'
import {
  answeredTurn,
  call,
  outcome,
  startHttp,
  type TestService,
  visitorTurn,
} from '../http/service.ts'
import { createPerson, type Person, START } from '../http/tenants.ts'
import { createThings } from '../http/things.ts'
import {
  archiveOf,
  type Entries,
  entriesOf,
  exportBytes,
  importInto,
  manifestOf,
  rowsOf,
  sha256,
  withManifest,
  withRows,
} from './archives.ts'

const told: string[] = []
let service: TestService
beforeEach(async () => {
  service = await startHttp()
  vi.spyOn(console, 'log').mockImplementation((line) => told.push(String(line)))
})
afterEach(async () => {
  vi.restoreAllMocks()
  told.length = 0
  await service.stop()
})

/** An empty organization with an owner. */
async function newOrganization(slug: string): Promise<Person & { id: string }> {
  const id = crypto.randomUUID()
  const organization = { id, slug, name: 'acme', support_access: false, created_at: START }
  await service.store.organizations.create({ ...organization, status: 'active' })
  return { ...(await createPerson(service.store, { organization_id: id, role: 'owner' })), id }
}

/** The tenant's export, once it holds something of everything. */
async function exported(): Promise<Entries> {
  const { tenant } = service
  const key = tenant.keys.owner
  const things = createThings(service)
  await things.newDocument()
  const document = await things.newDocument()
  await call(service, `PATCH ${document}`, { key, json: { title: 'Given', excluded: true } })
  const source = await things.newSource()
  const upload = { documents: [{ path: 'a.md', text: 'Anything' }] }
  await call(service, `POST ${source}/documents`, { key, json: upload })
  await things.newCuratedAnswer()
  await things.newSectionQuestion()
  await things.brandingRevision()
  await things.organizationRevision()
  await call(service, `PUT ${things.assistant()}/behaviour`, {
    key,
    json: {
      revision: 0,
      strictness: 'strict',
      follow_ups: false,
      texts: { greeting: 'Ahoy!', declined: null },
    },
  })
  await call(service, `POST ${things.assistant()}/test-questions`, {
    key,
    json: { question: 'Where is it?' },
  })
  const { conversation, answer } = await answeredTurn(service, key, tenant.assistant_id)
  await call(service, `PUT /conversations/${conversation.id}/messages/${answer.id}/feedback`, {
    key,
    json: { rating: 'down', note: 'Wrong' },
  })
  await call(service, `PUT /conversations/${conversation.id}/handling`, {
    key,
    json: { handled: true, note: 'Seen' },
  })
  await visitorTurn(service, tenant)
  await declineQuestion(service, 'Opening hours tomorrow?')
  const entries = await entriesOf(await exportBytes(service, tenant.people.owner))
  // The built-in model, which an import asks, has no vectors as short as those of the tests.
  return withRows(entries, 'collections', (rows) =>
    rows.map((row) => ({ ...row, embedding_dimensions: 256 })),
  )
}

/** Rows with ids by the order in which they first appear, which is all that an import changes. */
function normalized(entries: Entries): Record<string, unknown> {
  const known = new Map<string, string>()
  const parts = archiveParts.filter((part) => part !== 'members' && part !== 'audit')
  const text = JSON.stringify(
    Object.fromEntries(parts.map((part) => [part, rowsOf(entries, part)])),
  )
  const uuid = /(?<=")(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|svc_wk_[\w-]{43})(?=")/g
  return JSON.parse(
    text.replace(uuid, (id) => {
      known.set(id, known.get(id) ?? `id ${known.size}`)
      return known.get(id) ?? ''
    }),
  )
}

describe('an export (docs/behaviour.md#export-and-import)', () => {
  test('holds everything, counted, and no secret', async () => {
    const entries = await exported()

    const { counts, parts, ...about } = manifestOf(entries)
    expect(about).toEqual({
      format: 1,
      version: '0.0.0',
      exported_at: service.clock.now,
      organization: { slug: 'acme', name: 'acme' },
    })
    expect(Object.keys(counts).sort()).toEqual([...archiveParts, 'files'].sort())
    for (const [part, count] of Object.entries(counts)) expect(count, part).toBeGreaterThan(0)
    for (const { name, bytes, sha256: digest } of parts) {
      const entry = entries.get(name) ?? Buffer.alloc(0)
      expect([name, entry.length, sha256(entry)]).toEqual([name, bytes, digest])
    }
    const text = Buffer.concat([...entries.values()]).toString()
    expect(text).not.toMatch(/"\w*(secret|password|token|token_hash|credentials)":|svc_sk_|svc_vt_/)
  })

  test('that is imported and exported again is the same, under new ids', async () => {
    const entries = await exported()
    const twin = await newOrganization('twin')

    await importInto(service, 'twin', await archiveOf(entries))

    const again = await entriesOf(await exportBytes(service, twin))
    expect(normalized(again)).toEqual(normalized(entries))
    const { members: _, audit: __, ...counts } = manifestOf(entries).counts
    expect(manifestOf(again).counts).toMatchObject(counts)
    const ids = (all: Entries) =>
      archiveParts.flatMap((part) => rowsOf(all, part)).map(({ id }) => id)
    const [before, after] = [new Set(ids(entries)), ids(again)]
    expect(after.filter((id) => id !== undefined && before.has(id))).toEqual([])
    expect(told.filter((line) => line.includes('/svc/console/invite#'))).toHaveLength(4)
  })

  test('is what it was at one moment, and ends when the client leaves', async () => {
    await exported()
    const leaving = new AbortController()
    const response = await fetch(`${service.url}/organization/export`, {
      headers: { cookie: service.tenant.people.owner.cookie },
      signal: leaving.signal,
    })
    leaving.abort()
    await expect(response.arrayBuffer()).rejects.toThrow()

    expect((await exportBytes(service, service.tenant.people.owner)).length).toBeGreaterThan(1000)
  })

  test('is in the audit log', async () => {
    await exportBytes(service, service.tenant.people.owner)

    const { body } = await outcome(
      await call(service, 'GET /audit?action=export.created', { key: service.tenant.keys.owner }),
    )
    expect(body.data).toMatchObject([{ action: 'export.created', actor: { type: 'user' } }])
  })
})

describe('an import (docs/behaviour.md#export-and-import)', () => {
  test('opens the inbox, the search in it and the gaps as they were', async () => {
    const entries = await exported()
    const twin = await newOrganization('twin')

    await importInto(service, 'twin', await archiveOf(entries))

    const read = async (route: string) =>
      (await outcome(await call(service, route, { person: twin }))).body.data
    expect(await read('GET /conversations?owner=all&handled=true')).toMatchObject([
      { ratings: { up: 0, down: 1 }, handled: { note: 'Seen' } },
    ])
    expect(await read('GET /conversations?owner=all&q=tomorrow')).toHaveLength(1)
    const labels = (await read('GET /usage/gaps')).map(({ label }: { label: string }) => label)
    expect(labels).toContain('Opening hours tomorrow?')
    const { body: branding } = await outcome(await call(service, 'GET /branding', { person: twin }))
    expect(branding.revision).toBeGreaterThan(0)
  })

  test('an organization that is not empty is left alone', async () => {
    const archive = await archiveOf(await exported())

    await expect(importInto(service, 'other', archive)).rejects.toThrow(/not empty/)
  })

  test('what a killed one left is removed after a day', async () => {
    const archive = await archiveOf(await exported())
    await newOrganization('twin')
    const folder = service.data.data_dir
    const old = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
    for (const name of ['.import-killed', '.import-running']) await mkdir(`${folder}/${name}`)
    await utimes(`${folder}/.import-killed`, old, old)

    await importInto(service, 'twin', archive)

    const left = (await readdir(folder)).filter((name) => name.startsWith('.import'))
    expect(left).toEqual(['.import-running'])
  })

  test('the files of uploads are stored', async () => {
    const archive = await archiveOf(await exported())
    await newOrganization('twin')

    await importInto(service, 'twin', archive)

    expect(await service.store.files.check(sha256(Buffer.from('Anything')))).toBeNull()
  })
})

const FILE = `files/${'0'.repeat(64)}`
const STRANGE = '0198c000-0000-7000-8000-000000000000'

type Change = (entries: Entries) => Promise<Buffer> | Buffer

const row =
  (part: string, change: (row: Record<string, unknown>) => Record<string, unknown>): Change =>
  (entries) =>
    archiveOf(withRows(entries, part, ([first = {}, ...rest]) => [change(first), ...rest]))

const hostile: [what: string, change: Change, message: RegExp][] = [
  ['half a file', async (entries) => (await archiveOf(entries)).subarray(0, 500), /whole/],
  ['no archive', () => Buffer.from('hello'), /whole/],
  ['a compressed text', () => gzipSync('hello'.repeat(1000)), /archive|manifest/],
  ['nothing', () => archiveOf(new Map()), /manifest/],
  ['a path out of the folder', (all) => archiveOf(all, [{ name: '../x', size: 1 }]), /name/],
  ['an absolute path', (all) => archiveOf(all, [{ name: '/etc/x', size: 1 }]), /name/],
  ['a path in files/', (all) => archiveOf(all, [{ name: 'files/../x', size: 1 }]), /name/],
  [
    'a symbolic link',
    (all) => archiveOf(all, [{ name: FILE, type: 'symlink', linkname: '/etc/passwd' }]),
    /symlink/,
  ],
  ['a link', (all) => archiveOf(all, [{ name: FILE, type: 'link', linkname: 'x' }]), /link/],
  ['a folder', (all) => archiveOf(all, [{ name: 'files', type: 'directory' }]), /directory/],
  ['a device', (all) => archiveOf(all, [{ name: FILE, type: 'character-device' }]), /device/],
  ['a file that nobody names', (all) => archiveOf(all, [{ name: FILE, size: 1 }]), /not name/],
  [
    'an entry twice',
    (all) => archiveOf(all, [{ name: 'manifest.json', size: 1 }]),
    /manifest.json twice/,
  ],
  ['a bomb', () => gzipSync(Buffer.alloc(300 * 1024 * 1024)), /far more|archive/],
  [
    'another byte',
    (all) => {
      const name = 'collections.000001.jsonl'
      const bytes = Buffer.from(all.get(name) ?? '')
      bytes.write('~', 20)
      return archiveOf(new Map([...all, [name, bytes]]))
    },
    /collections.000001.jsonl is not what/,
  ],
  [
    'a missing part',
    (all) => archiveOf(new Map([...all].filter(([name]) => !name.startsWith('collections')))),
    /collections.000001.jsonl is missing/,
  ],
  [
    'a file of another digest',
    (all) => {
      const { parts, ...manifest } = manifestOf(all)
      const bytes = Buffer.from('x')
      const named = [...parts, { name: FILE, bytes: 1, sha256: sha256(bytes) }]
      return archiveOf(
        withManifest(new Map([...all, [FILE, bytes]]), { ...manifest, parts: named }),
      )
    },
    /not what/,
  ],
  [
    'another format',
    (all) => archiveOf(withManifest(all, { ...manifestOf(all), format: 2 })),
    /format: must be 1/,
  ],
  [
    'other counts',
    (all) => {
      const manifest = manifestOf(all)
      return archiveOf(withManifest(all, { ...manifest, counts: { ...manifest.counts, usage: 9 } }))
    },
    /counts other usage/,
  ],
  ['an unknown field', row('assistants', (one) => ({ ...one, extra: 1 })), /extra/],
  ['a wrong field', row('assistants', (one) => ({ ...one, name: '' })), /assistants.*name/],
  ['a wrong config', row('sources', (one) => ({ ...one, type: 'website' })), /config/],
  [
    'the id of a foreign collection',
    row('assistants', (one) => ({ ...one, knowledge_base_ids: [STRANGE] })),
    /id of a collection in the archive/,
  ],
  [
    'a source of nothing',
    row('sources', (one) => ({ ...one, collection_id: STRANGE })),
    /id of a collection in the archive/,
  ],
  [
    'a conversation with nobody',
    row('conversations', (one) => ({ ...one, assistant_id: STRANGE })),
    /id of a assistant|id of an assistant/,
  ],
  [
    'the same id twice',
    (all) => archiveOf(withRows(all, 'assistants', ([first = {}]) => [first, first])),
    /only assistant/,
  ],
  [
    'two collections of a name',
    (all) =>
      archiveOf(
        withRows(all, 'collections', ([first = {}, ...rest]) => [
          first,
          { ...first, id: STRANGE },
          ...rest,
        ]),
      ),
    /name/,
  ],
  [
    'an upload without its file',
    row('sources', (one) => ({
      ...one,
      type: 'upload',
      config: {},
      uploads: [
        {
          id: STRANGE,
          path: 'a.md',
          title: null,
          url: null,
          media_type: 'text/markdown',
          bytes: 1,
          content_hash: '1'.repeat(64),
          uploaded_at: START,
        },
      ],
    })),
    /file of a.md is missing/,
  ],
  [
    'a model that is not there',
    row('collections', (one) => ({ ...one, embedding_model: 'nowhere/x' })),
    /embedding model nowhere\/x/,
  ],
]

describe('a hostile archive', () => {
  test.each(hostile)('with %s is refused, and leaves nothing', async (_, change, message) => {
    const entries = await exported()
    const twin = await newOrganization('twin')
    const folder = service.data.data_dir

    const archive = await change(entries)
    await expect(importInto(service, 'twin', archive)).rejects.toThrow(message)

    expect(await service.store.archive.isEmpty(twin.id)).toBe(true)
    const { body } = await outcome(await call(service, 'GET /members', { person: twin }))
    expect(body.data).toHaveLength(1)
    expect((await readdir(folder)).filter((name) => name.startsWith('.import'))).toEqual([])
  })
})
