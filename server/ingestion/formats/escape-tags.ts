/** What CommonMark reads as the beginning of HTML. */
const TAG_START = /<(?=\/?[a-z][a-z0-9-]*(?:[\s/>]|$)|[!?])/

/**
 * Text as Markdown that shows its angle brackets: `<USER>` would be taken for a tag and be left out
 * of answers. Code, `a < b` and `<https://x.test>` are shown as they are and not changed.
 */
export function escapeTags(text: string): string {
  return text.replace(CODE_OR_TAG, (code: string, backslashes?: string) =>
    backslashes === undefined ? code : `${backslashes}${backslashes}\\<`,
  )
}

/** A tag with the backslashes before it, each of which is to be shown. */
const CODE_OR_TAG = new RegExp(`\`+[^\`]*\`+|(?<!\\\\)(\\\\*)${TAG_START.source}`, 'gi')

/** Whether HTML would begin at a place of a Markdown text. */
export function beginsTag(source: string, at: number): boolean {
  const begins = new RegExp(TAG_START, 'iy')
  begins.lastIndex = at
  return begins.test(source)
}
