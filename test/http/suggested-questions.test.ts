import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSource, documentOf, passage } from '../storage/backends.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

async function suggested() {
  const { keys, assistant_id } = service.tenant
  const route = `GET /assistants/${assistant_id}/suggested-questions`
  return outcome(await call(service, route, { key: keys.member }))
}

async function addDocument(path: string, headings: string[]) {
  const { tenant, store } = service
  const source = await addSource(store, tenant.id, tenant.collection_id)
  const document = documentOf(source.id, {
    path,
    title: 'Handbook',
    passage_count: headings.length,
  })
  const passages = headings.map((heading, position) =>
    passage(position, 'You can do that at any time.', {
      headings: heading.split(' › '),
      vector: Int8Array.of(127, 0, 0, 0),
    }),
  )
  await store.documents.stage(tenant.id, tenant.collection_id, {
    document_id: document.id,
    passages,
  })
  await store.documents.publish(tenant.id, tenant.collection_id, document)
}

test('an assistant without documents suggests nothing', async () => {
  expect(await suggested()).toEqual({ status: 200, body: { questions: [] } })
})

test('questions are made of headings, no two alike and at most six', async () => {
  await addDocument('a.md', ['How do I return it?', 'Colophon', 'Cancelling an order'])
  await addDocument('b.md', ['How do I return it', 'What does it cost?', 'When do you open?'])
  await addDocument('c.md', ['Who pays the postage?', 'Where is my parcel?', 'Is it safe?'])
  await addDocument('d.md', ['Which sizes are there?'])

  const { questions } = (await suggested()).body

  expect(questions).toHaveLength(6)
  expect(new Set(questions).size).toBe(6)
  expect(questions).toEqual(
    expect.arrayContaining(['How do I return it?', 'Who pays the postage?']),
  )
  expect(questions).not.toContain('Colophon')
})
