import { describe, expect, test } from 'vitest'
import { eventData } from '../../server/contract/events.ts'
import { describeApi } from '../../server/contract/openapi.ts'
import type { Response } from '../../server/contract/openapi-document.ts'
import type { Operation } from '../../server/contract/operation.ts'
import { operations } from '../../server/contract/operations.ts'

const document = describeApi('1.2.3')
const declared = Object.entries<Operation>(operations)

function described({ path, method }: Operation) {
  const found = document.paths[path]?.[method]
  if (!found) throw new Error(`${method} ${path} is not described.`)
  return found
}

function success({ path, method, status }: Operation): Response {
  return described({ path, method } as Operation).responses[status] as Response
}

describe('the OpenAPI document', () => {
  test('describes every operation once, under its own name', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )

    expect(document.openapi).toBe('3.1.1')
    expect(document.info.version).toBe('1.2.3')
    expect(ids.sort()).toEqual(Object.keys(operations).sort())
  })

  test('has no dangling reference', () => {
    const references = JSON.stringify(document).match(/(?<="\$ref":")[^"]+/g) ?? []

    const missing = references.filter((reference) => {
      const [hash, ...keys] = reference.split('/')
      const target = keys.reduce<unknown>(
        (node, key) => (node as Record<string, unknown>)?.[key],
        document,
      )
      return hash !== '#' || target === undefined
    })

    expect(references.length).toBeGreaterThan(100)
    expect(missing).toEqual([])
  })

  test.each(declared.filter(([, { body }]) => body))(
    'the example body of %s is valid',
    (_name, operation) => {
      const json = described(operation).requestBody?.content['application/json']

      expect(json?.example).toBeDefined()
      expect(operation.body?.safeParse(json?.example).error).toBeUndefined()
    },
  )

  test.each(declared.filter(([, { reply }]) => reply))(
    'the example reply of %s is valid',
    (_name, operation) => {
      const json = success(operation).content?.['application/json']

      expect(json?.example).toBeDefined()
      expect(operation.reply?.safeParse(json?.example).error).toBeUndefined()
    },
  )

  test('lists every query and path parameter of an operation by name', () => {
    for (const [name, operation] of declared) {
      const { parameters = [] } = described(operation)
      const of = (where: string) =>
        parameters.filter((parameter) => parameter.in === where).map((parameter) => parameter.name)

      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(of('path'), name).toEqual(inPath)
      expect(of('query').sort(), name).toEqual(Object.keys(operation.query?.shape ?? {}).sort())
    }
  })

  test('names the credentials that an operation requires', () => {
    const { securitySchemes } = document.components
    for (const [name, operation] of declared) {
      const named = described(operation).security.flatMap((choice) => Object.keys(choice))

      expect(named.length > 0, name).toBe(operation.access !== 'anyone')
      expect(
        named.filter((scheme) => !Object.hasOwn(securitySchemes, scheme)),
        name,
      ).toEqual([])
    }
  })

  test('describes uploads of files', () => {
    const content = described(operations.uploadDocuments).requestBody?.content

    expect(content?.['multipart/form-data']?.schema.properties?.files?.maxItems).toBe(50)
  })

  test('lists the events of a stream with their data', () => {
    const { content, description } = success(operations.streamQuestion)

    expect(Object.keys(content ?? {})).toEqual(['text/event-stream'])
    for (const type of Object.keys(eventData)) expect(description).toContain(`\`${type}\``)
  })

  test('contains the length limits of texts, which are checked after trimming', () => {
    expect(document.components.schemas.CreateAssistant?.properties?.name).toMatchObject({
      type: 'string',
      minLength: 1,
      maxLength: 120,
    })
    expect(document.components.schemas.AskQuestion?.properties?.text?.maxLength).toBe(16_000)
  })

  test('every operation may answer 400 and 413, those with a body 408 as well (docs/behaviour.md#errors)', () => {
    for (const [name, operation] of declared) {
      const { responses } = described(operation)

      expect(Object.keys(responses), name).toEqual(expect.arrayContaining(['400', '413']))
      expect(Object.hasOwn(responses, '408'), name).toBe(operation.body !== undefined)
    }
    expect(document.components.responses.Error408?.description).toBe('`validation_error`')
  })
})
