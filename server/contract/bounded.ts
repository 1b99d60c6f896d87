import { z } from 'zod'

interface Size {
  min?: number
  max: number
  /** The message for other sizes. */
  error: string
}

/**
 * A list or map whose number of entries is checked before its contents: validating each item of a
 * hostile one would cost more than a whole ordinary request.
 */
export function sized<Schema extends z.ZodType>(schema: Schema, { min = 0, max, error }: Size) {
  return z.preprocess((value, context) => {
    const size = sizeOf(value)
    if (size !== null && (size < min || size > max)) {
      context.addIssue({ code: 'custom', message: error })
    }
    return value
  }, schema)
}

function sizeOf(value: unknown): number | null {
  if (Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : null
}
