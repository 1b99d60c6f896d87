/** Addresses of mail and web, and numbers that may be somebody's. */
const PERSONAL = /\S@\S|:\/\/|\bwww\.|\d(?:[ ./()-]?\d){4}/i
const MAX_CHARS = 500

/**
 * Whether a visitor's text may become a question of a section, which owners read and other visitors
 * are led by: it holds no e-mail or web address and no five digits in a row.
 */
export function isTeachable(text: string): boolean {
  return text.trim() !== '' && Array.from(text).length <= MAX_CHARS && !PERSONAL.test(text)
}
