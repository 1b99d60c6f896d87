import type { Signal } from '@preact/signals-core'
import type { SparseBrand } from '../../server/contract/branding.ts'
import type { Chat } from '../chat.ts'
import type { Strings } from '../strings.ts'
import { Announcer } from './Announcer.tsx'
import { Composer } from './Composer.tsx'
import { Header } from './Header.tsx'
import { keyOf } from './keys.ts'
import { createLeaving, type Previewed } from './Preview.tsx'
import { Transcript } from './Transcript.tsx'

/** What the parts of one panel have in common; each takes what it needs of it. */
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

/** A dialog beside the page, or a section of it. */
export function Panel(panel: PanelProps) {
  const { brand, strings, name, preview, inline, onClose } = panel
  const leavePreview = createLeaving(preview)
  const Tag = inline ? 'section' : 'dialog'

  /** What appears on hover or focus goes away at Escape before the panel does (WCAG 1.4.13). */
  function onKeyDown(event: KeyboardEvent) {
    if (keyOf(event) !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (preview.peek()) preview.value = null
    else onClose()
  }

  return (
    <Tag
      class="panel"
      part="panel"
      lang={strings.locale}
      dir={strings.dir}
      aria-label={name}
      onPointerOver={leavePreview}
      onPointerLeave={leavePreview}
      onFocusIn={leavePreview}
      onKeyDown={onKeyDown}
      onCancel={onClose}
    >
      <Header {...panel} />
      <Transcript {...panel} />
      <Composer {...panel} />
      {brand.surfaces?.widget?.showBranding !== false && <p class="powered">{strings.poweredBy}</p>}
      <Announcer {...panel} />
    </Tag>
  )
}
