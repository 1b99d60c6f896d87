import * as fc from 'fast-check'
import type { JsonSchema } from '../../server/contract/json-schema.ts'
import type { DescribedOperation, OpenApi } from '../../server/contract/openapi-document.ts'

export interface Described extends DescribedOperation {
  method: string
  path: string
}

/** The ids of a tenant's things by the name of the parameter or field. */
export type Ids = Record<string, string>

export interface Sent {
  path: Record<string, string>
  query: Record<string, string | undefined>
  body: unknown
}

/** Valid bodies by the API's description, and requests that are sometimes invalid. */
export function createRandomRequests({ components }: OpenApi) {
  function requests(described: Described, ids: Ids): fc.Arbitrary<Sent> {
    const parameters = described.parameters ?? []
    const of = (where: string) => parameters.filter((parameter) => parameter.in === where)
    const path = Object.fromEntries(
      of('path').map(({ name }) => [name, idOf(ids, pathId(described, name))]),
    )
    const query = Object.fromEntries(
      of('query').map(({ name, schema }) => [
        name,
        fc.oneof(
          { arbitrary: nearlyValueOf(schema, ids, name).map(written), weight: 8 },
          { arbitrary: hostileText, weight: 1 },
        ),
      ]),
    )
    const schema = described.requestBody?.content['application/json']?.schema
    return fc.record({
      path: fc.record(path),
      query: fc.oneof(fc.constant({}), fc.record(query, { requiredKeys: [] })),
      body: schema
        ? fc.oneof(
            { arbitrary: nearlyValueOf(schema, ids, ''), weight: 6 },
            { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
          )
        : fc.constant(undefined),
    })
  }

  function nearlyValueOf(schema: JsonSchema, ids: Ids, name: string): fc.Arbitrary<unknown> {
    return fc.oneof(
      { arbitrary: valueOf(schema, ids, name), weight: 12 },
      { arbitrary: fc.oneof(hostileText, fc.jsonValue({ maxDepth: 1 })), weight: 1 },
    )
  }

  function valueOf(schema: JsonSchema, ids: Ids, name: string): fc.Arbitrary<unknown> {
    if (schema.$ref) return valueOf(components.schemas[nameOf(schema.$ref)] ?? {}, ids, name)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (schema.const !== undefined) return fc.constant(schema.const)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, ids, name)))
    const types = [schema.type ?? []].flat()
    if (types.length === 0) return fc.jsonValue({ maxDepth: 1 })
    return fc.oneof(...types.map((type) => typedValue(type, schema, ids, name)))
  }

  function typedValue(
    type: string,
    schema: JsonSchema,
    ids: Ids,
    name: string,
  ): fc.Arbitrary<unknown> {
    switch (type) {
      case 'object':
        return objectOf(schema, ids)
      case 'array':
        return fc.array(nearlyValueOf(schema.items ?? {}, ids, name.replace(/s$/, '')), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 3, 3),
        })
      case 'integer':
      case 'number':
        if (name === 'revision') return fc.constantFrom(0, 1)
        return fc.integer({ min: schema.minimum ?? -2, max: schema.maximum ?? 1000 })
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      default:
        return textOf(schema, ids, name)
    }
  }

  function objectOf({ properties = {}, required = [] }: JsonSchema, ids: Ids) {
    const fields = Object.entries(properties).map(([field, value]) => [
      field,
      nearlyValueOf(value, ids, field),
    ])
    return fc.record(Object.fromEntries(fields), {
      requiredKeys: required as never[],
      noNullPrototype: true,
    })
  }

  return {
    requests,

    /** Bodies that are nearly always valid; undefined for an operation without one. */
    bodies({ requestBody }: Described, ids: Ids): fc.Arbitrary<unknown> {
      const schema = requestBody?.content['application/json']?.schema
      return schema ? valueOf(schema, ids, '') : fc.constant(undefined)
    },
  }
}

/** The id for a path parameter; widget routes need a visitor's conversation. */
export function pathId({ path }: Described, name: string): string {
  return path.startsWith('/widget/') ? `widget_${name}` : name
}

function idOf(ids: Ids, name: string): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.constant(ids[name] ?? ''), weight: 4 },
    { arbitrary: fc.uuid(), weight: 1 },
    { arbitrary: fc.constantFrom('x', '0', '%00', '..%2f', 'ü', '%F0%9F%92%A9'), weight: 1 },
  )
}

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed()),
  fc.constantFrom('', ' ', '\u0000', "'; DROP TABLE messages; --", '\u202e', '{}', '-1', '1e9'),
)

function textOf(schema: JsonSchema, ids: Ids, name: string): fc.Arbitrary<string> {
  if (ids[name] !== undefined) return idOf(ids, name)
  if (schema.pattern) return matching(schema.pattern)
  if (schema.format === 'uri' || /url$/i.test(name)) return fc.webUrl({ validSchemes: ['https'] })
  if (schema.format === 'date') return fc.constantFrom('2026-10-01', '2026-11-01', '2020-01-01')
  if (schema.format === 'date-time') return fc.constant('2030-01-01T00:00:00.000Z')
  if (name === 'allowed_origin') return fc.webUrl().map((url) => new URL(url).origin)
  return fc.string({
    unit: fc.oneof(
      { arbitrary: fc.constantFrom(...'abcXYZ 019-_.'), weight: 12 },
      { arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), weight: 1 },
    ),
    minLength: Math.min(schema.minLength ?? 0, 20),
    maxLength: Math.min(schema.maxLength ?? 20, 20),
  })
}

/** The pattern of colours has a lookahead, which fast-check does not support. */
function matching(pattern: string): fc.Arbitrary<string> {
  if (pattern.includes('(?!')) return fc.constantFrom('#1c3fc4', 'teal', 'rgb(1 2 3)')
  return fc.stringMatching(new RegExp(pattern))
}

/** `String` throws for an object whose own `toString` is no function. */
function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? ''
}
