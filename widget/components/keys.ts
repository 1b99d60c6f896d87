/** What `keyCode` is of a key that belongs to letters being composed. */
const COMPOSING = 229

/**
 * The key that was pressed; none while letters are being composed. By its code, because Safari calls
 * the composing over before it tells of the Enter that ends it.
 */
export function keyOf({ key, keyCode }: KeyboardEvent): string {
  return keyCode === COMPOSING ? '' : key
}
