import { z } from 'zod'

/** The part of JSON Schema (draft 2020-12, the dialect of OpenAPI 3.1) that the contract uses. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  propertyNames?: JsonSchema
  additionalProperties?: boolean | JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  contentMediaType?: string
}

/**
 * Writes schemas as JSON Schema. Those in `named` become references to
 * `#/components/schemas/<name>` and are collected in `components`. Describes the input of a schema:
 * fields with a default are optional.
 */
export function createJsonSchemas(named: ReadonlyMap<z.ZodType, string>) {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of named) registry.add(schema, { id })
  const components: Record<string, JsonSchema> = {}

  return {
    components,
    write(schema: z.ZodType): JsonSchema {
      const written = z.toJSONSchema(schema, {
        io: 'input',
        metadata: registry,
        unrepresentable: 'any',
        override: tidy,
      })
      const moved: unknown = JSON.parse(
        JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/'),
      )
      const {
        $schema: _dialect,
        $defs,
        ...json
      } = moved as JsonSchema & {
        $schema?: string
        $defs?: Record<string, JsonSchema>
      }
      Object.assign(components, $defs)
      return json
    },
  }
}

export type JsonSchemas = ReturnType<typeof createJsonSchemas>

/** Adds the `meta` of a schema, and removes redundant and misleading keywords. */
function tidy({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}): void {
  Object.assign(jsonSchema, z.globalRegistry.get(zodSchema))
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.format !== undefined || ignoresCase(zodSchema)) delete jsonSchema.pattern
}

/** JSON Schema has no flags: the pattern alone would refuse values that the service accepts. */
function ignoresCase(schema: z.core.$ZodTypes): boolean {
  const { patterns } = schema._zod.bag as { patterns?: Set<RegExp> }
  return [...(patterns ?? [])].some(({ flags }) => flags.includes('i'))
}
