import { signal } from '@preact/signals'
import { Failure } from '../client.ts'
import { shownFailure } from '../failures.ts'
import { texts } from '../strings.ts'

interface ToastOf {
  text: string
  undo: (() => Promise<void>) | undefined
}

const shown = signal<ToastOf | null>(null)

const SHOWN_MS = 8000

/** Says for a while that something was done, and offers to undo it where that is possible. */
export function notify(text: string, undo?: () => Promise<void>): void {
  const toast = { text, undo }
  shown.value = toast
  setTimeout(() => {
    if (shown.value === toast) shown.value = null
  }, SHOWN_MS)
}

export function Toast() {
  const toast = shown.value
  const { close, undo } = texts.value

  async function takeBack() {
    shown.value = null
    await attempt(toast?.undo ?? (async () => {}))
  }

  return (
    <div class="toasts" role="status">
      {toast && (
        <div class="toast">
          <p>{toast.text}</p>
          {toast.undo && (
            <button class="button" type="button" onClick={takeBack}>
              {undo}
            </button>
          )}
          <button
            class="button"
            type="button"
            onClick={() => {
              shown.value = null
            }}
          >
            {close}
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
