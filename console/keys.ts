import { useLayoutEffect } from 'preact/hooks'

/**
 * Single keys that do something on a screen, except while somebody types or answers a dialog.
 */
export function useKeys(actions: Record<string, () => void>): void {
  // At once: the next key meets the actions that are shown.
  useLayoutEffect(() => {
    function onKey({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) {
      const isTyping =
        target instanceof Element && target.closest('input, textarea, select, dialog, [popover]')
      if (isTyping || ctrlKey || metaKey || altKey || defaultPrevented) return
      actions[key]?.()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

/** Enter that is meant as "send": without Shift, and not the choice of an input method. */
export function isSubmit({ key, shiftKey, isComposing }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !isComposing
}
