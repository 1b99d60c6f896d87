import { describe, expect, test } from 'vitest'
import { type ArchivePart, type ArchiveRow, archiveParts } from '../../server/contract/archive.ts'
import type { Snapshot, StoredPart } from '../../server/storage/ports/archive.ts'
import { COUNTERS } from '../../server/storage/rules/usage.ts'
import type { Store } from '../../server/storage/store.ts'
import { at, backends, newId, openWithOrganizations } from './backends.ts'

const HASH = 'a'.repeat(64)
const KEY = `svc_wk_${'k'.repeat(40)}`
const SPARE_KEY = `svc_wk_${'s'.repeat(40)}`
const spare = () => ({ widget_key: SPARE_KEY, token_hash: newId() })

type Rows = { [Part in StoredPart]: ArchiveRow<Part>[] }

const times = { created_at: at(1), updated_at: at(2) }

const QUOTE = { marker: 0, exact: 'Cards are taken.', prefix: 'Paying.', suffix: '' }

function messages(citation: object, near: object) {
  const common = {
    status: 'complete' as const,
    links: [],
    created_at: at(3),
    metadata: { page: 'https://shop.test/“a”' },
    error_code: null,
    error_message: null,
  }
  const asked = {
    ...common,
    id: newId(),
    role: 'user' as const,
    sequence: 1,
    text: 'How do I pay?\n😀 "quoted" \\ \u2028',
    citations: [],
    abstained: false,
    model: null,
    finish_reason: null,
    abstention_reason: null,
    input_tokens: 0,
    output_tokens: 0,
    rating: null,
    declined: { abstention_reason: 'no_knowledge', nearest: [near] },
  }
  const answer = {
    ...asked,
    id: newId(),
    role: 'assistant' as const,
    sequence: 2,
    text: 'By card [1].',
    citations: [citation],
    links: [{ label: 'Prices', url: 'https://shop.test/prices' }],
    abstained: true,
    model: 'builtin/extractive',
    finish_reason: 'stop',
    abstention_reason: 'no_knowledge',
    input_tokens: 7,
    output_tokens: 3,
    rating: { rating: 'down' as const, note: 'No', created_at: at(4), updated_at: at(5) },
    declined: null,
  }
  return [asked, answer]
}

/** A row or two of every part, with ids of their own. */
function sample(): Rows {
  const [collection_id, assistant_id, deployment_id] = [newId(), newId(), newId()]
  const place = { title: 'Guide', url: null, anchor: 'a', score: 0.25 }
  const citation = { ...place, source_id: newId(), ordinal: 1, snippet: null, quotes: [QUOTE] }
  const near = { ...place, source_id: newId(), document_id: newId() }
  const source = {
    id: newId(),
    collection_id,
    name: 'Files',
    type: 'upload',
    config: {},
    schedule: null,
    time_zone: 'UTC',
    uploads: [
      {
        id: newId(),
        path: 'a.md',
        title: null,
        url: 'https://shop.test/a',
        media_type: 'text/markdown',
        bytes: 5_000_000_000,
        content_hash: HASH,
        uploaded_at: at(1),
      },
    ],
    ...times,
  }
  const conversation = {
    id: newId(),
    assistant_id,
    owner_type: 'service',
    owner_id: deployment_id,
    visitor_id: newId(),
    channel: 'widget',
    title: 'How do I pay?',
    status: 'active',
    metadata: {},
    last_outcome: 'abstained',
    handled: { at: at(6), by: { type: 'user', id: newId(), name: null }, note: 'Called' },
    messages: messages(citation, near),
    ...times,
  }
  const counts = Object.fromEntries(COUNTERS.map((name, n) => [name, n * 1_000_000_000])) as Record<
    (typeof COUNTERS)[number],
    number
  >
  return {
    organization: [
      {
        name: 'a',
        retention_days: 90,
        daily_model_tokens: 5_000_000_000,
        branding: { identity: { productName: 'B' } },
      },
    ],
    collections: [
      {
        id: collection_id,
        name: 'Handbook',
        description: '',
        status: 'archived',
        embedding_model: 'builtin/test',
        embedding_dimensions: 3,
        synonyms: [['bill', 'invoice']],
        ...times,
      },
    ],
    sources: [source, { ...source, id: newId(), name: 'More', uploads: [] }],
    assistants: [
      {
        id: assistant_id,
        name: 'Helper',
        description: 'Helps',
        status: 'disabled',
        model: 'builtin/extractive',
        instruction: null,
        knowledge_base_ids: [collection_id],
        behaviour: {
          revision: 3,
          strictness: 'strict',
          follow_ups: true,
          texts: { greeting: 'Hello', declined: null },
        },
        ...times,
      },
      {
        id: newId(),
        name: 'Other',
        description: '',
        status: 'active',
        model: 'builtin/extractive',
        instruction: 'Be brief.',
        knowledge_base_ids: [],
        behaviour: null,
        created_at: at(2),
        updated_at: at(2),
      },
    ],
    deployments: [
      {
        id: deployment_id,
        assistant_id,
        name: 'Website',
        widget_key: KEY,
        allowed_origins: ['https://shop.test'],
        appearance: {},
        created_at: at(1),
        expires_at: null,
        revoked_at: at(9),
      },
    ],
    curated_answers: [
      {
        id: newId(),
        questions: ['How much?'],
        text: 'Much.',
        links: [],
        assistant_ids: [assistant_id],
        valid_until: null,
        enabled: false,
        used_count: 2,
        last_used_at: at(8),
        ...times,
      },
    ],
    test_questions: [
      {
        id: newId(),
        assistant_id,
        question: 'How do I pay?',
        expected: { abstained: true, source_document_id: null },
        created_at: at(1),
      },
    ],
    visitors: [{ id: newId(), deployment_id, first_seen_at: at(1) }],
    conversations: [conversation, { ...conversation, id: newId(), handled: null, messages: [] }],
    usage: [{ day: '2026-01-01', assistant_id, model: 'm', channel: 'widget', ...counts }],
    audit: [
      {
        id: newId(),
        at: at(1),
        action: 'assistant.update',
        actor: { type: 'user', id: newId(), name: 'Ada' },
        target: { type: 'assistant', id: assistant_id, name: 'Helper' },
        details: { fields: ['name'] },
      },
      {
        id: newId(),
        at: at(2),
        action: 'organization.export',
        actor: { type: 'api_key', id: null, name: null },
        target: null,
        details: {},
      },
      {
        id: newId(),
        at: at(3),
        action: 'member.created',
        actor: { type: 'operator', id: null, name: null },
        target: null,
        details: { changes: [{ field: 'role', from: null, to: 'owner' }] },
      },
    ],
  } as Rows
}

