import type { Discovery, DiscoveryContext, Found } from '../define-source.ts'

const DOCUMENTS_AHEAD = 8
const BYTES_AHEAD = 32 * 1024 * 1024

/**
 * Begins to read changed documents before their turn, so that several requests are under way.
 * Documents of unknown size are read when they are asked for.
 */
export async function* readAhead(
  found: Discovery,
  { known }: Pick<DiscoveryContext, 'known'>,
): Discovery {
  const waiting: Found[] = []
  let bytes = 0
  let next = await found.next()
  for (;;) {
    while (!next.done && waiting.length < DOCUMENTS_AHEAD && bytes < BYTES_AHEAD) {
      waiting.push(begun(next.value, known(next.value.path)))
      bytes += next.value.bytes ?? 0
      next = await found.next()
    }
    const first = waiting.shift()
    if (first) {
      bytes -= first.bytes ?? 0
      yield first
    } else if (next.done) return next.value
  }
}

function begun(found: Found, known: ReturnType<DiscoveryContext['known']>): Found {
  const isUnread = known?.status === 'excluded' || known?.version === found.version
  if (isUnread || found.bytes == null || found.bytes > BYTES_AHEAD) return found
  const reading = found.read()
  // Awaited when its turn comes, unless the run ends before.
  reading.catch(() => {})
  return { ...found, read: () => reading }
}
