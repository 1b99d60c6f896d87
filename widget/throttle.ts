/** About sixteen frames a second at most: more do not help a reader. */
const MIN_INTERVAL_MS = 60
const MAX_INTERVAL_MS = 500
/** Rendering may take one thirtieth of the time, however slow the device or long the answer. */
const COST_FACTOR = 30

/**
 * Adaptive throttle for rendering a growing answer. The returned function resolves when the next
 * frame is due; the interval grows with the measured cost of the last frames, layout and paint
 * included.
 */
export function createThrottle(): () => Promise<void> {
  let costMs = 0
  function measure() {
    const from = performance.now()
    setTimeout(() => {
      costMs = (costMs + performance.now() - from) / 2
    })
  }
  return () => {
    requestAnimationFrame(measure)
    const intervalMs = Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, costMs * COST_FACTOR))
    return new Promise((resolve) => setTimeout(resolve, intervalMs))
  }
}
