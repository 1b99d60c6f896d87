import { z } from 'zod'
import { sized } from './bounded.ts'

/** Matches one character of a path: itself, any character, or a class of ranges. */
export type GlobCharacter = string | typeof ANY | { ranges: [from: string, to: string][] }
/** Matches any number of characters of a name. */
export const RUN = Symbol('*')
/** Matches one character of a name. */
export const ANY = Symbol('?')
/** Matches any number of names, or none. */
export const GLOBSTAR = Symbol('**')

export type GlobSegment = typeof GLOBSTAR | (GlobCharacter | typeof RUN)[]

const MAX_LENGTH = 500
const MAX_GLOBS = 100
/** The limit for a list of globs after brace expansion, which multiplies alternatives. */
const MAX_EXPANDED_LENGTH = 5_000

export class GlobError extends Error {
  override name = 'GlobError'
}

/**
 * Parses a glob (docs/behaviour.md#sources) into alternatives, with braces expanded and each one
 * split at slashes. Globs support `*`, `**` as a whole name, `?`, `[a-z]` and `{a,b}`; every other
 * character matches itself. Throws `GlobError`, whose message follows the field's name, for the
 * syntax of other dialects (`!`, `( ) |`, `\`, `[!a]`, `{1..9}`), which would silently match
 * something else.
 */
export function parseGlob(glob: string): GlobSegment[][] {
  const { alternatives, end } = expand(glob.replace(/^(?:\.\/)+/, ''), 0, false)
  if (end !== undefined) throw new GlobError('has a } without its {')
  return alternatives.map(segments)
}

type Token = Exclude<GlobSegment, symbol>[number]

/** Reads up to a comma or closing brace within braces, otherwise to the end of the glob. */
function expand(glob: string, start: number, isInBraces: boolean) {
  let alternatives: Token[][] = [[]]
  for (let at = start; at < glob.length; ) {
    const character = String.fromCodePoint(glob.codePointAt(at) ?? 0)
    if (character === '}' || (isInBraces && character === ',')) return { alternatives, end: at }
    if (/[\\()|]/.test(character) || (character === '!' && at === 0)) {
      throw new GlobError(`must not contain ${character}: globs support *, **, ?, [a-z] and {a,b}`)
    }
    const read = readers[character]?.(glob, at) ?? {
      options: [[character]],
      next: at + character.length,
    }
    alternatives = combine(alternatives, read.options)
    at = read.next
  }
  if (isInBraces) throw new GlobError('has a { without its }')
  return { alternatives, end: undefined }
}

const readers: Record<string, (glob: string, at: number) => { options: Token[][]; next: number }> =
  {
    '*': (_, at) => ({ options: [[RUN]], next: at + 1 }),
    '?': (_, at) => ({ options: [[ANY]], next: at + 1 }),
    '[': readClass,
    '{': readBraces,
  }

function readBraces(glob: string, start: number) {
  const options: Token[][] = []
  let at = start
  let count = 0
  do {
    const { alternatives, end = glob.length } = expand(glob, at + 1, true)
    for (const alternative of alternatives) options.push(alternative)
    at = end
    count += 1
  } while (glob[at] === ',')
  if (count === 1)
    throw new GlobError('must have a comma in {a,b}; ranges such as {1..9} are not supported')
  return { options, next: at + 1 }
}

function readClass(glob: string, start: number) {
  const match = /^\[(?![!^\]])([^\]/]+)\]/u.exec(glob.slice(start))
  if (!match?.[1] || /\[[:.=]/.test(match[0])) {
    throw new GlobError('must have characters or a range such as [a-z] between [ and ]')
  }
  const ranges = Array.from(
    match[1].matchAll(/(.)-(.)|./gsu),
    ([one, from = one, to = one]): [string, string] => [from, to],
  )
  if (ranges.some(([from, to]) => from > to)) {
    throw new GlobError('must have the lower character first in a range such as [a-z]')
  }
  return { options: [[{ ranges }]], next: start + match[0].length }
}

function combine(heads: Token[][], tails: Token[][]): Token[][] {
  const [tail = []] = tails
  if (tails.length === 1) {
    for (const head of heads) head.push(...tail)
    return refuseTooLong(heads)
  }
  refuseTooLong(heads, tails.length)
  return refuseTooLong(heads.flatMap((head) => tails.map((tail) => [...head, ...tail])))
}

function refuseTooLong<Part>(alternatives: Part[][], times = 1): Part[][] {
  const length = alternatives.reduce((sum, tokens) => sum + tokens.length + 1, 0) * times
  if (length > MAX_EXPANDED_LENGTH) {
    throw new GlobError(
      `must have at most ${MAX_EXPANDED_LENGTH} characters after its braces are expanded`,
    )
  }
  return alternatives
}

function segments(tokens: Token[]): GlobSegment[] {
  const cut: Token[][] = [[]]
  for (const token of tokens) {
    if (token === '/') cut.push([])
    else cut.at(-1)?.push(token)
  }
  return cut.map((segment) =>
    segment.length === 2 && segment.every((token) => token === RUN) ? GLOBSTAR : segment,
  )
}

/** What is wrong with a list of globs, to follow the field's name; null for a valid list. */
function problemOf(globs: string[]): string | null {
  try {
    refuseTooLong(
      globs.flatMap(parseGlob).map((names) => names.flatMap((name) => ['/', name].flat())),
    )
    return null
  } catch (error) {
    if (error instanceof GlobError) return error.message
    throw error
  }
}

function check(globs: string[], context: z.core.$RefinementCtx): void {
  const message = problemOf(globs)
  if (message) context.addIssue({ code: 'custom', message })
}

const Glob = z
  .string()
  .min(1)
  .max(MAX_LENGTH)
  .superRefine((glob, context) => check([glob], context))

export const Globs = sized(z.array(Glob).max(MAX_GLOBS).superRefine(check), {
  max: MAX_GLOBS,
  error: `must contain at most ${MAX_GLOBS} globs`,
})

/** A value for each glob; the first matching glob applies. */
export function byGlob<Value extends z.ZodType>(value: Value) {
  const record = z.record(z.string().max(MAX_LENGTH), value).superRefine((values, context) => {
    check(Object.keys(values), context)
  })
  return sized(record, { max: MAX_GLOBS, error: `must have at most ${MAX_GLOBS} entries` })
}
