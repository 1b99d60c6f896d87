import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { test as testOfFolder } from '../support/folder-test.ts'
import { caller, createSvc, until } from './svc.ts'

const SECRET = `svc_sk_${'k'.repeat(40)}`

const acme = {
  organizations: [
    {
      slug: 'acme',
      name: 'Acme',
      users: [{ email: 'Ann@acme.test', name: 'Ann', password: '${ANN_PASSWORD}', role: 'owner' }],
      api_keys: [{ name: 'ci', role: 'admin', secret: SECRET }],
      collections: [
        {
          name: 'Handbook',
          sources: [
            { name: 'docs', type: 'folder', config: { path: './handbook' }, sync: true },
            { name: 'files', type: 'upload' },
          ],
        },
      ],
      assistants: [{ name: 'Helper', collections: ['Handbook'] }],
      widget_deployments: [
        {
          name: 'Website',
          assistant: 'Helper',
          allowed_origins: ['https://Acme.test:443'],
          widget_key: `svc_wk_${'w'.repeat(40)}`,
        },
      ],
      branding: { identity: { productName: 'Acme Help' } },
    },
  ],
}

async function provisioned() {
  const svc = await createSvc()
  await mkdir(join(svc.dir, 'handbook'))
  await writeFile(
    join(svc.dir, 'handbook/refunds.md'),
    '# Refunds\n\nRefunds reach your bank account within nine working days.\n',
  )
  const file = join(svc.dir, 'acme.json')
  await writeFile(file, JSON.stringify(acme))
  return { svc, file, environment: { SVC_PROVISION: file, ANN_PASSWORD: 'ten letters at least' } }
}

test('a provisioning file makes all it declares, and applying it again changes nothing (docs/behaviour.md#provisioning)', async () => {
  const { svc, environment } = await provisioned()
  await using _ = svc
  const first = await svc.serve(environment)
  const call = caller(first.api, SECRET)
  await until(async () => (await call('GET', '/knowledge/search')).status !== 500)
  const paths = ['/assistants', '/widget-deployments', '/knowledge/collections?archived=false']
  await ingested(call)
  const before = await Promise.all(paths.map((path) => call('GET', path)))
  await first.stop()

  const second = await svc.serve(environment)
  const again = caller(second.api, SECRET)
  const after = await Promise.all(paths.map((path) => again('GET', path)))

  expect(before[0]?.body.data).toMatchObject([{ name: 'Helper', answerable: true }])
  expect(before[1]?.body.data).toMatchObject([
    { name: 'Website', allowed_origins: ['https://acme.test'] },
  ])
  const withoutUse = (text: string) => text.replace(/"last_used_at":"[^"]*"|:\d{4,5}\/svc/g, '')
  expect(withoutUse(JSON.stringify(after.map(({ body }) => body)))).toBe(
    withoutUse(JSON.stringify(before.map(({ body }) => body))),
  )
})

test('a changed provisioning file updates what differs', async () => {
  const { svc, file, environment } = await provisioned()
  await using _ = svc
  await (await svc.serve(environment)).stop()
  const changed = structuredClone(acme)
  changed.organizations[0]!.assistants[0] = {
    name: 'Helper',
    collections: ['Handbook'],
    description: 'Knows the handbook',
  } as never
  await writeFile(file, JSON.stringify(changed))

  const serving = await svc.serve(environment)

  const { body } = await caller(serving.api, SECRET)('GET', '/assistants')
  expect(body.data).toMatchObject([{ description: 'Knows the handbook', revision: 2 }])
})

