import type { Query } from './location.ts'

/** Where what stood at a path of an earlier version stands now. */
const MOVED: Partial<Record<string, string>> = {
  inbox: 'conversations',
  gaps: 'conversations/unanswered',
  try: 'assistant/try',
  look: 'website/look',
  usage: 'overview',
  people: 'settings/people',
  notifications: 'settings/notifications',
  support: 'settings/support',
  audit: 'settings/audit',
  data: 'settings',
  account: 'settings/account',
}

/** The address that took the place of an earlier one; null for any other. */
export function movedTo(path: string, query: Query): { path: string; query: Query } | null {
  const to = MOVED[path]
  if (to) return { path: to, query }
  const [, deployment] = /^website\/([\w-]{20,})$/.exec(path) ?? []
  return deployment ? { path: 'website', query: { ...query, widget: deployment } } : null
}
