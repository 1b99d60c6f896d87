import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, outcome } from '../http/service.ts'
import { createThings } from '../http/things.ts'
import { startProvisioned } from './provisioned.ts'

let provisioned: Awaited<ReturnType<typeof startProvisioned>>
beforeAll(async () => {
  provisioned = await startProvisioned()
})
afterAll(() => provisioned.service.stop())

const here = { path: 'hours.md', section: 'Hours', text: 'When may I come?' }
const away = { path: 'away.md', text: 'Who are you?' }

/** Applies a collection of the tenant with these fields. */
async function apply(fields: object) {
  const { tenant } = provisioned.service
  const key = tenant.keys.owner
  const route = `GET /knowledge/collections/${tenant.collection_id}`
  const { name } = (await outcome(await call(provisioned.service, route, { key }))).body
  const organization = { slug: 'acme', name: 'acme', collections: [{ name, ...fields }] }
  return provisioned.apply({ organizations: [organization] })
}

async function listed() {
  const key = provisioned.service.tenant.keys.owner
  const { body } = await outcome(
    await call(provisioned.service, 'GET /knowledge/questions', { key }),
  )
  return body.data
}

test('questions are those of the documents that are there, and others wait (docs/behaviour.md#questions-of-sections)', async () => {
  await createThings(provisioned.service).newDocument()
  const place = 'organizations[0].collections[0].questions'

  const first = await apply({ questions: [here, away] })

  expect(first.untaken).toEqual([{ place: `${place}[1]`, path: away.path, why: 'no_document' }])
  const [made, ...others] = await listed()
  expect(made).toMatchObject({ section: 'Hours', text: here.text, origin: 'owner' })
  expect(others).toEqual([])
  await apply({ questions: [here] })
  expect(await listed()).toEqual([made])

  const key = provisioned.service.tenant.keys.owner
  await call(provisioned.service, `DELETE /knowledge/questions/${made.id}`, { key })
  const again = await apply({ questions: [here, { ...here, section: 'Prices' }] })
  expect(again.untaken).toEqual([
    { place, path: here.path, why: 'forgotten' },
    { place, path: here.path, why: 'no_section' },
  ])
  expect(await listed()).toEqual([])
})

test('how a collection comes to questions is set back', async () => {
  const first = await apply({ reading: { learn_from_visitors: false } })
  const again = await apply({ reading: { learn_from_visitors: false } })

  expect(first.changes).toMatchObject([{ fields: ['reading'] }])
  expect(again.changes).toEqual([])
  const refused = apply({ reading: { question_model: 'builtin/extractive' } })
  await expect(refused).rejects.toThrow(/collections\[0\]\.reading.*question_model/)
})
