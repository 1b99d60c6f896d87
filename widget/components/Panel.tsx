import { Announcer } from './Announcer.tsx'
import { Composer } from './Composer.tsx'
import { Header } from './Header.tsx'
import { keyOf } from './keys.ts'
import { createHidePreview } from './Preview.tsx'
import type { PanelProps } from './panel-props.ts'
import { Transcript } from './Transcript.tsx'

interface Props extends Pick<PanelProps, 'inline' | 'preview' | 'onClose'> {
  /** Absent until the panel's language is loaded. */
  content?: PanelProps
}

/** The whole panel: a dialog above the page or, inline, a section within it. */
export function Panel({ inline, preview, onClose, content }: Props) {
  const hidePreview = createHidePreview(preview)
  const Tag = inline ? 'section' : 'dialog'

  /** Escape hides the preview first, then closes the panel (WCAG 1.4.13). */
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
      lang={content?.strings.locale}
      dir={content?.strings.dir}
      aria-label={content?.name}
      onPointerOver={hidePreview}
      onPointerLeave={hidePreview}
      onFocusIn={hidePreview}
      onKeyDown={onKeyDown}
      onCancel={onClose}
    >
      {content ? <Content {...content} /> : <p class="waiting" />}
    </Tag>
  )
}

function Content(panel: PanelProps) {
  const { brand, strings } = panel
  return (
    <>
      <Header {...panel} />
      <Transcript {...panel} />
      <Composer {...panel} />
      {brand.surfaces?.widget?.showBranding !== false && <p class="powered">{strings.poweredBy}</p>}
      <Announcer {...panel} />
    </>
  )
}
