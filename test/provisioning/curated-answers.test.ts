import { beforeEach, expect, test } from 'vitest'
import { call, outcome } from '../http/service.ts'
import { beta, SECRET, startProvisioned } from './provisioned.ts'

let provisioned: Awaited<ReturnType<typeof startProvisioned>>
beforeEach(async () => {
  provisioned = await startProvisioned()
  return () => provisioned.service.stop()
})

const parking = { questions: ['Do you have parking?'], text: 'Yes.', assistants: ['Helper'] }

async function listed() {
  const { body } = await outcome(
    await call(provisioned.service, 'GET /curated-answers', { key: SECRET }),
  )
  return body.data
}

test('curated answers of the file are created, and brought back to it once when they differ', async () => {
  const with_ = (answer: object) => ({ ...beta, curated_answers: [answer] })
  await provisioned.apply({ organizations: [with_(parking)] })
  const [answer] = await listed()
  expect(answer).toMatchObject({
    questions: parking.questions,
    text: 'Yes.',
    assistant_ids: [expect.any(String)],
    revision: 1,
  })
  expect(await provisioned.changes(with_(parking))).toEqual([])

  const changed = with_({ ...parking, text: 'No.', assistants: null })
  expect(await provisioned.changes(changed)).toMatchObject([
    { name: parking.questions[0], kind: 'updated', fields: ['text', 'assistant_ids'] },
  ])
  expect(await provisioned.changes(changed)).toEqual([])
  expect(await listed()).toMatchObject([{ id: answer.id, text: 'No.', assistant_ids: null }])
})

test.each([
  [{ ...parking, assistants: ['Nobody'] }, /assistants\[0\].*must name an assistant/],
  [{ ...parking, text: '' }, /text must be 1 to 8000 characters/],
])('%j is refused with its place', async (answer, message) => {
  const refusal = await provisioned.refusal({
    organizations: [{ ...beta, curated_answers: [answer] }],
  })
  expect(refusal).toMatch(message)
})

test('two answers must not have the same first question', async () => {
  const curated_answers = [parking, { ...parking, text: 'No.' }]
  const refusal = await provisioned.refusal({ organizations: [{ ...beta, curated_answers }] })
  expect(refusal).toMatch(/curated_answers\[1\]\.questions\[0\].*twice/)
})
