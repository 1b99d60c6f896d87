/** Parameters of a tag, a shortcode or a directive, and the words among them without a name. */
export interface Parameters {
  named: ReadonlyMap<string, string>
  words: string
}

const MAX_CHARACTERS = 4000
const PARAMETER =
  /([\w:@.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*(?:"([^"{}]*)"|'([^'{}]*)'|`([^`{}$]*)`)\s*\}|(\{)|([^\s"'`>{}]+))/g

/** Reads `title="A" kind=b words`. A value that has to be computed counts as absent. */
export function readParameters(source: string): Parameters {
  const named = new Map<string, string>()
  const words = source.slice(0, MAX_CHARACTERS).replace(PARAMETER, (_, name: string, ...groups) => {
    const value = groups.slice(0, 7).find((group) => typeof group === 'string')
    if (value !== undefined && value !== '{') named.set(name.toLowerCase(), value.trim())
    return ' '
  })
  return { named, words: words.replace(/\s+/g, ' ').trim() }
}

/** The first of the named parameters that says something. */
export function parameter({ named }: Parameters, ...names: string[]): string | undefined {
  return names.map((name) => named.get(name)).find((value) => value !== undefined && value !== '')
}

export function unquoted(text: string): string {
  return text
    .trim()
    .replace(/^(["'“])(.*)["'”]$/, '$2')
    .trim()
}
