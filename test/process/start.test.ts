import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { caller, createSvc } from './svc.ts'

test('a start on a new data folder makes the demo, without people and keys (docs/behaviour.md#the-demo)', async () => {
  await using svc = await createSvc()

  const serving = await svc.serve()

  expect(serving.output()).toContain(`Demo page   ${serving.demo_url}/`)
  expect(serving.output()).not.toMatch(/svc_sk_|svc_wk_|Password/)
  expect((await svc.run(['user', 'list', '--org', 'demo'])).output).toBe('')
  expect((await svc.run(['key', 'list', '--org', 'demo'])).output).toBe('')
  const page = await (await fetch(`${serving.demo_url}/`)).text()
  expect(page).toContain(`src="${serving.url}/svc/widget.js" data-widget-key="svc_wk_`)
  expect(page).not.toContain('{{')
})

test('a start ends with what to do next, the link that makes an owner last (docs/behaviour.md#claiming-the-console)', async () => {
  await using svc = await createSvc()
  const serving = await svc.serve()
  const told = serving
    .output()
    .split('\n')
    .filter((line) => !line.startsWith('{'))

  const steps = told.slice(told.indexOf('Next:') + 1).filter((line) => line !== '')
  expect(steps.slice(0, 2)).toEqual([
    '  1. Open the demo page and ask the assistant something.',
    '  2. Open this link: whoever does so first becomes the owner.',
  ])
  expect(steps.slice(2)).toEqual([
    expect.stringMatching(/^─{60,}$/),
    expect.stringMatching(/^ {2}Console {5}http:\S+\/svc\/console\/#claim=[\w-]{22}$/),
    expect.stringMatching(/^─{60,}$/),
  ])
  expect(serving.output()).not.toContain('user create')
})

test('a second start finds everything as it was', async () => {
  await using svc = await createSvc()
  const first = await svc.serve()
  const { output } = await svc.run(['key', 'create', 'ci', '--org', 'demo', '--role', 'admin'])
  const key = output.trim()
  const { body: before } = await caller(first.api, key)('GET', '/widget-deployments')
  expect(await first.stop()).toBe(0)

  const second = await svc.serve()

  expect(second.output()).not.toContain('svc_sk_')
  const { body: after } = await caller(second.api, key)('GET', '/widget-deployments')
  expect(after.data[0].widget_key).toBe(before.data[0].widget_key)
  // The demo site listens on another port this time, so its deployment allows that one.
  expect(after.data[0].allowed_origins).toContain(second.demo_url)
})

test('a service that others can reach makes no demo unless it is told to (docs/behaviour.md#the-demo)', async () => {
  await using svc = await createSvc()
  const environment = { SVC_HOST: '0.0.0.0', SVC_PUBLIC_URL: 'https://help.acme.test' }
  const first = await svc.serve(environment)
  const { output: none } = await svc.run(['org', 'list'])
  await first.stop()

  const serving = await svc.serve({ ...environment, SVC_DEMO: 'on' })

  expect(first.output()).not.toContain('Demo page')
  expect(none).toBe('')
  const { output } = await svc.run(['key', 'create', 'ci', '--org', 'demo', '--role', 'admin'])
  const { port } = new URL(serving.demo_url)
  const { body } = await caller(serving.api, output.trim())('GET', '/widget-deployments')
  expect(body.data[0].allowed_origins).toEqual(
    expect.arrayContaining([`http://localhost:${port}`, `https://help.acme.test:${port}`]),
  )
})

test('a first start that failed leaves the data folder new: the next one makes the demo (docs/behaviour.md#the-demo)', async () => {
  await using svc = await createSvc()
  await using other = await createSvc()
  const taken = await other.serve({ SVC_DEMO: 'off' })
  const { port } = new URL(taken.url)
  expect((await svc.run(['serve'], { SVC_PORT: port })).code).toBe(2)

  const serving = await svc.serve()

  expect((await fetch(`${serving.demo_url}/`)).status).toBe(200)
})

test('SVC_DEMO=off makes nothing', async () => {
  await using svc = await createSvc()

  const serving = await svc.serve({ SVC_DEMO: 'off' })

  expect(serving.output()).not.toContain('Demo page')
  expect((await svc.run(['org', 'list'])).output).toBe('')
})

test.each([
  ['an unknown setting', { SVC_PROT: '1' }, /^SVC_PROT is not a setting/],
  ['an unknown setting without a value', { SVC_PROT: '' }, /^SVC_PROT is not a setting/],
  ['a host in brackets', { SVC_HOST: '[::1]' }, /^SVC_HOST must be/],
  ['an address that is not this machine’s', { SVC_HOST: '203.0.113.1' }, /^SVC_HOST: 203/],
  ['a public URL with a query', { SVC_PUBLIC_URL: 'https://a.test/?b' }, /^SVC_PUBLIC_URL must be/],
  [
    'a public URL with a password',
    { SVC_PUBLIC_URL: 'https://a:b@c.test' },
    /^SVC_PUBLIC_URL must/,
  ],
  [
    'a data folder that is a file',
    { SVC_DATA_DIR: import.meta.filename },
    /^SVC_DATA_DIR: the data folder /,
  ],
  [
    'a bad value',
    { SVC_PORT: 'http' },
    /^SVC_PORT must be a port number from 0 to 65535; it is "http"/,
  ],
  ['a switch that is neither on nor off', { SVC_DEMO: 'yes' }, /^SVC_DEMO must be on or off/],
  [
    'an origin that is none',
    { SVC_WIDGET_ORIGINS: 'https://*.a.test' },
    /^SVC_WIDGET_ORIGINS must be \*/,
  ],
  [
    'a model that is not configured',
    { SVC_MODEL: 'openai/gpt' },
    /^SVC_MODEL must be one of: builtin/,
  ],
  ['a file that is not there', { SVC_PROVIDERS: '/nowhere.json' }, /^SVC_PROVIDERS/],
])(
  '%s stops the start with one line that names it (docs/behaviour.md#settings)',
  async (_, settings, line) => {
    await using svc = await createSvc()

    const { code, output } = await svc.run(['serve'], settings as unknown as Record<string, string>)

    expect(code).toBe(2)
    expect(output).toMatch(line)
    expect(output.trim().split('\n')).toHaveLength(1)
  },
)

test('a second server on the same data folder is refused in one line, and the first goes on', async () => {
  await using svc = await createSvc()
  const first = await svc.serve({ SVC_DEMO: 'off' })

  const { code, output } = await svc.run(['serve'], { SVC_PORT: '0', SVC_DEMO: 'off' })

  expect(code).toBe(2)
  expect(output).toMatch(/^The data folder \S+ is in use by another process\.\n$/)
  expect((await fetch(`${first.api}/health`)).status).toBe(200)
})

test('a port in use is named', async () => {
  await using svc = await createSvc()
  await using other = await createSvc()
  const first = await svc.serve({ SVC_DEMO: 'off' })

  const { code, output } = await other.run(['serve'], {
    SVC_PORT: new URL(first.url).port,
    SVC_DEMO: 'off',
  })

  expect(code).toBe(2)
  expect(output).toMatch(/^SVC_PORT: 127\.0\.0\.1 port \d+ is in use\.\n$/)
})

test('a port in use is told before anything is opened', async () => {
  await using svc = await createSvc()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')

  const { port } = other.address() as AddressInfo
  const { code, output } = await svc.run(['serve'], { SVC_PORT: String(port) })

  other.close()
  expect(code).toBe(2)
  expect(output).toMatch(/^SVC_PORT: 127\.0\.0\.1 port \d+ is in use\.\n$/)
  expect(existsSync(join(svc.data_dir, 'svc.db'))).toBe(false)
})

test.each([
  ['database', 'svc.db', 'This is no database. '.repeat(300), /is damaged|not a database/],
  ['secret key', 'secret.key', '\n', /^The secret key \S+ is damaged: bring it back/],
])('a damaged %s stops the start with code 2 and one line', async (_, name, text, line) => {
  await using svc = await createSvc()
  await mkdir(svc.data_dir, { recursive: true, mode: 0o700 })
  await writeFile(join(svc.data_dir, name), text, { mode: 0o600 })

  const { code, output } = await svc.run(['serve'], { SVC_PORT: '0', SVC_DEMO: 'off' })

  expect(output).toMatch(line)
  expect(output.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(2)
})

test('the last port there is leaves the demo site any that is free', () => {
  expect(readConfig({ SVC_PORT: '65535' })).toMatchObject({ port: 65_535, demo_port: 0 })
})

test('a provisioning file that names a variable that is not set stops the start', async () => {
  await using svc = await createSvc()
  const file = join(svc.dir, 'acme.json')
  await writeFile(file, '{"organizations": [{"slug": "acme", "name": "${NOT_SET_HERE}"}]}')

  const { code, output } = await svc.run(['serve'], { SVC_PROVISION: file })

  expect(code).toBe(2)
  expect(output).toContain('names ${NOT_SET_HERE}, which is not set')
})