test('what cannot be changed, or is said twice, stops the start in one line (docs/behaviour.md#provisioning)', async () => {
  const { svc, file, environment } = await provisioned()
  await using _ = svc
  await svc.run(['provision', file], environment)
  const refused = async (change: (organization: (typeof acme)['organizations'][0]) => void) => {
    const changed = structuredClone(acme)
    change(changed.organizations[0]!)
    const own = join(svc.dir, `${randomUUID()}.json`)
    await writeFile(own, JSON.stringify(changed))
    const { code, output } = await svc.run(['provision', own], environment)
    return `${code} ${output.trim()}`
  }

  // A refusal changes nothing, so they can come at once.
  const refusals = await Promise.all([
    refused(({ widget_deployments: [website] }) => {
      website!.widget_key = `svc_wk_${'x'.repeat(40)}`
    }),
    refused(({ assistants, widget_deployments: [website] }) => {
      assistants.push({ name: 'Other', collections: ['Handbook'] })
      website!.assistant = 'Other'
    }),
    refused(({ widget_deployments }) => {
      const late = { ...widget_deployments[0]!, name: 'Late', expires_at: '2020-01-01T00:00:00Z' }
      widget_deployments.push({ ...late, widget_key: `svc_wk_${'x'.repeat(40)}` })
    }),
    refused(({ widget_deployments }) => {
      widget_deployments.push({ ...widget_deployments[0]!, name: 'Twin' })
    }),
    refused(({ api_keys }) => {
      api_keys.push({ name: 'ci', role: 'member', secret: `svc_sk_${'n'.repeat(40)}` })
    }),
  ])

  const places = refusals.map((refusal) =>
    refusal.replace(/^2 \S+\.json: organizations\[0\]\./, ''),
  )
  expect(places).toEqual([
    'widget_deployments[0] ("Website"): widget_key cannot be changed; declare it under another name.',
    'widget_deployments[0] ("Website"): assistant cannot be changed; declare it under another name.',
    'widget_deployments[1] ("Late"): expires_at must be in the future.',
    'widget_deployments[1] ("Twin"): widget_key is already used by another deployment.',
    'api_keys[1].name must not appear twice.',
  ])
})

test('a suspended organization gets the ordinary 401 until it is active again', async () => {
  const { svc, environment } = await provisioned()
  await using _ = svc
  const serving = await svc.serve(environment)
  const call = caller(serving.api, SECRET)
  expect((await call('GET', '/assistants')).status).toBe(200)

  await svc.run(['org', 'suspend', 'acme'])
  const suspended = await call('GET', '/assistants')
  await svc.run(['org', 'activate', 'acme'])

  expect(suspended).toMatchObject({ status: 401, body: { code: 'authentication_error' } })
  expect((await call('GET', '/assistants')).status).toBe(200)
})

test('what a provisioning file leaves out is left as it is', async () => {
  const { svc, environment } = await provisioned()
  await using _ = svc
  const first = await svc.serve(environment)
  const { body } = await caller(first.api, SECRET)('GET', '/assistants')
  const { id, revision } = body.data[0]
  const change = { revision, description: 'Set by hand' }
  await caller(first.api, SECRET)('PATCH', `/assistants/${id}`, change)
  await svc.run(['org', 'suspend', 'acme'])
  await first.stop()

  const second = await svc.serve(environment)
  const suspended = await caller(second.api, SECRET)('GET', '/assistants')
  await svc.run(['org', 'activate', 'acme'])
  const { body: after } = await caller(second.api, SECRET)('GET', '/assistants')

  expect(suspended.status).toBe(401)
  expect(after.data).toMatchObject([{ description: 'Set by hand' }])
})

test('a key that was revoked is not brought back, and another secret makes a new one', async () => {
  const { svc, file, environment } = await provisioned()
  await using _ = svc
  await (await svc.serve(environment)).stop()
  await svc.run(['key', 'revoke', 'ci', '--org', 'acme'])
  const same = await svc.serve(environment)
  const revoked = await caller(same.api, SECRET)('GET', '/assistants')
  await same.stop()
  const changed = structuredClone(acme)
  const secret = `svc_sk_${'n'.repeat(40)}`
  changed.organizations[0]!.api_keys[0] = { name: 'ci', role: 'editor', secret }
  await writeFile(file, JSON.stringify(changed))

  const serving = await svc.serve(environment)

  expect(revoked.status).toBe(401)
  expect((await caller(serving.api, secret)('GET', '/assistants')).status).toBe(200)
  expect((await caller(serving.api, SECRET)('GET', '/assistants')).status).toBe(401)
})

