/** A JSON object whose fields may hold anything. */
export type Values = Record<string, unknown>

/** A parsed description. */
export interface Description {
  root: Values
  /**
   * The object that a value is or refers to within the description; an empty one for anything else,
   * since descriptions are often incomplete.
   */
  resolve(value: unknown): Values
}

/** A chain of references that is longer leads in a circle. */
const MAX_REFERENCES = 20

export function createDescription(root: Values): Description {
  function resolve(value: unknown): Values {
    let found = value
    for (let count = 0; count < MAX_REFERENCES; count++) {
      if (!isObject(found)) return {}
      if (typeof found.$ref !== 'string') return found
      found = lookUp(found.$ref)
    }
    return {}
  }

  /** Only within the description: other files are never opened. */
  function lookUp(reference: string): unknown {
    if (!reference.startsWith('#/')) return null
    const names = reference.slice(2).split('/')
    return names.map(unescaped).reduce<unknown>((at, name) => {
      return isObject(at) && Object.hasOwn(at, name) ? at[name] : null
    }, root)
  }

  return { root, resolve }
}

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A name in a JSON pointer (RFC 6901). */
function unescaped(name: string): string {
  return name.replace(/~1/g, '/').replace(/~0/g, '~')
}
