/** `keyCode` of key events during IME composition. */
const COMPOSING = 229

/**
 * The pressed key; empty during IME composition. By `keyCode`, because Safari ends the composition
 * before it dispatches the Enter that confirms it, so `isComposing` is false then.
 */
export function keyOf({ key, keyCode }: KeyboardEvent): string {
  return keyCode === COMPOSING ? '' : key
}
