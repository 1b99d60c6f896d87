import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startWebServer } from '../fetch/web-server.ts'
import { counted, startIngestion, temporaryFolder, write } from './ingestion.ts'
import { blocks, read } from './read.ts'

const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pet shop', description: 'Sells pets.' },
  servers: [{ url: 'https://api.pets.test/v1/' }],
  paths: {
    '/pets/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: {
        summary: 'Find a pet',
        description: 'By its number.',
        parameters: [
          { name: 'as', in: 'query', required: true, schema: { enum: ['short', 'long'] } },
        ],
        responses: { 200: { description: 'The\npet' }, 404: { description: 'No such pet' } },
      },
      put: {
        deprecated: true,
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
      },
    },
  },
  components: {
    parameters: {
      Id: {
        name: 'id',
        in: 'path',
        required: true,
        description: 'Its number.',
        schema: { type: 'integer', default: 7 },
      },
    },
    schemas: {
      Pet: {
        required: ['name'],
        properties: {
          name: { type: 'string', description: 'What it is called.', example: 'Rex' },
          parent: { $ref: '#/components/schemas/Pet' },
          loop: { $ref: '#/components/schemas/Loop' },
        },
      },
      Loop: { $ref: '#/components/schemas/Loop' },
    },
  },
}

function readPets(description: unknown) {
  const text = typeof description === 'string' ? description : JSON.stringify(description)
  return read('openapi', text, { mediaType: 'application/vnd.oai.openapi' })
}

describe('an OpenAPI description (docs/behaviour.md#openapi)', () => {
  test('is a section for each operation, with parameters, body, responses and an example', async () => {
    const { title, sections } = await readPets(PETS)

    expect(title).toBe('Pet shop')
    expect(sections.map(({ headings }) => headings)).toEqual([
      [],
      ['GET /pets/{id}: Find a pet'],
      ['PUT /pets/{id}'],
    ])
    expect(sections[1]?.blocks.map(({ text }) => text)).toEqual([
      'By its number.',
      '- `as` (query, required): One of: short, long.\n- `id` (path, integer, required): Its number. Default: 7.',
      '- 200: The pet\n- 404: No such pet',
      "```sh\ncurl -X GET 'https://api.pets.test/v1/pets/7?as=short'\n```",
    ])
    expect(sections[2]?.blocks.map(({ text }) => text).join('\n')).toContain(
      '- `name` (string, required): What it is called.',
    )
    expect(sections[2]?.blocks.at(-1)?.text).toContain('{"name":"Rex","parent":{"name":"Rex"')
  })

  test('is read from YAML, and from Swagger 2', async () => {
    const yaml = `swagger: '2.0'
host: api.pets.test
basePath: /v1
info: {title: Old pets}
paths:
  /pets:
    post:
      summary: Add a pet
      parameters:
        - {in: body, name: pet, schema: {properties: {name: {type: string}}}}
`
    const { sections } = await readPets(yaml)

    expect(sections[0]?.headings).toEqual(['POST /pets: Add a pet'])
    expect(sections[0]?.blocks.at(-1)?.text).toContain(
      "curl -X POST 'https://api.pets.test/v1/pets'",
    )
    expect(sections[0]?.blocks.at(-1)?.text).toContain(`-d '{"name":"text"}'`)
  })

  test.each(['{"openapi":', 'a: [', '{"openapi":"3.0.0"}', 'paths: 1', 'Hello'])(
    'that is none is `malformed`: %j',
    async (text) => {
      await expect(readPets(text)).rejects.toMatchObject({ code: 'malformed' })
    },
  )

  test('without operations is `empty`, and odd values in it do no harm', async () => {
    await expect(readPets({ paths: {} })).rejects.toMatchObject({ code: 'empty' })
    const odd = {
      paths: { '/a': { get: { parameters: [1, null, { name: {} }], tags: 2 } }, '/b': 3 },
    }
    expect((await readPets(odd)).sections).toHaveLength(1)
  })

  test('never grows by what its YAML repeats', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, at) => `l${at + 1}: &l${at + 1} [${Array(10).fill(`*l${at}`).join(',')}]`,
    )
    const bomb = `l0: &l0 [lol]\n${levels.join('\n')}\npaths: {}\n`

    await expect(readPets(bomb)).rejects.toMatchObject({ code: 'malformed' })
  })

  test('opens no other file', async () => {
    const outside = { paths: { '/a': { $ref: 'file:///etc/passwd' }, '/b': { $ref: 'b.yaml#/x' } } }

    await expect(readPets(outside)).rejects.toMatchObject({ code: 'empty' })
    expect(await blocks('a.md', 'still read')).toEqual(['still read'])
  })
})

describe('a source of type openapi', () => {
  test('has a passage for each operation, linked to its documentation', async () => {
    const folder = temporaryFolder()
    write(folder, { 'pets.json': JSON.stringify(PETS) })
    const config = { path: join(folder, 'pets.json'), docs_url: 'https://pets.test/reference' }
    const ingestion = await startIngestion({ type: 'openapi', config })

    const outcome = await ingestion.sync()

    expect(outcome).toMatchObject({ kind: 'ended', status: 'succeeded' })
    expect(await ingestion.passages('openapi')).toMatchObject([
      { anchor: null },
      { anchor: 'GET /pets/{id}: Find a pet', url: 'https://pets.test/reference' },
      { anchor: 'PUT /pets/{id}', title: 'Pet shop' },
    ])
  })

  test('asks with its ETag, and transfers nothing while that is unchanged', async () => {
    const server = await startWebServer((request, response) => {
      response.setHeader('etag', '"1"')
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end()
      else response.end(JSON.stringify(PETS))
    })
    const config = { url: `${server.origin}/openapi.json` }
    const ingestion = await startIngestion({ type: 'openapi', config })

    const first = await ingestion.sync()
    const second = await ingestion.sync()

    expect(counted(first)).toMatchObject({ documents_ingested: 1 })
    expect(counted(second)).toMatchObject({ documents_unchanged: 1, bytes_fetched: 0 })
    expect(server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"1"',
    ])
  })

  test.each([
    [401, 'source_forbidden'],
    [403, 'source_forbidden'],
    [404, 'source_unreachable'],
    [500, 'source_unreachable'],
  ])('that is answered with %d is %s, and keeps its document', async (status, error_code) => {
    let answer = 200
    const server = await startWebServer((_request, response) => {
      response.writeHead(answer).end(JSON.stringify(PETS))
    })
    const ingestion = await startIngestion({
      type: 'openapi',
      config: { url: `${server.origin}/` },
    })
    await ingestion.sync()

    answer = status
    const outcome = await ingestion.sync()

    expect(outcome).toMatchObject({ status: 'failed', error_code })
    expect(await ingestion.documents()).toHaveLength(1)
  })

  test('outside of the folders that sources may read is `source_forbidden`', async () => {
    const folder = temporaryFolder()
    write(folder, { 'pets.json': JSON.stringify(PETS) })
    const config = { path: join(folder, 'pets.json') }
    const ingestion = await startIngestion({ type: 'openapi', config })
    const services = { ...ingestion.needs.services, rootsOf: async () => [temporaryFolder()] }

    expect(await ingestion.sync({ services })).toMatchObject({ error_code: 'source_forbidden' })
  })
})
