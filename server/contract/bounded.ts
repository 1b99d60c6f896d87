import { z } from 'zod'

interface Size {
  min?: number
  max: number
  /** Says which sizes are right. */
  error: string
}

/**
 * A list, or a map by its entries, whose size is checked before its contents: each wrong item of a
 * hostile one would cost more than the whole of an ordinary request.
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
