import { type Signal, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { SparseBrand } from '../../server/contract/branding.ts'
import type { Chat } from '../chat.ts'
import type { Strings } from '../strings.ts'
import { Announcer } from './Announcer.tsx'
import { Composer } from './Composer.tsx'
import { Header } from './Header.tsx'
import { createLeaving, type Previewed } from './Preview.tsx'
import { Transcript } from './Transcript.tsx'

interface Props {
  chat: Chat
  brand: SparseBrand
  strings: Strings
  greeting: string | null
  suggestions: readonly string[]
  inline: boolean
  onClose: () => void
}

export function Panel({ chat, brand, strings, greeting, suggestions, inline, onClose }: Props) {
  const name = brand.identity?.productName ?? strings.assistant
  const preview = signal<Previewed | null>(null)
  const showBranding = brand.surfaces?.widget?.showBranding ?? true
  return (
    <Frame name={name} strings={strings} inline={inline} preview={preview} onClose={onClose}>
      <Header
        name={name}
        brand={brand}
        strings={strings}
        chat={chat}
        onClose={inline ? null : onClose}
      />
      <Transcript
        chat={chat}
        strings={strings}
        preview={preview}
        greeting={greeting ?? strings.greeting}
        suggestions={suggestions}
      />
      <Composer chat={chat} strings={strings} />
      {showBranding && <p class="powered">{strings.poweredBy}</p>}
      <Announcer chat={chat} strings={strings} />
    </Frame>
  )
}

interface FrameProps {
  name: string
  strings: Strings
  inline: boolean
  preview: Signal<Previewed | null>
  onClose: () => void
  children: ComponentChildren
}

/** A dialog beside the page, or a section of it. */
function Frame({ name, strings, inline, preview, onClose, children }: FrameProps) {
  const leavePreview = createLeaving(preview)
  const frame = {
    class: 'panel',
    part: 'panel',
    lang: strings.locale,
    dir: strings.dir,
    'aria-label': name,
    onPointerOver: leavePreview,
    onPointerLeave: leavePreview,
    onFocusIn: leavePreview,
    onKeyDown,
  }
  /** What appears on hover or focus goes away at Escape before the panel does (WCAG 1.4.13). */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (preview.peek()) preview.value = null
    else onClose()
  }
  if (inline) return <section {...frame}>{children}</section>
  return (
    <dialog {...frame} onCancel={onClose}>
      {children}
    </dialog>
  )
}
