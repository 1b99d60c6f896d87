import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { archiveParts } from '../../server/contract/archive.ts'
import { openDatabase } from '../../server/storage/drivers/sqlite/database.ts'
import { createSqliteStore } from '../../server/storage/drivers/sqlite/store.ts'
import type { Store } from '../../server/storage/store.ts'
import {
  addAssistant,
  addCollection,
  at,
  ending,
  newId,
  question,
  temporaryFolder,
} from './backends.ts'

/** Long enough for several pages of the database, and different in every line. */
function text(word: string, lines: number): string {
  return Array.from({ length: lines }, (_, line) => `${line} ${word}${line}`).join('\n')
}

const WORDS = ['Quokka', 'Numbat', 'Dunnart', 'Bilby', 'Potoroo', 'Woylie']

const ANY_WORD = new RegExp(WORDS.join('|'), 'i')

/** All rows of an export. */
async function exported(store: Store, organization_id: string): Promise<string> {
  const snapshot = await store.archive.snapshot(organization_id)
  const rows: string[] = []
  for (const part of archiveParts) for await (const row of snapshot.rows(part)) rows.push(row)
  await snapshot.close()
  return rows.join('\n')
}

/** The names of files below a folder that hold one of the words. */
async function holding(folder: string): Promise<string[]> {
  const files = await readdir(folder)
  const contents = await Promise.all(files.map((file) => readFile(join(folder, file))))
  return files.filter((_, at) => {
    const text = contents[at]?.toString('latin1').toLowerCase()
    return WORDS.some((word) => text?.includes(word.toLowerCase()))
  })
}

/** Keeps a question, and stores an answer of a run. */
async function keepAndRun(
  store: Store,
  asked: { organization_id: string; assistant_id: string; text: string },
): Promise<void> {
  const { organization_id, assistant_id } = asked
  const kept = { id: newId(), question: asked.text, expected: null, created_at: at(5) }
  await store.testQuestions.create(organization_id, assistant_id, kept)
  await store.testRuns.enqueue(organization_id, assistant_id, { id: newId(), created_at: at(6) })
  const run = await store.testRuns.claim(at(6), { working: [], most: 1 })
  const after = {
    text: text('Dunnart', 300),
    abstained: false,
    abstention_reason: null,
    model: 'builtin/extractive',
    citations: [],
  }
  const compared = { before: after, after, changed: false, passed: null }
  await store.testRuns.record(organization_id, run?.id ?? '', { question_id: kept.id, ...compared })
  await store.testRuns.end(organization_id, run?.id ?? '', 'finished', at(6))
}

test('not a byte of an erased visitor is left in SQLite’s files', async () => {
  const folder = await temporaryFolder()
  const store = createSqliteStore(openDatabase(join(folder, 'data.db')))
  onTestFinished(() => store.close())
  const organization_id = newId()
  await store.organizations.create({
    id: organization_id,
    slug: 'a',
    name: 'a',
    status: 'active',
    support_access: false,
    created_at: at(0),
  })
  const { id: collection_id } = await addCollection(store, organization_id)
  const assistant = await addAssistant(store, organization_id, { collections: [collection_id] })
  const deployment = await store.deployments.create(organization_id, {
    id: newId(),
    name: 'Website',
    widget_key: 'svc_wk_1',
    assistant_id: assistant.id,
    allowed_origins: ['https://shop.test'],
    appearance: {},
    created_at: at(0),
    created_by: null,
    expires_at: null,
  })
  const webhook = { url: 'https://hooks.example/', events: ['answer.rated_down'], enabled: true }
  const secret = { key_id: 'key', box: '' }
  await store.webhooks.save(organization_id, { ...webhook, secret } as never, at(0))
  const visitor_id = newId()
  const visitor = { id: visitor_id, first_seen_at: at(0), expires_at: at(100) }
  await store.visitors.create(organization_id, deployment?.id ?? '', visitor, 'hash')
  const owner = { type: 'service' as const, id: deployment?.id ?? '' }
  const asker = { organization_id, owner, visitor_id }
  for (let conversation = 0; conversation < 20; conversation += 1) {
    const { id } = await store.conversations.create(asker, {
      id: newId(),
      assistant_id: assistant.id,
      title: '',
      metadata: { page: 'https://shop.test/Potoroo' },
      channel: 'widget',
      created_at: at(0),
    })
    const asked = question({ text: text('Quokka', 1 + 10 * conversation), streamed: true })
    await store.turns.begin(asker, id, asked, at(1))
    for (let lines = 100; lines <= 500; lines += 100) {
      const grown = { text: text('Numbat', lines), citations: [] }
      await store.turns.progress(organization_id, asked.answer_id, grown, at(1))
    }
    const answer = ending({ text: text('Dunnart', 300), abstained: conversation % 2 === 0 })
    await store.turns.end(organization_id, asked.answer_id, answer, at(2))
    await store.ratings.put(asker, asked.answer_id, { rating: 'down', note: 'Bilby' }, at(3))
    const handling = { handled: true, note: 'Woylie', by: owner, at: at(4) }
    await store.inbox.setHandling(organization_id, id, handling, undefined)
    await keepAndRun(store, { organization_id, assistant_id: assistant.id, text: asked.text })
  }
  await store.checkpoint()
  expect(await holding(folder)).not.toEqual([])
  expect(await exported(store, organization_id)).toMatch(ANY_WORD)
  expect(await store.webhooks.claim(at(4), [], 1)).toHaveLength(1)

  await store.visitors.erase(asker)
  await store.checkpoint()

  expect(await holding(folder)).toEqual([])
  expect(await exported(store, organization_id)).not.toMatch(ANY_WORD)
  expect(
    (await store.usage.report(organization_id, { from: '2026-01-01', to: '2026-01-01' })).totals,
  ).toMatchObject({ questions: 20, ratings_down: 20 })
})

test('SQLite finds what it erases with a conversation or message by an index', async () => {
  const db = openDatabase(join(await temporaryFolder(), 'data.db'))
  onTestFinished(() => void db.close())

  const steps = ['conversations', 'messages'].flatMap((table) =>
    db
      .prepare<unknown[], { detail: string }>(
        `EXPLAIN QUERY PLAN DELETE FROM ${table} WHERE organization_id = 'o' AND id = 'id'`,
      )
      .all(),
  )

  const ofAll = steps.filter(({ detail }) => /SCAN|\(organization_id=\?\)/.test(detail))
  expect(steps.length).toBeGreaterThan(5)
  expect(ofAll).toEqual([])
})
