/**
 * Passes on the items of a source until the signal aborts, then ends at once: a source that ignores
 * its signal is not waited for, and an exception that it throws afterwards is ignored.
 */
export async function* until<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item, void> {
  let endWait = () => {}
  const stop = () => endWait()
  signal.addEventListener('abort', stop, { once: true })
  const iterator = source[Symbol.asyncIterator]()
  try {
    while (!signal.aborted) {
      // A promise for each wait: a race with one that outlives it would keep every item until the
      // end.
      const step = await new Promise<IteratorResult<Item>>((resolve, reject) => {
        endWait = () => resolve({ done: true, value: undefined })
        iterator.next().then(resolve, reject)
      })
      if (step.done) return
      yield step.value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    iterator.return?.()?.catch(() => {})
  }
}
