import { join } from 'node:path'
import { expect, test } from 'vitest'
import { write } from '../ingestion/ingestion.ts'
import { createSvc, type Serving } from './svc.ts'

/** The code of the link that the start printed; null when it printed none. */
function codeIn({ output }: Serving): string | null {
  return output().match(/\/svc\/console\/#claim=([\w-]{22})\s/)?.[1] ?? null
}

const person = {
  email: 'ann@acme.test',
  name: 'Ann',
  password: 'correct horse',
  organization_name: 'Acmé & Söhne',
}

async function claim({ url }: Serving, code: string | null, other: object = {}) {
  const response = await fetch(`${url}/svc/console/api/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, ...other, code: code ?? '' }),
  })
  return { status: response.status, cookie: response.headers.get('set-cookie') ?? '', response }
}

async function installation({ url }: Serving) {
  return (await fetch(`${url}/svc/console/api/installation`)).json()
}

test('whoever has the code takes over the installation, once (docs/behaviour.md#claiming-the-console)', async () => {
  await using svc = await createSvc()
  const first = await svc.serve({ SVC_DEMO: 'on' })
  const earlier = codeIn(first)
  expect(earlier).not.toBeNull()
  await first.stop()

  const serving = await svc.serve({ SVC_DEMO: 'on' })
  const code = codeIn(serving)
  expect(code).not.toBe(earlier)
  expect(await installation(serving)).toMatchObject({ claimed: false })
  expect((await claim(serving, earlier)).status).toBe(401)
  expect((await claim(serving, code, { password: 'acme.ann.test' })).status).toBe(400)
  const both = await Promise.all([claim(serving, code), claim(serving, code)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 404])

  const session = await both.find(({ status }) => status === 201)?.response.json()
  expect(session).toMatchObject({
    user: { name: 'Ann', staff: true },
    organization: { slug: 'acme--sohne', name: 'Acmé & Söhne' },
    role: 'owner',
  })
  expect(session.organizations).toContainEqual(
    expect.objectContaining({ slug: 'demo', role: 'owner' }),
  )
  expect(await installation(serving)).toMatchObject({ claimed: true })
  expect((await claim(serving, code)).status).toBe(404)
  await serving.stop()
  expect(codeIn(await svc.serve())).toBeNull()
})

test('wrong codes are limited by address', async () => {
  await using svc = await createSvc()
  const serving = await svc.serve({ SVC_DEMO: 'off' })
  const statuses = await Promise.all(Array.from({ length: 11 }, () => claim(serving, 'guess')))
  expect(statuses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429])
})

async function claimable({ url }: Serving, code: string | null) {
  const response = await fetch(`${url}/svc/console/api/claim/organizations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: code ?? '' }),
  })
  const { data = [] } = await response.json()
  return { status: response.status, data: data as { id: string; slug: string }[] }
}

test('what ingest read belongs to whoever claims the installation, without a name', async () => {
  await using svc = await createSvc()
  const folder = join(svc.dir, 'help')
  write(folder, { 'fees.md': '# Fees\n\nThe fee is ten francs a year.\n' })
  await svc.run(['ingest', folder, '--into', 'Help'])
  const serving = await svc.serve({ SVC_DEMO: 'on' })
  const code = codeIn(serving)

  const { data } = await claimable(serving, code)
  expect(data).toEqual([{ id: expect.any(String), slug: 'main', name: 'Main' }])
  expect((await claimable(serving, 'guess')).status).toBe(401)
  const unnamed = { organization_name: undefined }
  const refused = [
    unnamed,
    { ...unnamed, organization_id: '0190a000-0000-7000-8000-000000000000' },
    { organization_id: data[0]?.id },
  ]
  for (const other of refused) expect((await claim(serving, code, other)).status).toBe(400)
  const { response, cookie } = await claim(serving, code, {
    ...unnamed,
    organization_id: data[0]?.id,
  })

  const session = await response.json()
  expect(session).toMatchObject({ organization: { slug: 'main' }, role: 'owner' })
  expect(session.organizations.map(({ slug }: { slug: string }) => slug)).toContain('demo')
  const collections = await fetch(`${serving.url}/svc/console/api/v1/knowledge/collections`, {
    headers: { cookie },
  })
  expect(await collections.json()).toMatchObject({ data: [{ name: 'Help', document_count: 1 }] })
  expect((await claimable(serving, code)).status).toBe(404)
})
