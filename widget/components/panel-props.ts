import type { Signal } from '@preact/signals-core'
import type { ComponentType } from 'preact'
import type { SparseBrand } from '../../server/contract/branding.ts'
import type { Citation, Quotation } from '../../server/contract/conversation.ts'
import type { WidgetCitation } from '../../server/contract/widget.ts'
import type { Chat } from '../chat.ts'
import type { Turn } from '../conversation.ts'
import type { Strings } from '../strings.ts'

/** Parts of the panel that only some visitors use: the chunk of `extras/index.ts`. */
export interface Parts {
  Menu: ComponentType<PanelProps>
  Preview: ComponentType<PanelProps>
  Reasons: ComponentType<{ turn: Turn; chat: Chat; strings: Strings }>
}

export interface Extras {
  /** Undefined until they are loaded, null when they cannot be. */
  parts: Signal<Parts | null | undefined>
  /** Loads them, once. */
  load: () => Promise<void>
}

/** Shared by the parts of one panel; each takes the props it needs. */
export interface PanelProps {
  chat: Chat
  brand: SparseBrand
  strings: Strings
  name: string
  greeting: string
  suggestions: readonly string[]
  preview: Signal<Previewed | null>
  /** Whether the menu is shown. */
  menu: Signal<boolean>
  /** Address of the site's privacy notice, if any. */
  privacyUrl: string | null
  extras: Extras
  inline: boolean
  onClose: () => void
}

/** Where a card stands, in pixels. */
export interface CardPlace {
  /**
   * The edge at the marker, from the top of the transcript's content; of a card in the top layer,
   * from the top of the window.
   */
  edge: number
  /** Whether the card stands above its marker. */
  above: boolean
  /** Its greatest height. */
  height: number
  /** The sides of an enlarged table, above which the card stands in the top layer. */
  sides?: { left: number; width: number }
}

/** The passage behind the marker under the pointer or with the focus. */
export interface Previewed {
  citation: Citation
  marker: HTMLElement
  /** Quotations of this marker, and of those that it stands for. */
  quotes: readonly Quotation[]
  /** The passage; undefined where it cannot be had. */
  passage: Promise<WidgetCitation | undefined>
  place: CardPlace
}
