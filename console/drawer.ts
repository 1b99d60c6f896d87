import { signal } from '@preact/signals'

/** The question that the drawer opens with; '' where the person is to write one. */
export interface Wanted {
  question: string
  /** undefined for the assistant that is shown. */
  assistant_id?: string
}

/** The drawer in which the assistant is tried beside any screen; null while it is closed. */
export const wanted = signal<Wanted | null>(null)

/** Opens the drawer, and asks where a question is given. */
export function tryIt(question = '', assistant_id?: string): void {
  wanted.value = { question, ...(assistant_id && { assistant_id }) }
}

export function closeDrawer(): void {
  wanted.value = null
}

export function closeOnEscape({ key }: KeyboardEvent): void {
  if (key === 'Escape') closeDrawer()
}
