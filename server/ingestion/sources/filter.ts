import { createMatcher } from '../glob.ts'

/** Whether a path is among `include`, where there are any, and not among `exclude`. */
export function createFilter({
  include,
  exclude,
}: {
  include: string[]
  exclude: string[]
}): (path: string) => boolean {
  const isIncluded = include.length > 0 ? createMatcher(include) : () => true
  const isExcluded = createMatcher(exclude)
  return (path) => isIncluded(path) && !isExcluded(path)
}