const stored = archiveParts.filter(
  (part): part is StoredPart => part !== 'members' && part !== 'documents',
)

async function insertAll(store: Store, organization_id: string, rows: Rows): Promise<void> {
  for (const part of stored) {
    for (const row of rows[part]) {
      if (part === 'collections') {
        await store.collections.create(organization_id, row as Rows['collections'][number])
      }
      await store.archive.insert(organization_id, part, row as never, spare())
    }
  }
}

async function linesOf(snapshot: Snapshot, part: ArchivePart): Promise<string[]> {
  const lines: string[] = []
  for await (const line of snapshot.rows(part)) lines.push(line)
  return lines
}

async function readAll(store: Store, organization_id: string) {
  const snapshot = await store.archive.snapshot(organization_id)
  const read = []
  for (const part of stored) {
    const lines = await linesOf(snapshot, part)
    expect(lines.join('')).not.toContain('\n')
    read.push([part, lines.map((line) => JSON.parse(line))])
  }
  const files = await snapshot.files()
  await snapshot.close()
  return { rows: Object.fromEntries(read), files }
}

describe.each(backends)('archives on %s (docs/behaviour.md#export-and-import)', (_, open) => {
  test('what is stored of an archive is read again as it was, whatever store it is from', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const rows = sample()
    expect(await store.archive.isEmpty(a)).toBe(true)

    await insertAll(store, a, rows)

    expect(await store.archive.isEmpty(a)).toBe(false)
    expect(await store.archive.isEmpty(b)).toBe(true)
    const files = [{ content_hash: HASH, bytes: 5_000_000_000 }]
    expect(await readAll(store, a)).toEqual({ rows, files })
    const other = await readAll(store, b)
    expect(other.files).toEqual([])
    expect(other.rows).toMatchObject({
      conversations: [],
      usage: [],
      organization: [{ name: 'b' }],
    })
  })

  test('a snapshot is of one moment, whatever is written and however many rows there are', async () => {
    const { store, a } = await openWithOrganizations(open)
    const rows = sample()
    const [first] = rows.curated_answers
    rows.curated_answers = Array.from({ length: 45 }, () => ({ ...first, id: newId() }) as never)
    await insertAll(store, a, rows)

    const snapshot = await store.archive.snapshot(a)
    await store.archive.insert(a, 'curated_answers', { ...first, id: newId() } as never, spare())
    const lines = await linesOf(snapshot, 'curated_answers')
    const again = await linesOf(snapshot, 'curated_answers')
    await snapshot.close()

    expect(lines.map((line) => JSON.parse(line).id)).toEqual(
      rows.curated_answers.map(({ id }) => id),
    )
    expect(again).toEqual(lines)
  })

  test('a widget key of another organization is replaced', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    await insertAll(store, a, sample())
    await insertAll(store, b, sample())

    const { rows } = await readAll(store, b)

    expect(rows.deployments).toMatchObject([{ widget_key: SPARE_KEY }])
    expect(await store.deployments.findByKey(SPARE_KEY, at(0))).not.toBeNull()
    expect((await readAll(store, a)).rows.deployments).toMatchObject([{ widget_key: KEY }])
  })

  test('a row that contradicts another one is refused', async () => {
    const { store, a } = await openWithOrganizations(open)
    const rows = sample()
    await insertAll(store, a, rows)

    const again = store.archive.insert(a, 'assistants', rows.assistants[0] as never, spare())

    await expect(again).rejects.toMatchObject({ code: 'conflict', message: /assistants/ })
  })

  test('a row that is refused leaves nothing behind', async () => {
    const { store, a } = await openWithOrganizations(open)
    const row = { ...sample().assistants[0], knowledge_base_ids: [newId()] }

    const stored = store.archive.insert(a, 'assistants', row as never, spare())

    await expect(stored).rejects.toMatchObject({ code: 'conflict' })
    expect(await store.archive.isEmpty(a)).toBe(true)
  })
})
