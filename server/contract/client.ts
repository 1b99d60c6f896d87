import { createJsonSchemas, type JsonSchema } from './json-schema.ts'
import type { Operation } from './operation.ts'
import { consoleOperations, operations } from './operations.ts'

/** Method and path of an operation, relative to the console's API. */
export type ClientRoute = [method: string, path: string]

/** What a form checks before it is sent; the service checks it again. */
export interface FieldRule {
  required?: true
  /** In code points. */
  minLength?: number
  maxLength?: number
}

/** The routes of the console's own operations, and of the API below `/v1`, by operation. */
export function clientRoutes(): Record<string, ClientRoute> {
  const own = Object.entries(consoleOperations).map(([name, { method, path }]) => [
    name,
    [method, path],
  ])
  const shared = Object.entries(operations as Record<string, Operation>)
    .filter(([, { access }]) => access !== 'widget' && access !== 'visitor')
    .map(([name, { method, path }]) => [name, [method, `/v1${path}`]])
  return Object.fromEntries([...own, ...shared])
}

/** The rules of the text fields of a body, for each of these operations. */
export function fieldRules(
  names: readonly (keyof typeof consoleOperations)[],
): Record<string, Record<string, FieldRule>> {
  const schemas = createJsonSchemas(new Map())
  return Object.fromEntries(
    names.map((name) => {
      const { body }: Operation = consoleOperations[name]
      return [name, body ? rulesOf(schemas.write(body)) : {}]
    }),
  )
}

function rulesOf({ properties = {}, required = [] }: JsonSchema): Record<string, FieldRule> {
  const rules = Object.entries(properties).map(([name, schema]) => {
    // A field that may be null is written as its type or null.
    const { minLength, maxLength } = schema.anyOf?.[0] ?? schema
    return [
      name,
      {
        ...(required.includes(name) && { required: true }),
        ...(minLength !== undefined && { minLength }),
        ...(maxLength !== undefined && { maxLength }),
      },
    ]
  })
  return Object.fromEntries(rules)
}
