/** PostgreSQL's texts hold every character but the one numbered 0. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

/**
 * Rows as the value of `ROWS (…)` (`dialect.ts`). Its texts are changed as those that are bound
 * alone: `jsonb` refuses a character numbered 0 and half of a surrogate pair, also when they are
 * escaped.
 */
export function toJsonRows(rows: object[]): string {
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? storableText(value).toWellFormed() : value,
  )
}
