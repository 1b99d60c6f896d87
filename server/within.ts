/**
 * Waits for work, but no longer than so many milliseconds, and then leaves it behind. A failure is
 * reported and not thrown: whoever waits has something to do in any case.
 */
export async function within(
  ms: number,
  work: Promise<unknown>,
  report: (error: unknown) => void,
): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work.catch(report), late])
  clearTimeout(timer)
}
