/**
 * Waits for work for at most `ms` milliseconds and then goes on without it. Reports a failure
 * instead of throwing it.
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
