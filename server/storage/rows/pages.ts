import type { WebsiteState } from '../ports/pages.ts'

export interface WebsiteStateRow {
  settings: string
  repeated_texts: string
}

export function toWebsiteState(row: WebsiteStateRow | undefined): WebsiteState | null {
  return row ? { ...row, repeated_texts: JSON.parse(row.repeated_texts) as number[] } : null
}

export function toWebsiteStateRow({ settings, repeated_texts }: WebsiteState): WebsiteStateRow {
  return { settings, repeated_texts: JSON.stringify(repeated_texts) }
}
