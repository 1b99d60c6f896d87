/** What stands at a path, and the values of its parameters. */
export interface Found<Route> {
  byMethod: ReadonlyMap<string, Route>
  params: Record<string, string>
}

interface Branch<Route> {
  words: Map<string, Branch<Route>>
  /** Any other segment, under a name. */
  parameter: { name: string; branch: Branch<Route> } | null
  byMethod: Map<string, Route>
}

/**
 * Which routes a path leads to, one step a segment. `{name}` in a declared path stands for one whole
 * segment that is not empty, and gives way to a word declared at the same place.
 */
export function createRouteTree<Route>() {
  const root = newBranch<Route>()

  return {
    /** One method of a path such as `/assistants/{assistant_id}`. */
    add(method: string, path: string, route: Route): void {
      let branch = root
      for (const segment of segmentsOf(path)) branch = grow(branch, segment)
      branch.byMethod.set(method, route)
    },

    /** null: no declared path is like this one. */
    find(path: string): Found<Route> | null {
      const params: Record<string, string> = {}
      let branch = root
      for (const segment of segmentsOf(path)) {
        const word = branch.words.get(segment)
        if (word) {
          branch = word
          continue
        }
        const { parameter } = branch
        if (!parameter || segment === '') return null
        params[parameter.name] = decoded(segment)
        branch = parameter.branch
      }
      return { byMethod: branch.byMethod, params }
    },
  }
}

function newBranch<Route>(): Branch<Route> {
  return { words: new Map(), parameter: null, byMethod: new Map() }
}

function segmentsOf(path: string): string[] {
  return path.slice(1).split('/')
}

function grow<Route>(branch: Branch<Route>, segment: string): Branch<Route> {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1]
  if (name === undefined) {
    const word = branch.words.get(segment) ?? newBranch<Route>()
    branch.words.set(segment, word)
    return word
  }
  branch.parameter ??= { name, branch: newBranch<Route>() }
  return branch.parameter.branch
}

/** What is no valid encoding stands for itself. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
