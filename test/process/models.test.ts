import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tinyModel } from '../models/tiny-model.ts'
import { caller, createSvc } from './svc.ts'

test('svc model adds, lists and removes embedding models, with exit codes (docs/behaviour.md#embeddings)', async () => {
  await using svc = await createSvc()
  const model = tinyModel({ LICENSE: 'MIT' })

  expect(await svc.run(['model', '--help'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('svc model add FOLDER [--name NAME] | list | remove NAME'),
  })
  expect(await svc.run(['model', 'add', model, '--name', 'boats'])).toMatchObject({
    code: 0,
    output: 'Added installed/boats, with 8 dimensions. A service sees it at its next start.\n',
  })
  expect(await svc.run(['model', 'add', model, '--name', 'boats'])).toMatchObject({
    code: 3,
    output: 'There is a model installed/boats already.\n',
  })
  const { output: listed } = await svc.run(['model', 'list'])
  expect(listed).toMatch(
    /^builtin\/meaning-1\t256\tbuilt in\ninstalled\/boats\t8\tSHA-256 [0-9a-f]{64}\n$/,
  )
  const folder = join(svc.dir, 'data/models/boats')
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'model.safetensors')).mode & 0o777).toBe(0o600)

  expect(await svc.run(['model', 'remove', 'boats'])).toMatchObject({ code: 0 })
  expect(await svc.run(['model', 'remove', 'boats'])).toMatchObject({
    code: 1,
    output: 'There is no model installed/boats.\n',
  })
})

test.each([
  [
    { 'model.safetensors': 'cut' },
    'model.safetensors is damaged, or not in the format of safetensors.',
  ],
  [{ 'tokenizer.json': '{}' }, 'tokenizer.json is damaged, or of a kind that is not known.'],
])('a folder with %o is refused with exit code 2', async (files, reason) => {
  await using svc = await createSvc()
  const model = tinyModel(files)

  expect(await svc.run(['model', 'add', model, '--name', 'boats'])).toMatchObject({
    code: 2,
    output: `${model} is no model: ${reason}\n`,
  })
  expect(await svc.run(['model', 'list'])).toMatchObject({
    output: expect.not.stringContaining('boats'),
  })
})

test('an installed model can be named from the next start on, and is not removed while it is used', async () => {
  await using svc = await createSvc()
  await svc.run(['model', 'add', tinyModel(), '--name', 'boats'])
  const { api } = await svc.serve({ SVC_DEMO: 'on' })
  const { output } = await svc.run(['key', 'create', 'ci', '--org', 'demo', '--role', 'admin'])
  const call = caller(api, output.trim())

  const { body: models } = await call('GET', '/models')
  expect(models.data).toContainEqual({
    selector: 'installed/boats',
    kind: 'embedding',
    configured_by: 'installed',
    price: null,
  })
  expect((await call('POST', '/models/test', { selector: 'installed/boats' })).body.ok).toBe(true)
  const named = { name: 'Boats', embedding_model: 'installed/boats' }
  expect(await call('POST', '/knowledge/collections', named)).toMatchObject({
    status: 201,
    body: { embedding_model: 'installed/boats', embedding_dimensions: 8 },
  })

  expect(await svc.run(['model', 'remove', 'boats'])).toMatchObject({
    code: 3,
    output: 'installed/boats is used by the collections demo / Boats.\n',
  })
  expect((await svc.run(['check'])).output).toContain('model files: 2 ok')
  writeFileSync(join(svc.dir, 'data/models/boats/tokenizer.json'), '{')
  const { code, output: checked } = await svc.run(['check'])
  expect({ code, checked }).toEqual({
    code: 1,
    checked: expect.stringContaining(
      'The embedding model installed/boats cannot be used, and words alone answer: tokenizer.json',
    ),
  })
})

test('settings that name the built-in embedding of earlier versions go on starting', async () => {
  await using svc = await createSvc()
  const { api, output: log } = await svc.serve({
    SVC_EMBEDDING_MODEL: 'builtin/lexical-512',
    SVC_EMBEDDING_DIMENSIONS: '512',
  })
  const { output } = await svc.run(['key', 'create', 'ci', '--org', 'demo', '--role', 'admin'])

  const { body } = await caller(api, output.trim())('GET', '/knowledge/collections')

  expect(body.data[0]).toMatchObject({
    embedding_model: 'builtin/meaning-1',
    embedding_dimensions: 256,
  })
  expect(log()).toContain('builtin/lexical-512 is no more; it means builtin/meaning-1')
})
