import { signal } from '@preact/signals'
import { Failure, waiting } from '../client.ts'
import { type OwnFailures, shownFailure } from '../failures.ts'
import { texts } from '../strings.ts'

interface Shown {
  text: string
  undo: (() => Promise<unknown>) | null
}

const shown = signal<Shown | null>(null)

const SHOWN_MS = 8000

/** Says for a while that something was done, and offers to undo it where that can be done. */
export function notify(text: string, undo: Shown['undo'] = null): void {
  const toast = { text, undo }
  shown.value = toast
  setTimeout(() => {
    if (shown.value === toast) shown.value = null
  }, SHOWN_MS)
}

export function Toast() {
  const toast = shown.value
  const { close, undo, patience } = texts.value
  const hide = () => {
    shown.value = null
  }
  return (
    <div class="toasts" role="status">
      {waiting.value > 0 && (
        <div class="toast">
          <p>{patience}</p>
        </div>
      )}
      {toast && (
        <div class="toast">
          <p>{toast.text}</p>
          {toast.undo && (
            <button
              class="button"
              type="button"
              onClick={() => {
                hide()
                void attempt(async () => void (await toast.undo?.()))
              }}
            >
              {undo}
            </button>
          )}
          <button class="button" type="button" onClick={hide}>
            {close}
          </button>
        </div>
      )}
    </div>
  )
}

/**
 * Does something for the reader, and returns whether it was done; a failure is shown as a toast, in
 * the screen's `own` words.
 */
export async function attempt(act: () => Promise<void>, own?: OwnFailures): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    notify(shownFailure(error, own))
    return false
  }
}
