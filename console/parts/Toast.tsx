import { signal } from '@preact/signals'
import { Failure } from '../client.ts'
import { shownFailure } from '../failures.ts'
import { texts } from '../strings.ts'

const shown = signal<{ text: string } | null>(null)

const SHOWN_MS = 8000

/** Says for a while that something was done. */
export function notify(text: string): void {
  const toast = { text }
  shown.value = toast
  setTimeout(() => {
    if (shown.value === toast) shown.value = null
  }, SHOWN_MS)
}

export function Toast() {
  const toast = shown.value
  return (
    <div class="toasts" role="status">
      {toast && (
        <div class="toast">
          <p>{toast.text}</p>
          <button
            class="button"
            type="button"
            onClick={() => {
              shown.value = null
            }}
          >
            {texts.value.close}
          </button>
        </div>
      )}
    </div>
  )
}

/** Does something for the reader; a failure is shown as a toast. */
export async function attempt(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    notify(shownFailure(error))
  }
}
