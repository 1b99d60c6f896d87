import { chmod, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { caller, createSvc, until } from './svc.ts'

const SECRET = `svc_sk_${'p'.repeat(40)}`
const WIDGET_KEY = `svc_wk_${'p'.repeat(40)}`

const EXPOSED = 'other users can read the secrets in the provisioning file'

const acme = {
  slug: 'acme',
  name: 'Acme',
  users: [] as object[],
  api_keys: [{ name: 'ci', role: 'admin', secret: SECRET }],
  collections: [{ name: 'Handbook' }],
  assistants: [{ name: 'Helper', model: 'builtin/extractive', collections: ['Handbook'] }],
  widget_deployments: [
    {
      name: 'Website',
      assistant: 'Helper',
      allowed_origins: ['https://acme.test'],
      widget_key: WIDGET_KEY,
    },
  ],
}

async function written(dir: string, ...organizations: object[]): Promise<string> {
  const file = join(dir, `${organizations.map((one) => (one as typeof acme).slug).join('-')}.json`)
  await writeFile(file, JSON.stringify({ organizations }))
  return file
}

test('a file that is wrong anywhere leaves nothing behind, and one line names the place (docs/behaviour.md#provisioning)', async () => {
  await using svc = await createSvc()
  await svc.run(['provision', await written(svc.dir, acme)])
  const beta = { slug: 'beta', name: 'Beta', collections: [{ name: 'Handbook' }] }
  const website = { name: 'Website', assistant: 'Helper', allowed_origins: [] }
  const wrong = {
    'assistants[0].collections[0]': { assistants: [{ name: 'Helper', collections: ['Nope'] }] },
    'assistants[0] ("Helper"): model': { assistants: [{ name: 'Helper', model: 'openai/gpt' }] },
    'collections[0] ("Wide"): embedding_dimensions': {
      collections: [
        { name: 'Wide', embedding_model: 'builtin/meaning-1', embedding_dimensions: 9 },
      ],
    },
    'collections[0].sources[0] ("docs"): config.globs': {
      collections: [
        {
          name: 'A',
          sources: [{ name: 'docs', type: 'folder', config: { path: '.', globs: [] } }],
        },
      ],
    },
    'widget_deployments[0] ("Website"): widget_key': {
      assistants: [{ name: 'Helper' }],
      widget_deployments: [{ ...website, widget_key: WIDGET_KEY }],
    },
    'api_keys[0] ("ci"): secret': { api_keys: acme.api_keys },
  }

  const outputs = await Promise.all(
    Object.values(wrong).map(async (change, at) => {
      const file = await written(
        svc.dir,
        { ...beta, slug: `early-${at}` },
        {
          ...beta,
          ...change,
          slug: `wrong-${at}`,
        },
      )
      const { code, output } = await svc.run(['provision', file])
      return { code, lines: output.trim().split('\n') }
    }),
  )

  expect(outputs).toEqual(
    Object.keys(wrong).map((place) => ({
      code: 2,
      lines: [expect.stringContaining(`.json: organizations[1].${place}`)],
    })),
  )
  expect((await svc.run(['org', 'list'])).output).toBe('acme\tactive\tAcme\n')
})

test('whoever reaches the port finds the keys and people of the file (docs/behaviour.md#provisioning)', async () => {
  await using svc = await createSvc()
  const people = Array.from({ length: 8 }, (_, at) => ({
    email: `p${at}@acme.test`,
    name: `P${at}`,
    password: 'ten letters at least',
    role: 'member',
  }))
  const file = await written(svc.dir, { ...acme, users: people })
  const port = String(await freePort())

  const ready = svc.serve({ SVC_PROVISION: file, SVC_PORT: port })
  let first: number | null = null
  const call = caller(`http://127.0.0.1:${port}/svc/api/v1`, SECRET)
  await until(
    async () => {
      first = await call('GET', '/assistants').then(
        ({ status }) => status,
        () => null,
      )
      return first !== null
    },
    { everyMs: 1 },
  )

  expect(first).toBe(200)
  await ready
  expect((await svc.run(['user', 'list', '--org', 'acme'])).output.split('\n')).toHaveLength(9)
})

test('what was changed elsewhere is set back at the next start, and the log says so (docs/behaviour.md#provisioning)', async () => {
  await using svc = await createSvc()
  const providers = join(svc.dir, 'providers.json')
  await writeFile(
    providers,
    JSON.stringify({ own: { type: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1' } }),
  )
  const file = await written(svc.dir, acme)
  const environment = { SVC_PROVISION: file, SVC_PROVIDERS: providers }
  const first = await svc.serve(environment)
  const call = caller(first.api, SECRET)
  const { body: list } = await call('GET', '/assistants')
  const { id, revision } = list.data[0]
  const patched = await call('PATCH', `/assistants/${id}`, { revision, model: 'own/m' })
  await first.stop()
  expect(first.output()).not.toContain(EXPOSED)
  // Its folder kept other users from the file.
  await chmod(svc.dir, 0o755)

  const second = await svc.serve(environment)

  expect(patched).toMatchObject({ status: 200, body: { model: 'own/m' } })
  const { body: after } = await caller(second.api, SECRET)('GET', `/assistants/${id}`)
  expect(after.model).toBe('builtin/extractive')
  const lines = second.output().split('\n')
  expect(lines.filter((line) => line.includes(EXPOSED))).toHaveLength(1)
  const updates = lines.filter((line) => line.includes('updated by the provisioning'))
  expect(updates.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 30,
      file,
      place: 'organizations[0].assistants[0]',
      name: 'Helper',
      fields: ['model'],
    }),
  ])
})

test("a deployment's appearance is created, replaced where the file differs, and left alone otherwise", async () => {
  await using svc = await createSvc()
  const withAppearance = (appearance?: object) => {
    const [website] = acme.widget_deployments
    return written(svc.dir, { ...acme, widget_deployments: [{ ...website, appearance }] })
  }
  await svc.run(['provision', await withAppearance({ greeting: 'Hello!', locale: 'de' })])
  await svc.run(['provision', await withAppearance({ greeting: 'Welcome!' })])
  await svc.run(['provision', await withAppearance()])

  const { api } = await svc.serve()
  const call = caller(api, SECRET)
  const { body: list } = await call('GET', '/widget-deployments')
  const { body } = await call('GET', `/widget-deployments/${list.data[0].id}/appearance`)
  expect(body).toMatchObject({ greeting: 'Welcome!', locale: null })
})

test("an assistant's behaviour is set where the file names it, and left alone otherwise", async () => {
  await using svc = await createSvc()
  const withBehaviour = (behaviour?: object) => {
    const [helper] = acme.assistants
    return written(svc.dir, { ...acme, assistants: [{ ...helper, behaviour }] })
  }
  const texts = { greeting: 'Hello!' }
  await svc.run(['provision', await withBehaviour({ strictness: 'strict', texts })])
  await svc.run(['provision', await withBehaviour({ follow_ups: false })])
  await svc.run(['provision', await withBehaviour()])

  const { api } = await svc.serve()
  const call = caller(api, SECRET)
  const { body: list } = await call('GET', '/assistants')
  const { body } = await call('GET', `/assistants/${list.data[0].id}/behaviour`)
  expect(body).toEqual({
    revision: 2,
    strictness: 'strict',
    follow_ups: false,
    texts: { greeting: 'Hello!', declined: null },
  })
})

test('secrets that the service made up are shown, even where the port of the metrics then turns out to be in use', async () => {
  await using svc = await createSvc()
  const other = createServer().listen(0, '127.0.0.1')
  await until(() => other.listening)
  const file = await written(svc.dir, { ...acme, api_keys: [{ name: 'ci', role: 'admin' }] })

  const { port } = other.address() as AddressInfo
  const { code, output } = await svc.run(['serve'], {
    SVC_PROVISION: file,
    SVC_METRICS_PORT: String(port),
  })

  other.close()
  expect(code).toBe(2)
  expect(output).toContain('is in use')
  const [secret = ''] = /svc_sk_[\w-]{43}/.exec(output) ?? []
  const serving = await svc.serve({ SVC_PROVISION: file })
  expect((await caller(serving.api, secret)('GET', '/assistants')).status).toBe(200)
  expect(serving.output()).not.toContain('svc_sk_')
})
