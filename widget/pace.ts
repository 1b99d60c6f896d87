/** About sixteen pictures a second at most: reading gains nothing from more. */
const PICTURE_MS = 60
/** Drawing may take one part in so many of the time, however slow the device or long the answer. */
const SHARE = 30
const LONGEST_MS = 500

/**
 * How often a growing answer is drawn. The function it returns resolves when the next picture is due:
 * seldom where the last ones, with their layout and paint, took the browser long.
 */
export function createPace(): () => Promise<void> {
  let costMs = 0
  function measure() {
    const from = performance.now()
    setTimeout(() => {
      costMs = (costMs + performance.now() - from) / 2
    })
  }
  return () => {
    requestAnimationFrame(measure)
    const due = Math.min(LONGEST_MS, Math.max(PICTURE_MS, costMs * SHARE))
    return new Promise((resolve) => setTimeout(resolve, due))
  }
}
