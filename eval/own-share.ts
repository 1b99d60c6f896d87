/** Weight of sets whose questions are in visitors' own words; together, as much as all others. */
const OWN_WORDS: [RegExp, number][] = [
  [/^own-words-/, 3],
  [/^debian-/, 1],
]

function ownOf(set: string): number {
  return OWN_WORDS.find(([name]) => name.test(set))?.[1] ?? 0
}

/** The share of a set in a fit to sets, 0 to 1. */
export function shareOf(set: string, sets: string[]): number {
  const own = sets.reduce((sum, each) => sum + ownOf(each), 0)
  const others = sets.filter((each) => ownOf(each) === 0).length
  const half = own > 0 && others > 0 ? 0.5 : 1
  return half * (ownOf(set) > 0 ? ownOf(set) / own : 1 / others)
}
