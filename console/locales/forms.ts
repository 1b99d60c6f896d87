/** Forms of a text by plural category, or by error code; `other` is the fallback. */
export type Forms = { other: string } & Partial<Record<string, string>>
