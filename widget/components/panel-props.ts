import type { Signal } from '@preact/signals-core'
import type { SparseBrand } from '../../server/contract/branding.ts'
import type { Citation } from '../../server/contract/conversation.ts'
import type { Chat } from '../chat.ts'
import type { Strings } from '../strings.ts'

/** Shared by the parts of one panel; each takes the props it needs. */
export interface PanelProps {
  chat: Chat
  brand: SparseBrand
  strings: Strings
  name: string
  greeting: string
  suggestions: readonly string[]
  preview: Signal<Previewed | null>
  inline: boolean
  onClose: () => void
}

/** The passage behind the marker or source under the pointer or with the focus. */
export interface Previewed {
  citation: Citation
  /** The passage before, within and after the sentence that supports the text at the marker. */
  parts?: [before: string, sentence: string, after: string] | undefined
  /** Whether the card goes to the top, because at the bottom it would cover the marker. */
  low: boolean
}
