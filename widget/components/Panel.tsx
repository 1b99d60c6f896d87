import type { ComponentChildren } from 'preact'
import { reactive } from '../reactive.ts'
import { Announcer } from './Announcer.tsx'
import { Composer } from './Composer.tsx'
import { Header } from './Header.tsx'
import { keyOf } from './keys.ts'
import type { PanelProps } from './panel-props.ts'
import { Transcript } from './Transcript.tsx'

interface Props extends Pick<PanelProps, 'inline' | 'preview' | 'menu' | 'onClose'> {
  /** Absent until the panel's language is loaded. */
  content?: PanelProps
}

/** The whole panel: a dialog above the page or, inline, a section within it. */
export function Panel({ inline, preview, menu, onClose, content }: Props) {
  const Tag = inline ? 'section' : 'dialog'

  /** Escape hides the preview or the menu first, then closes the panel (WCAG 1.4.13). */
  function onKeyDown(event: KeyboardEvent) {
    if (keyOf(event) !== 'Escape') return
    event.stopPropagation()
    const target = event.target as Element
    // The browser itself puts an enlarged table back.
    if (target.closest('.panel')?.querySelector(':popover-open')) return
    event.preventDefault()
    if (preview.peek()) {
      if (target.closest('.preview')) preview.peek()?.marker.focus()
      preview.value = null
    } else if (menu.peek()) {
      target.closest('.panel')?.querySelector<HTMLElement>('.header [aria-expanded]')?.focus()
      menu.value = false
    } else onClose()
  }

  return (
    <Tag
      class="panel"
      part="panel"
      lang={content?.strings.locale}
      dir={content?.strings.dir}
      aria-label={content?.name}
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
      <Body {...panel}>
        <Transcript {...panel} />
        <Composer {...panel} />
        {brand.surfaces?.widget?.showBranding !== false && (
          <p class="powered">{strings.poweredBy}</p>
        )}
      </Body>
      <Announcer {...panel} />
    </>
  )
}

/** The conversation, covered by the menu while that is shown. */
const Body = reactive((props: PanelProps & { children: ComponentChildren }) => {
  const { children, menu, extras, strings } = props
  const parts = extras.parts.value
  return (
    <div class="body">
      <div class="talk" inert={menu.value}>
        {children}
      </div>
      {menu.value &&
        (parts ? (
          <parts.Menu {...props} />
        ) : (
          <p class="menu">{parts === null && strings.failure('unreachable')}</p>
        ))}
    </div>
  )
})
