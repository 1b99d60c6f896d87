import { codePoints } from '../contract/text.ts'
import { plainText } from '../text/markdown.ts'
import { withoutMarkers } from '../text/marker-syntax.ts'

/** The longest suggestion (docs/behaviour.md#follow-ups). */
const MAX_CHARS = 150
const UNWANTED =
  /(?!\n)[\p{Cc}\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069]|:\/\/|www\.|\]\(|<\/?\p{L}|[`|{}]|\S@\S/u

/** One line that may be suggested: short, without markup, addresses or markers. */
export function isPlainLine(text: string): boolean {
  if (text === '' || codePoints(text) > MAX_CHARS) return false
  if (UNWANTED.test(text) || withoutMarkers(text) !== text) return false
  return plainText(text) === text.replace(/\s+/g, ' ')
}
