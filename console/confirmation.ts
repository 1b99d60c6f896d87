import { signal } from '@preact/signals'

/** Takes the answer of the person who is being asked; null: nobody is. */
export const asking = signal<((isConfirmed: boolean) => void) | null>(null)

let answer: Promise<boolean> | null = null

/**
 * Asks for the password (docs/behaviour.md#asking-again), and returns whether the session is
 * confirmed. Requests that need it at the same time share one dialog.
 */
export function askToConfirm(): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => {
    asking.value = resolve
  }).finally(() => {
    asking.value = null
    answer = null
  })
  return answer
}
