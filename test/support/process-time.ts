/** Above this multiple of the budget no further try can succeed. */
const GIVE_UP_FACTOR = 20
const MAX_TRIES = 8

/**
 * Minimum CPU time of the work in milliseconds over several tries, independent of other load on the
 * machine. Repeats only while it is over the budget.
 */
export async function processTime(work: () => unknown, budgetMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < MAX_TRIES && least >= budgetMs; tries += 1) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
    if (least > GIVE_UP_FACTOR * budgetMs) break
  }
  return least
}
