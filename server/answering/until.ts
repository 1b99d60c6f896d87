/**
 * Passes on what a source yields until the signal aborts, then ends at once: a source that ignores its
 * signal is left behind and not waited for. Whatever it throws afterwards is nobody's concern.
 */
export async function* until<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item, void> {
  const { promise: stopped, resolve } = Promise.withResolvers<IteratorResult<Item>>()
  const stop = () => resolve({ done: true, value: undefined })
  signal.addEventListener('abort', stop, { once: true })
  const iterator = source[Symbol.asyncIterator]()
  try {
    while (!signal.aborted) {
      const step = await Promise.race([iterator.next(), stopped])
      if (step.done) return
      yield step.value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    iterator.return?.()?.catch(() => {})
  }
}
