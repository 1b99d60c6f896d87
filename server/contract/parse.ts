import type { z } from 'zod'
import { ServiceError } from './errors.ts'

/**
 * The value parsed by the schema. Throws `validation_error` with a sentence that names the first
 * wrong field and the expected value (docs/behaviour.md#errors). `at` is the path of the value in
 * the request. The root is called `whole`; an unknown field is not a field of `of`.
 */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  {
    at = [],
    whole = 'The body',
    of = 'this request',
  }: { at?: string[]; whole?: string; of?: string } = {},
): z.infer<Schema> {
  const parsed = schema.safeParse(value, { error: expectation })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ServiceError(
    'validation_error',
    issue ? sentence(issue, { at, whole, of }) : `${whole} is not valid.`,
  )
}

function sentence(
  issue: z.core.$ZodIssue,
  { at, whole, of }: { at: string[]; whole: string; of: string },
): string {
  const path = [...at, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    return `${fieldName([...path, issue.keys[0] ?? ''])} is not a field of ${of}.`
  }
  return `${path.length > 0 ? fieldName(path) : whole} ${issue.message}.`
}

const MAX_FIELD_NAME = 120

/** `documents[3].path`. Bounded, because names come from the request. */
function fieldName(path: PropertyKey[]): string {
  const name = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
  return name.length > MAX_FIELD_NAME ? `${name.slice(0, MAX_FIELD_NAME).toWellFormed()}…` : name
}

const NOUNS: Record<string, string> = {
  string: 'a string',
  // No request accepts a fraction.
  number: 'a whole number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** The expectation, for schemas without a message of their own. */
function expectation(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${NOUNS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'too_small':
      return `must be at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`
    case 'too_big':
      return `must be at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`
    case 'invalid_format':
      return `must be a valid ${issue.format}`
    default:
      return 'is not valid'
  }
}

const UNITS: Record<string, string> = { string: ' characters', array: ' entries' }
