import { signal as createSignal } from '@preact/signals-core'
import { render } from 'preact'
import type { PaletteColor } from '../server/branding/widget-theme.ts'
import type { SparseBrand } from '../server/contract/branding.ts'
import { createApi } from './api.ts'
import { createChat } from './chat.ts'
import { Panel } from './components/Panel.tsx'
import type { Previewed } from './components/panel-props.ts'
import { parseJson } from './json.ts'
import { createSheet, type Look } from './look.ts'
import { createPace } from './pace.ts'
import { stringsFor } from './strings.ts'
import styles from './styles.css?inline'
import { createVisitorMemory } from './visitor.ts'

/** The platform's colours and its other properties, put here by the build. */
declare const PALETTE: readonly PaletteColor[]
declare const SHAPE_RULE: string

export interface PanelOptions {
  base: string
  widgetKey: string
  brand: SparseBrand
  inline: boolean
  host: HTMLElement
  /** Dispatches `svc:<type>` on the element. */
  tell: (type: string, detail?: object) => void
  look: Look
  /** Aborted when the element leaves the page. */
  signal: AbortSignal
  onToggle: (open: boolean) => void
}

export type PanelHandle = Awaited<ReturnType<typeof mountPanel>>

/** In a window as small the panel covers the page, and the page behind it is out of reach. */
const SMALL = '(max-width:480px),(max-height:480px)'

/**
 * Draws the panel, closed, into the shadow root, and shows the visitor's conversation again. It goes,
 * and ends its requests, when `signal` aborts; throws when that was before.
 */
export async function mountPanel(root: ShadowRoot, options: PanelOptions) {
  const { base, widgetKey, brand, inline, host, tell, look, signal, onToggle } = options
  const strings = await stringsFor(host)
  signal.throwIfAborted()
  root.adoptedStyleSheets.unshift(createSheet(SHAPE_RULE + styles))
  look.paint(PALETTE)
  for (const [key, value] of Object.entries({
    ...brand.theme?.typography,
    ...brand.theme?.shape,
  })) {
    look.style.setProperty(`--svc-${key}`, `${value}`)
  }
  const name = brand.identity?.productName ?? strings.assistant
  const launcher = root.querySelector<HTMLElement>('.launcher')
  if (launcher) launcher.ariaLabel = name
  const container = document.createElement('div')
  root.prepend(container)

  const memory = createVisitorMemory(widgetKey)
  const pause = createPace()
  const api = createApi({ base, widgetKey, memory, fetch, setTimeout, pause })
  const chat = createChat({ api, memory, tell })
  let isOpen = false
  let cameFrom: HTMLElement | null
  render(
    <Panel
      chat={chat}
      brand={brand}
      strings={strings}
      name={name}
      greeting={host.getAttribute('greeting') ?? strings.greeting}
      preview={createSignal<Previewed | null>(null)}
      suggestions={parseSuggestions(host.getAttribute('suggestions'))}
      inline={inline}
      onClose={close}
    />,
    container,
  )
  void chat.restore()
  addEventListener('online', chat.resume, { signal })
  visualViewport?.addEventListener('resize', makeRoom, { signal })
  signal.addEventListener('abort', () => {
    chat.unmount()
    render(null, container)
    container.remove()
  })

  /** On a phone the keyboard lies over the page; the panel ends where it begins. */
  function makeRoom() {
    const { height, offsetTop, scale } = visualViewport as VisualViewport
    const below = scale > 1 ? 0 : Math.max(0, innerHeight - height - offsetTop)
    look.style.setProperty('--keyboard-inset', `${offsetTop}px 0 ${below}px`)
  }

  const dialog = root.querySelector('dialog')

  /** Opens, beside the page without taking the focus, for a page that shows the panel by itself. */
  function show() {
    if (isOpen) return
    isOpen = true
    cameFrom = (root.activeElement ?? document.activeElement) as HTMLElement | null
    if (matchMedia(SMALL).matches) dialog?.showModal()
    else dialog?.toggleAttribute('open')
    onToggle(true)
  }

  function open() {
    show()
    root.querySelector('textarea')?.focus()
  }

  function close() {
    if (!isOpen || inline) return
    isOpen = false
    dialog?.close()
    onToggle(false)
    // The launcher keeps it where the focus came from nowhere, or from what is no longer there.
    for (const back of [launcher, cameFrom]) back?.focus({ preventScroll: true })
  }

  // Drawn in one task and opened in the next, so that neither keeps the page waiting for long.
  await new Promise((resolve) => setTimeout(resolve))
  return {
    show,
    open,
    close,
    toggle: () => (isOpen ? close() : open()),

    /** Opens the panel and asks; without text the cursor waits in the composer. */
    ask(text: string) {
      open()
      return chat.ask(text)
    },

    forget: chat.forget,
  }
}

/** The starter questions of the attribute, a JSON array; what is no JSON holds none. */
function parseSuggestions(text: string | null): string[] {
  return [parseJson(text) ?? []].flat().slice(0, 6).map(String)
}
