import type { Input } from './client.ts'
import type { Query } from './location.ts'

/** Parameters of the address that choose conversations; those of the API have the same names. */
const FILTERS = [
  'q',
  'outcome',
  'rating',
  'handled',
  'channel',
  'deployment_id',
  'document_id',
  'from',
  'to',
] as const

/** The filter in an address, for the list of conversations. */
export function filterOf(query: Query): NonNullable<Input<'listConversations'>['query']> {
  return Object.fromEntries(FILTERS.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))
}

export function hasFilter(query: Query): boolean {
  return countFilters(query) > 0
}

/** How many filters are set, words included. */
export function countFilters(query: Query): number {
  return FILTERS.filter((name) => query[name]).length
}

/** Changes that take every filter away. */
export const noFilters: Query = Object.fromEntries(FILTERS.map((name) => [name, '']))
