/** Uniform random numbers from -0.5 to below 0.5, the same in every run. */
export function createRandom(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  }
}

/** Of the angle between two vectors. */
export function cosine(a: Int8Array, b: Int8Array): number {
  const product = a.reduce((sum, component, at) => sum + component * (b[at] ?? 0), 0)
  return product / Math.hypot(...a) / Math.hypot(...b)
}
