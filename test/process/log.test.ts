import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { caller, createSvc, until } from './svc.ts'

const SECRET = `svc_sk_${'l'.repeat(40)}`

test('the log tells of syncs, failed documents and a proxy that is not trusted, and repeats no words (docs/behaviour.md#logs)', async () => {
  await using svc = await createSvc()
  const path = join(svc.dir, 'docs')
  await mkdir(path)
  await writeFile(join(path, 'good.md'), '# Harbour\n\nThe harbour opens at eight.\n')
  await writeFile(join(path, 'bad.pdf'), '%PDF-1.7 and then nothing')
  const file = join(svc.dir, 'acme.json')
  const organization = {
    slug: 'acme',
    name: 'Acme',
    api_keys: [{ name: 'ci', role: 'admin', secret: SECRET }],
    collections: [
      { name: 'Docs', sources: [{ name: 'docs', type: 'folder', config: { path }, sync: true }] },
    ],
    assistants: [{ name: 'Guide', collections: ['Docs'] }],
  }
  await writeFile(file, JSON.stringify({ organizations: [organization] }))

  const serving = await svc.serve({ SVC_PROVISION: file })
  const lines = (msg: string) =>
    serving
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
      .filter((line) => line.msg.startsWith(msg))
  await until(() => lines('sync ended').length > 0)
  const call = caller(serving.api, SECRET)
  const { body: assistants } = await call('GET', '/assistants')
  const assistant_id = assistants.data[0].id
  const { body: conversation } = await call('POST', '/conversations', { assistant_id })
  const text = 'When does the harbour open, says Zaphod?'
  await call('POST', `/conversations/${conversation.id}/messages`, { text })
  for (let times = 0; times < 2; times += 1) {
    await fetch(`${serving.api}/health`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  }
  await serving.stop()

  expect(lines('sync begins')).toMatchObject([{ level: 30, type: 'folder', attempt: 1 }])
  expect(lines('document failed')).toMatchObject([
    { level: 30, path: 'bad.pdf', error_code: 'malformed', error_message: expect.any(String) },
  ])
  expect(lines('sync ended')).toMatchObject([
    { level: 30, status: 'partial', documents_ingested: 1, documents_failed: 1 },
  ])
  expect(lines('X-Forwarded-For arrives')).toMatchObject([{ level: 30 }])
  const created = lines('created by the provisioning').map(({ place }) => place)
  expect(created).toContain('organizations[0].collections[0].sources[0]')
  expect(lines('the provisioning is applied')).toMatchObject([{ file, changes: created.length }])
  expect(serving.output()).not.toMatch(/Zaphod|203\.0\.113|127\.0\.0\.1"/)
})
