/** Deeper than any feed, and less deep than what would take hundreds of MiB to parse. */
const MAX_DEPTH = 64

/**
 * The values of the list `items` of a JSON object, each as it comes to its end, in time linear in
 * what is read. Returns whether the list has ended; what follows it is not looked at. Throws
 * `SyntaxError` for a value that is no JSON, and for what nests too deeply.
 */
export function* readItems(text: string): Generator<unknown, boolean> {
  let depth = 0
  let inString = false
  /** Of the last string. */
  let [from, to] = [0, 0]
  let isItems = false
  let isListed = false
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') [inString, to] = [false, at]
    } else if (character === '"') [inString, from] = [true, at + 1]
    else if (character === ':' && depth === 1) isItems = text.slice(from, to) === 'items'
    else if (character === '{' || character === '[') {
      depth += 1
      if (depth > MAX_DEPTH) throw new SyntaxError('It nests too deeply.')
      if (depth === 2) isListed = isItems && character === '['
      if (depth === 3 && isListed) start = at
    } else if (character === '}' || character === ']') {
      depth -= 1
      if (depth === 2 && isListed) yield JSON.parse(text.slice(start, at + 1))
      if (depth === 1 && isListed) return true
    }
  }
  return false
}
