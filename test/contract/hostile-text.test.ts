import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { exampleOf } from '../../server/contract/examples.ts'
import { createJsonSchemas, type JsonSchema } from '../../server/contract/json-schema.ts'
import { tools } from '../../server/contract/mcp.ts'
import type { Operation } from '../../server/contract/operation.ts'
import { consoleOperations, operations } from '../../server/contract/operations.ts'
import { parse } from '../../server/contract/parse.ts'
import { Provisioning } from '../../server/provisioning/file.ts'
import { processTime } from '../support/process-time.ts'

const BUDGET_MS = 50
const BYTES = 256 * 1024

/** Each has 256 KiB in UTF-8, and takes a naive implementation quadratic time. */
const hostile = {
  // Normalizing sorts each second mark before all earlier ones.
  'combining marks': '\u0301\u0316'.repeat(BYTES / 4),
  'a letter under marks': `a${'\u0301\u0316'.repeat(BYTES / 4)}`,
  'voicing marks': '\u0301\uff9e'.repeat(BYTES / 5),
  'Arabic marks': `\u0628${'\u064b\u0650'.repeat(BYTES / 4)}\u200c`,
  spaces: `a${' '.repeat(BYTES)}a`,
  'carriage returns': '\r'.repeat(BYTES),
  'flag tags': `\u{1f3f4}${'\u{e0067}'.repeat(BYTES / 4)}`,
  joiners: '\u200d'.repeat(BYTES / 3),
  dots: 'a.'.repeat(BYTES / 2),
  'at signs': 'a@'.repeat(BYTES / 2),
  quotes: `"${'a", "'.repeat(BYTES / 5)}`,
  digits: `2026-01-01T00:00:00.${'0'.repeat(BYTES)}`,
  'a host': `https://${'a\u0301\u0316'.repeat(BYTES / 5)}`,
  'half surrogates': '\ud800'.repeat(BYTES / 3),
}

type Path = (string | number)[]

/** The paths in a schema's value that accept text or any value. */
function* textsOf(
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
  path: Path = [],
): Iterable<Path> {
  const inside = (child: JsonSchema, part: string | number) =>
    textsOf(child, components, [...path, part])
  if (schema.$ref) {
    const component = components[schema.$ref.split('/').at(-1) ?? '']
    return yield* textsOf(component ?? {}, components, path)
  }
  for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    yield* textsOf(choice, components, path)
  }
  const types = [schema.type ?? []].flat()
  if (types.includes('string') || (types.length === 0 && !schema.anyOf)) yield path
  if (schema.items) yield* inside(schema.items, 0)
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield* inside(field, name)
  if (typeof schema.additionalProperties === 'object') {
    yield* inside(schema.additionalProperties, 'key')
  }
}

/** A copy with the value at the path, with missing parents added. */
function withValue(root: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value
  if (typeof first === 'number') return [withValue((root as unknown[])?.[0], rest, value)]
  const fields = (root ?? {}) as Record<string, unknown>
  return { ...fields, [first]: withValue(fields[first], rest, value) }
}

const declared = Object.entries<Operation>({ ...operations, ...consoleOperations })
const schemas = new Map<string, z.ZodType>([
  ...declared.flatMap(([name, { body, query, headers }]) =>
    Object.entries({ body, query, headers })
      .filter((entry): entry is [string, z.ZodType] => entry[1] !== undefined)
      .map(([part, schema]): [string, z.ZodType] => [`${part} of ${name}`, schema]),
  ),
  ...Object.entries(tools).map(([name, { input }]): [string, z.ZodType] => [
    `input of the tool ${name}`,
    input,
  ]),
  ['the provisioning file', Provisioning],
])

interface Field {
  schema: z.ZodType
  example: unknown
  path: Path
}

const fields = [...schemas].flatMap(([where, schema]) => {
  const { write, components } = createJsonSchemas(new Map())
  const described = write(schema)
  const example = exampleOf(described, components)
  const paths = new Set([...textsOf(described, components)].map((path) => JSON.stringify(path)))
  return [...paths].map((path): [string, Field] => [
    `${path} in ${where}`,
    { schema, example, path: JSON.parse(path) },
  ])
})

function read(schema: z.ZodType, value: unknown): void {
  try {
    parse(schema, value)
  } catch {
    // Most are refused; only the time is tested.
  }
}

describe('256 KiB of hostile text are read or refused at once (docs/behaviour.md#text-fields)', () => {
  test('in every field of every operation', () => {
    const names = fields.map(([name]) => name).join('\n')

    for (const known of ['"text"] in body of askQuestion', '"password"] in body of signIn']) {
      expect(names).toContain(known)
    }
    expect(names).toContain('["documents",0,"title"] in body of uploadDocuments')
    expect(fields.length).toBeGreaterThan(100)
  })

  test.each(fields)('%s', async (_, { schema, example, path }) => {
    for (const [what, text] of Object.entries(hostile)) {
      const value = withValue(example, path, text)
      const took = await processTime(() => read(schema, value), BUDGET_MS)
      expect(took, what).toBeLessThan(BUDGET_MS)
    }
  })

  test.each([...schemas])('as names of many fields in %s', async (_, schema) => {
    const many = Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`k${at}`, 1]))

    expect(await processTime(() => read(schema, many), BUDGET_MS)).toBeLessThan(BUDGET_MS)
  })

  test.each(fields)('as 12,000 values in the place of %s', async (_, { schema, example, path }) => {
    const list = withValue(example, path, Array(12_000).fill(1))
    const map = withValue(
      example,
      path,
      Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`k${at}`, 1])),
    )

    for (const value of [list, map]) {
      expect(await processTime(() => read(schema, value), BUDGET_MS)).toBeLessThan(BUDGET_MS)
    }
  })
})