test('operators create organizations, users and keys, and revoke keys at once', async () => {
  await using svc = await createSvc()
  const serving = await svc.serve({ SVC_DEMO: 'off' })

  await svc.run(['org', 'create', 'beta', 'Beta'])
  const user = await svc.run([
    'user',
    'create',
    'bo@beta.test',
    'Bo',
    '--org',
    'beta',
    '--role',
    'owner',
  ])
  const key = await svc.run(['key', 'create', 'ci', '--org', 'beta', '--role', 'editor'])
  const call = caller(serving.api, key.output.trim())
  const live = await call('GET', '/assistants')
  await svc.run(['key', 'revoke', 'ci', '--org', 'beta'])

  expect(user.output).toMatch(/^Created bo@beta\.test with the password \S{10,}\n$/)
  expect(live.status).toBe(200)
  expect((await call('GET', '/assistants')).status).toBe(401)
  expect((await svc.run(['user', 'list', '--org', 'beta'])).output).toBe(
    'bo@beta.test\towner\tBo\n',
  )
})

test('what is no command is refused in words and with an exit code', async () => {
  await using svc = await createSvc()
  await (await svc.serve({ SVC_DEMO: 'off' })).stop()
  const refused: [args: string[], words: RegExp][] = [
    [['frobnicate'], /is not a command/],
    [['constructor'], /is not a command/],
    [['serve', '--port', '9000'], /^Usage: svc serve/],
    [['org', 'rename'], /^Usage: svc org/],
    [
      ['key', 'create', 'x', '--org', 'beta', '--role', 'king'],
      /--role must be one of|no organization/,
    ],
    [['provision'], /^Usage: svc provision FILE/],
    [['user', 'list', '--nope'], /nope/],
  ]

  const results = await Promise.all(refused.map(([args]) => svc.run(args)))

  for (const [at, [args, words]] of refused.entries()) {
    const { code = 0, output = '' } = results[at] ?? {}
    expect(code, args.join(' ')).toBeGreaterThan(0)
    expect(output).toMatch(words)
    expect(output).not.toContain('    at ')
  }
})

test('every command has --help', async () => {
  await using svc = await createSvc()

  for (const name of [
    'serve',
    'provision',
    'backup',
    'restore',
    'check',
    'reindex',
    'org',
    'user',
    'key',
  ]) {
    const { code, output } = await svc.run([name, '--help'])
    expect(code).toBe(0)
    expect(output).toContain('Usage: svc')
  }
})

testOfFolder('a backup made while serving brings everything back in an empty folder', async () => {
  const { svc, environment } = await provisioned()
  await using _ = svc
  const serving = await svc.serve(environment)
  const call = caller(serving.api, SECRET)
  await ingested(call)
  await upload(call)
  const file = join(svc.dir, 'all.backup')
  const pinned = join('widget', 'widget-Ab3_x-9Z')
  await mkdir(join(svc.data_dir, pinned, 'widget'), { recursive: true })
  await writeFile(join(svc.data_dir, pinned, 'widget/widget-Ab3_x-9Z.js'), 'script')

  expect(await svc.run(['backup', file])).toMatchObject({ code: 0 })
  expect(await svc.run(['backup', file])).toMatchObject({ code: 1 })
  expect(await svc.run(['backup', join(svc.dir, 'nowhere/all.backup')])).toEqual({
    code: 1,
    output: expect.stringMatching(/^There is no folder \S+\.\n$/),
  })
  await serving.stop()
  const overwriting = await svc.run(['restore', file])
  const elsewhere = { SVC_DATA_DIR: join(svc.dir, 'restored') }
  expect(await svc.run(['restore', file], elsewhere)).toMatchObject({ code: 0 })
  const restored = await svc.serve(elsewhere)

  expect(overwriting).toMatchObject({ code: 1 })
  const found = await search(caller(restored.api, SECRET), 'How long do refunds take?')
  expect(found.body.data[0].text).toContain('nine working days')
  // The uploaded file's bytes came along: the source can be read again.
  const again = await syncUploads(caller(restored.api, SECRET))
  expect(again).toMatchObject({ status: 'succeeded', counters: { documents_unchanged: 1 } })
  // And so did the script of an earlier version, which pages may pin.
  const script = await fetch(`${restored.url}/svc/widget/widget-Ab3_x-9Z.js`)
  expect(await script.text()).toBe('script')
  expect(await svc.run(['check'], elsewhere)).toMatchObject({
    code: 0,
    output: expect.stringContaining('database: ok'),
  })
})

