import { Announcer } from './Announcer.tsx'
import { Composer } from './Composer.tsx'
import { Header } from './Header.tsx'
import { keyOf } from './keys.ts'
import { createLeaving } from './Preview.tsx'
import type { PanelProps } from './panel-props.ts'
import { Transcript } from './Transcript.tsx'

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
