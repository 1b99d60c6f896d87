import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { caller, createSvc, type Serving } from './svc.ts'

const PASSWORD = 'ten letters at least'

const acme = {
  organizations: [
    {
      slug: 'acme',
      name: 'Acme',
      users: [{ email: 'ann@acme.test', name: 'Ann', password: PASSWORD, role: 'owner' }],
    },
  ],
  staff: [{ email: 'sam@operator.test', name: 'Sam', password: PASSWORD }],
}

async function provisioned() {
  const svc = await createSvc()
  const file = join(svc.dir, 'acme.json')
  await writeFile(file, JSON.stringify(acme))
  return { svc, environment: { SVC_PROVISION: file } }
}

/** Sends what the console sends; with the cookie of an earlier `signIn`. */
async function send(serving: Serving, route: string, { cookie = '', json = {} as object } = {}) {
  const [method = '', path = ''] = route.split(' ')
  const response = await fetch(`${serving.url}/svc/console/api${path}`, {
    method,
    headers: { cookie, origin: serving.url, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  const body = text === '' ? null : JSON.parse(text)
  return { status: response.status, body, setCookie: response.headers.get('set-cookie') ?? '' }
}

async function signIn(serving: Serving, email: string) {
  const signedIn = await send(serving, 'POST /session', { json: { email, password: PASSWORD } })
  return { ...signedIn, cookie: signedIn.setCookie.split(';')[0] ?? '' }
}

test('people of a provisioning file sign in, and stay signed in over a restart (docs/behaviour.md#console-sessions)', async () => {
  const { svc, environment } = await provisioned()
  await using _ = svc
  const first = await svc.serve(environment)
  const ann = await signIn(first, 'ann@acme.test')
  await first.stop()

  const second = await svc.serve(environment)
  const { status, body } = await send(second, 'GET /session', ann)

  // Over http neither a secure cookie nor one named __Host- would ever come back.
  expect(ann.setCookie).toMatch(/^svc_session=[^;]+; path=\/svc;/)
  expect(ann.setCookie).not.toMatch(/secure/i)
  expect(status).toBe(200)
  expect(body).toMatchObject({ user: { name: 'Ann' }, organization: { slug: 'acme' } })
})

test('a key that somebody made stays beside the provisioned one of its name (docs/behaviour.md#provisioning)', async () => {
  const { svc, environment } = await provisioned()
  await using _ = svc
  const secret = `svc_sk_${'k'.repeat(40)}`
  const [organization] = structuredClone(acme.organizations)
  Object.assign(organization!, { api_keys: [{ name: 'ci', role: 'admin', secret }] })
  await writeFile(environment.SVC_PROVISION, JSON.stringify({ organizations: [organization] }))
  const first = await svc.serve(environment)
  const ann = await signIn(first, 'ann@acme.test')
  const json = { name: 'ci', role: 'editor' }
  const { body } = await send(first, 'POST /v1/api-keys', { ...ann, json })
  await first.stop()

  const second = await svc.serve(environment)

  const keys = [secret, body.secret].map((key) => caller(second.api, key)('GET', '/assistants'))
  expect((await Promise.all(keys)).map(({ status }) => status)).toEqual([200, 200])
})

test('a password that the operator resets ends the sessions of the person (docs/behaviour.md#passwords)', async () => {
  const { svc, environment } = await provisioned()
  await using _ = svc
  const serving = await svc.serve(environment)
  const ann = await signIn(serving, 'ann@acme.test')

  await svc.run(['user', 'password', 'ann@acme.test'])

  expect((await send(serving, 'GET /session', ann)).status).toBe(401)
  expect((await signIn(serving, 'ann@acme.test')).status).toBe(401)
})

test('staff look in where the organization allows it, also after a restart (docs/behaviour.md#support-access)', async () => {
  const { svc, environment } = await provisioned()
  await using _ = svc
  const first = await svc.serve(environment)
  const opening = { organization: 'acme', reason: 'Ticket 12' }
  const ann = await signIn(first, 'ann@acme.test')
  const sam = await signIn(first, 'sam@operator.test')
  const off = await send(first, 'POST /support-sessions', { ...sam, json: opening })
  await send(first, 'PUT /v1/support-access', { ...ann, json: { allowed: true } })
  await first.stop()

  // The file says nothing of support access, so applying it again leaves it to the organization.
  const second = await svc.serve(environment)
  const opened = await send(second, 'POST /support-sessions', { ...sam, json: opening })

  expect([off.status, opened.status]).toEqual([404, 201])
  expect((await send(second, 'GET /v1/assistants', sam)).status).toBe(200)
})

test('an open console is told what the background thread stores, and its stream ends with the service (docs/behaviour.md#changes)', async () => {
  const { svc, environment } = await provisioned()
  await using _ = svc
  const serving = await svc.serve(environment)
  const { cookie } = await signIn(serving, 'ann@acme.test')
  const { body: collection } = await send(serving, 'POST /v1/knowledge/collections', {
    cookie,
    json: { name: 'Handbook' },
  })
  const { body: source } = await send(
    serving,
    `POST /v1/knowledge/collections/${collection.id}/sources`,
    { cookie, json: { name: 'Files', type: 'upload' } },
  )
  const stream = await fetch(`${serving.url}/svc/console/api/events`, { headers: { cookie } })
  let told = ''
  const ended = (async () => {
    for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) told += text
  })()

  await send(serving, `POST /v1/knowledge/sources/${source.id}/documents`, {
    cookie,
    json: { documents: [{ path: 'a.md', text: '# Opening\n\nWe open at nine.' }] },
  })

  // Only the background thread stores documents.
  await expect.poll(() => told).toContain('"kind":"document"')
  await serving.stop()
  await ended
})
