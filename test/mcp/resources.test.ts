import { describe, expect, test } from 'vitest'
import { connect, type Era, eras, ingest, start } from './client.ts'

describe.each(Object.keys(eras) as Era[])('a client of %s (docs/behaviour.md#mcp)', (era) => {
  test('lists documents as resources, and reads one', async () => {
    const service = await start()
    const { document_id } = await ingest(service)
    const client = await connect(service, service.tenant.keys.member, era)
    const uri = `svc://${service.tenant.collection_id}/${document_id}`

    const { resources, nextCursor } = await client.listResources()
    const { contents } = await client.readResource({ uri })

    expect(resources).toEqual([
      { uri, name: 'hours.md', title: 'Hours', mimeType: 'text/markdown' },
    ])
    expect(nextCursor).toBeUndefined()
    expect(contents).toEqual([
      {
        uri,
        mimeType: 'text/markdown',
        text: '## Weekdays\n\nWe open at nine.\n\nWe close at five.\n\n## Weekends\n\nOn Sundays we rest.',
      },
    ])
  })

  test('gets a prompt that asks for citations', async () => {
    const service = await start()
    const client = await connect(service, service.tenant.keys.member, era)

    const { prompts } = await client.listPrompts()
    const { messages } = await client.getPrompt({
      name: 'answer_from_knowledge',
      arguments: { question: 'When do you close?' },
    })

    expect(prompts).toMatchObject([
      { name: 'answer_from_knowledge', arguments: [{ name: 'question', required: true }] },
    ])
    expect(JSON.stringify(messages)).toContain('When do you close?')
  })
})

test('documents are listed source by source, page by page', async () => {
  const service = await start()
  const documents = []
  for (let n = 0; n < 3; n += 1) documents.push((await ingest(service, `Files ${n}`)).document_id)
  const client = await connect(service, service.tenant.keys.member)

  const listed: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.listResources(cursor === undefined ? {} : { cursor })
    listed.push(...page.resources.map(({ uri }) => uri.slice(-36)))
    cursor = page.nextCursor
  } while (cursor !== undefined)

  expect(listed.toSorted()).toEqual(documents.toSorted())
})

test.each([
  [
    'another organization',
    (collection: string, document: string) => `svc://${collection}/${document}`,
  ],
  [
    'another collection',
    (_: string, document: string) => `svc://${crypto.randomUUID()}/${document}`,
  ],
  ['no such document', (collection: string) => `svc://${collection}/${crypto.randomUUID()}`],
  ['no document at all', () => 'svc://nothing'],
])('a resource of %s is not found', async (which, uriOf) => {
  const service = await start()
  const { document_id } = await ingest(service)
  const { tenant, stranger } = service
  const client = await connect(
    service,
    (which === 'another organization' ? stranger : tenant).keys.owner,
  )

  const uri = uriOf(tenant.collection_id, document_id)

  await expect(client.readResource({ uri })).rejects.toThrow(/not found/i)
})

test('a cursor that is none is refused', async () => {
  const service = await start()
  await ingest(service)
  const client = await connect(service, service.tenant.keys.member)

  await expect(client.listResources({ cursor: 'nothing' })).rejects.toThrow(/cursor/)
})
