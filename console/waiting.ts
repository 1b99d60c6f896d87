import { useRead } from './cache.ts'
import type { Area } from './routes.ts'

/** How much waits for the person in an area: gaps that are new, and other problems. */
export function useWaiting(): (area: Area) => number {
  const problems = useRead('listProblems').value.value?.data ?? []
  const gaps = problems.find(({ kind }) => kind === 'new_gaps')
  const waiting: Partial<Record<Area, number>> = {
    overview: problems.length - (gaps ? 1 : 0),
    conversations: gaps?.count ?? 0,
  }
  return (area) => waiting[area] ?? 0
}
