import type { ComponentChildren } from 'preact'
import type { SparseBrand } from '../../server/contract/branding.ts'
import type { Chat } from '../chat.ts'
import type { Strings } from '../strings.ts'
import { Announcer } from './Announcer.tsx'
import { Composer } from './Composer.tsx'
import { Header } from './Header.tsx'
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
  const showBranding = brand.surfaces?.widget?.showBranding ?? true
  return (
    <Frame name={name} strings={strings} inline={inline} onClose={onClose}>
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
  onClose: () => void
  children: ComponentChildren
}

/** A dialog beside the page, or a section of it. */
function Frame({ name, strings, inline, onClose, children }: FrameProps) {
  const words = { part: 'panel', lang: strings.locale, dir: strings.dir, 'aria-label': name }
  if (inline) {
    return (
      <section class="panel" {...words}>
        {children}
      </section>
    )
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (!hideSnippet(event.currentTarget as HTMLElement)) onClose()
  }
  return (
    <dialog class="panel" {...words} onKeyDown={onKeyDown} onCancel={onClose}>
      {children}
    </dialog>
  )
}

/** Content that appears on hover or focus goes away at Escape before the panel does (WCAG 1.4.13). */
function hideSnippet(panel: HTMLElement): boolean {
  const shown = panel.querySelector<HTMLElement>(
    '.source:is(:hover, :focus-within):not([data-quiet])',
  )
  if (!shown?.querySelector('.snippet')) return false
  shown.dataset['quiet'] = ''
  return true
}
