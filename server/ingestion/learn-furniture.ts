import type { Discovery, DiscoveryContext, Found } from './define-source.ts'
import { decode } from './formats/decode.ts'
import { charsetOf } from './formats/html-charset.ts'
import { mediaTypeOf } from './formats.ts'
import { createRepetition } from './repeated-text.ts'
import { scanPage } from './sources/website/page-scan.ts'

/** Pages that are listed before and after a page, by which it is known what repeats. */
export const NEIGHBOURS = 24
/** Larger pages are not compared: they are whole books. */
const MOST_BYTES = 2 * 1024 * 1024

/**
 * Finds out what the pages in HTML of a source have in common (docs/behaviour.md#formats), as a
 * website's crawl does. Each page is compared with its neighbours in the listing, which are read
 * for it, changed or not, when the first of them is parsed.
 */
export async function* learnFurniture(
  discovery: Discovery,
  { pace }: Pick<DiscoveryContext, 'pace'>,
): Discovery {
  const repetition = createRepetition()
  const waiting: Found[] = []
  /** Pages near the one that is read, which are not counted yet. */
  let near: Found[] = []
  let counted = Promise.resolve()

  async function count(pages: Found[]): Promise<void> {
    for (const page of pages) {
      await pace()
      const bytes = await page.read().catch(() => NOTHING)
      if (bytes.length <= MOST_BYTES) repetition.add(scanPage(decode(bytes, charsetOf(bytes))))
    }
  }

  async function repeatedTexts(): Promise<number[]> {
    const pages = near
    near = []
    counted = counted.then(() => count(pages))
    await counted
    return repetition.recentlyRepeated()
  }

  for (;;) {
    const { done, value } = await discovery.next()
    if (done) {
      yield* waiting
      return value
    }
    const isPage = isHtml(value)
    waiting.push(isPage ? { ...value, repeatedTexts } : value)
    if (isPage) near = [...near.slice(-2 * NEIGHBOURS), value]
    if (waiting.length > NEIGHBOURS) yield waiting.shift() as Found
  }
}

export function isHtml({ path }: Pick<Found, 'path'>): boolean {
  return mediaTypeOf(path) === 'text/html'
}

/** Of a page that cannot be read, which is told when its turn comes. */
const NOTHING = new Uint8Array()
