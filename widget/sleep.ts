/** Resolves after the time; rejects at once when `signal` aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const cancel = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel)
  })
}

/** Between half of a time and one and a half of it, so that widgets do not come back in step. */
export function jittered(seconds: number): number {
  return seconds * (0.5 + Math.random())
}