testOfFolder('a backup from before widgets were kept brings its uploaded files back', async () => {
  const { svc, environment } = await provisioned()
  await using _ = svc
  const serving = await svc.serve(environment)
  await upload(caller(serving.api, SECRET))
  const file = join(svc.dir, 'old.backup')
  await svc.run(['backup', file])
  await serving.stop()
  const backup = new Database(file)
  const { changes } = backup
    .prepare("UPDATE sqlar SET name = substr(name, 9) WHERE name LIKE 'uploads/%'")
    .run()
  backup.close()
  const elsewhere = { SVC_DATA_DIR: join(svc.dir, 'restored') }

  expect(await svc.run(['restore', file], elsewhere)).toMatchObject({ code: 0 })

  expect(changes).toBe(1)
  const restored = await svc.serve(elsewhere)
  const again = await syncUploads(caller(restored.api, SECRET))
  expect(again).toMatchObject({ status: 'succeeded', counters: { documents_unchanged: 1 } })
})

test('reindex reads and indexes everything again, while documents stay found and keep their ids', async () => {
  const { svc, environment } = await provisioned()
  await using _ = svc
  const serving = await svc.serve(environment)
  const call = caller(serving.api, SECRET)
  await ingested(call)
  const before = (await search(call, 'refunds')).body.data

  const { code, output } = await svc.run(['reindex', '--org', 'acme'])
  await until(async () => (await latestJob(call)).counters.documents_ingested === 1)

  expect({ code, output }).toEqual({ code: 0, output: 'Queued 1 source to be indexed again.\n' })
  await until(async () => (await latestJob(call)).status === 'succeeded')
  expect((await search(call, 'refunds')).body.data).toEqual(before)
})

test('check names a provider that cannot be reached, and never its key', async () => {
  const { svc, environment } = await provisioned()
  await using _ = svc
  await (await svc.serve(environment)).stop()
  const providers = join(svc.dir, 'providers.json')
  const gone = {
    type: 'openai-compatible',
    base_url: 'http://127.0.0.1:9/v1',
    api_key: 'sk-hidden',
  }
  await writeFile(providers, JSON.stringify({ gone }))

  const { code, output } = await svc.run(['check'], { SVC_PROVIDERS: providers })

  expect(code).toBe(1)
  expect(output).toContain('provider gone: cannot be reached')
  expect(output).not.toContain('sk-hidden')
})

testOfFolder('a file that is no backup is not restored', async () => {
  await using svc = await createSvc()
  const file = join(svc.dir, 'notes.txt')
  await writeFile(file, 'not a database')

  const { code, output } = await svc.run(['restore', file])

  expect(code).toBe(1)
  expect(output).toContain('is not a backup of this service.')
  await expect(readFile(join(svc.data_dir, 'svc.db'))).rejects.toThrow('ENOENT')
})

type Call = ReturnType<typeof caller>

function search(call: Call, query: string) {
  return call('POST', '/knowledge/search', { query })
}

async function ingested(call: Call): Promise<void> {
  await until(async () => (await search(call, 'refunds')).body.data.length > 0)
}

async function latestJob(call: Call) {
  const { body } = await call('GET', '/knowledge/collections')
  const sources = await call('GET', `/knowledge/collections/${body.data[0].id}/sources`)
  const folder = sources.body.data.find((source: { type: string }) => source.type === 'folder')
  return folder.latest_job
}

async function uploadSource(call: Call): Promise<string> {
  const { body } = await call('GET', '/knowledge/collections')
  const sources = await call('GET', `/knowledge/collections/${body.data[0].id}/sources`)
  return sources.body.data.find((source: { type: string }) => source.type === 'upload').id
}

async function upload(call: Call): Promise<void> {
  const id = await uploadSource(call)
  const { body } = await call('POST', `/knowledge/sources/${id}/documents`, {
    documents: [{ path: 'hours.md', text: '# Hours\n\nThe office opens at eight.' }],
  })
  await ended(call, body.job.id)
}

async function syncUploads(call: Call) {
  const { body } = await call('POST', `/knowledge/sources/${await uploadSource(call)}/sync`)
  return ended(call, body.id)
}

async function ended(call: Call, id: string) {
  await until(async () => !(await call('GET', `/knowledge/jobs/${id}`)).body.is_active)
  return (await call('GET', `/knowledge/jobs/${id}`)).body
}
