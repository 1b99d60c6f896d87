import type { SparseAppearance } from '../../server/contract/appearance.ts'
import type { SparseBrand } from '../../server/contract/branding.ts'
import type { StreamEvent } from '../../server/contract/events.ts'

/** How the widget is shown in the frame. */
export interface Shown {
  brand: SparseBrand
  appearance: SparseAppearance
  theme: 'light' | 'dark'
  dir: 'ltr' | 'rtl'
}

/** What the console tells the frame. */
export type ToFrame =
  | { type: 'show'; shown: Shown }
  | { type: 'ask'; text: string }
  | { type: 'events'; id: number; events: StreamEvent[]; isLast: boolean }

/** What the frame tells the console. */
export type FromFrame =
  | { type: 'ready' }
  | { type: 'drawn' }
  | { type: 'question'; id: number; text: string }
  | { type: 'left'; id: number }
