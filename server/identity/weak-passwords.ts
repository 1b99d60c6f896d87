const MOST_COMMON = 10_000
/** A shorter part of a name is in too many good passwords. */
const MIN_PART_CHARS = 3
const MIN_CHARS_OF_ITS_OWN = 6

let common: Promise<Set<string>> | undefined

/**
 * Why a new password is easily guessed, as the end of a sentence on its field, or null
 * (docs/behaviour.md#passwords): it is among the most common ones, or little is left of it without
 * its person's name and e-mail address.
 */
export async function weaknessOf(
  password: string,
  { name, email }: { name: string; email: string },
): Promise<string | null> {
  const folded = fold(password)
  common ??= loadCommon()
  if ((await common).has(folded)) return `must not be one of the ${MOST_COMMON} most common ones`
  const own = without(folded, [...partsOf(name), ...partsOf(email)])
  if ([...own].length >= MIN_CHARS_OF_ITS_OWN) return null
  return `must have at least ${MIN_CHARS_OF_ITS_OWN} characters beside the person's name and e-mail address`
}

/** Loaded with the first password that is set: the list takes 3 MB and a tenth of a second. */
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  // The most common one first.
  return new Set(dictionary['passwords-common'].slice(0, MOST_COMMON).map(String))
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** The runs of letters and digits. */
function partsOf(text: string): string[] {
  const runs = fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return runs.filter((run) => [...run].length >= MIN_PART_CHARS)
}

/** The longest first, so that no part is taken out of the middle of a longer one. */
function without(password: string, parts: string[]): string {
  const longestFirst = parts.toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((rest, part) => rest.replaceAll(part, ''), password)
}
