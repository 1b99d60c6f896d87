import { gunzipSync } from 'node:zlib'
import { FetchError } from '../../../fetch/fetch-error.ts'
import { BoundedParser } from '../../formats/bounded-parser.ts'
import type { Ask } from './ask.ts'

const MAX_SITEMAPS = 100
/** Of one file (https://www.sitemaps.org/protocol.html). */
const MAX_ADDRESSES = 50_000
const MAX_LLMS_BYTES = 1024 * 1024
const MAX_INFLATED_BYTES = 32 * 1024 * 1024
const SLICE = 256 * 1024

/** The addresses that a website lists of itself. */
export interface Listing {
  /** False when a sitemap could not be read, so that an address may be missing. */
  isComplete: boolean
}

/**
 * Yields the addresses of sitemaps and of the sitemaps they name (https://www.sitemaps.org), while
 * it reads them; in all at most `limit`. `pace` is awaited now and then.
 */
export async function* readSitemaps(
  urls: string[],
  { ask, pace, limit }: { ask: Ask; pace: () => Promise<void>; limit: number },
): AsyncGenerator<string, Listing, undefined> {
  const sitemaps = new Set(urls.slice(0, MAX_SITEMAPS))
  let yielded = 0
  let isComplete = sitemaps.size > 0 && urls.length <= MAX_SITEMAPS
  // The set grows during the loop.
  for (const url of sitemaps) {
    const text = await textOf(url, ask)
    if (text === null) isComplete = false
    let entries = 0
    for await (const { kind, address } of entriesOf(text ?? '', pace)) {
      if (kind === 'sitemap') {
        if (sitemaps.size < MAX_SITEMAPS) sitemaps.add(address)
        else isComplete &&= sitemaps.has(address)
      } else {
        if (yielded >= limit) return { isComplete: false }
        yielded += 1
        yield address
      }
      entries += 1
      if (entries < MAX_ADDRESSES) continue
      isComplete = false
      break
    }
  }
  return { isComplete }
}

/** The addresses that `llms.txt` links to (https://llmstxt.org), in its first MiB. */
export async function readLlmsTxt(origin: string, ask: Ask): Promise<string[]> {
  const limit = { maxBytes: MAX_LLMS_BYTES, isCut: true }
  const answer = await ask(`${origin}/llms.txt`, limit).catch(nothingIf)
  if (answer?.status !== 200 || /html/i.test(answer.headers['content-type'] ?? '')) return []
  const text = new TextDecoder().decode(answer.body)
  return Array.from(text.matchAll(/\]\(\s*<?([^)\s>]+)/g), ([, address = '']) => address)
}

async function textOf(url: string, ask: Ask): Promise<string | null> {
  const answer = await ask(url).catch(nothingIf)
  if (answer?.status !== 200) return null
  const { body } = answer
  const isZipped = body[0] === 0x1f && body[1] === 0x8b
  try {
    const bytes = isZipped ? gunzipSync(body, { maxOutputLength: MAX_INFLATED_BYTES }) : body
    return new TextDecoder().decode(bytes)
  } catch {
    return null
  }
}

/** A sitemap that cannot be had is passed over; the end of the run is not. */
function nothingIf(error: unknown): null {
  if (error instanceof FetchError) return null
  throw error
}

interface Entry {
  kind: 'page' | 'sitemap'
  address: string
}

/** A sitemap is XML, or a plain list of addresses. Read in slices, so that other work goes on. */
async function* entriesOf(text: string, pace: () => Promise<void>): AsyncGenerator<Entry> {
  if (!/^\s*</.test(text)) {
    for (const [address] of text.matchAll(/\S+/g)) {
      await pace()
      yield { kind: 'page', address }
    }
    return
  }
  const entries: Entry[] = []
  let within = ''
  let address: string | null = null
  const parser = new BoundedParser(
    {
      onopentagname(name) {
        if (name === 'url' || name === 'sitemap') within = name
        if (name === 'loc') address = ''
      },
      ontext(piece) {
        if (address !== null) address += piece
      },
      onclosetag(name) {
        if (name !== 'loc' || address === null) return
        if (within !== '') {
          entries.push({ kind: within === 'url' ? 'page' : 'sitemap', address: address.trim() })
        }
        address = null
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for (let at = 0; at < text.length; at += SLICE) {
    parser.write(text.slice(at, at + SLICE))
    yield* entries.splice(0)
    await pace()
  }
  parser.end()
  yield* entries
}
