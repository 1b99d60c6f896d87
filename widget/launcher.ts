import type { PaletteColor } from '../server/branding/widget-theme.ts'
import type { SparseBrand } from '../server/contract/branding.ts'
import { bootstrap, warn, watchPolicy } from './bootstrap.ts'
import styles from './launcher.css?inline'
import { createLook, createSheet, type Look } from './look.ts'
import type { mountPanel, PanelHandle } from './panel.tsx'

/** The colours of the platform that the button needs, put here by the build. */
declare const BUTTON_PALETTE: readonly PaletteColor[]

/** Fetches the panel's module, which is somewhere else for a script tag than for a bundler. */
export type FetchPanel = (base: string) => Promise<{ mountPanel: typeof mountPanel }>

export type Verb = 'open' | 'close' | 'toggle' | 'ask' | 'forget'
export type Launcher = ReturnType<typeof createLauncher>

/** What is known of the widget once the page may show it. */
interface Dress {
  brand: SparseBrand
  look: Look
}

/**
 * The small part that every page loads: it proves that the page may show the widget, draws the
 * button, and fetches the panel when a visitor first reaches for it. `host` is the element, `root`
 * its empty shadow root.
 */
export function createLauncher(host: HTMLElement, root: ShadowRoot, fetchPanel: FetchPanel) {
  const base = (host.getAttribute('base-url') ?? location.origin).replace(/\/+$/, '')
  const widgetKey = host.getAttribute('widget-key') ?? ''
  const inline = host.hasAttribute('inline')
  const life = new AbortController()
  const { signal } = life
  const blocked = watchPolicy(base, signal)
  let button: HTMLButtonElement | undefined
  let panel: Promise<PanelHandle> | undefined
  const ready = begin()

  async function begin(): Promise<Dress | undefined> {
    const brand = await bootstrap({ base, widgetKey, blocked, signal })
    if (!brand || signal.aborted) return
    const dress = { brand, look: createLook(host, brand.theme) }
    root.adoptedStyleSheets = [createSheet(styles), dress.look.sheet]
    dress.look.paint(BUTTON_PALETTE)
    watchAppearance(dress.look.appear)
    if (!inline) button = drawButton(dress)
    tell('ready')
    if (inline || host.hasAttribute('open')) act(dress, 'show')
    return dress
  }

  function tell(type: string, detail: object = {}) {
    host.dispatchEvent(new CustomEvent(`svc:${type}`, { detail, bubbles: true, composed: true }))
  }

  function watchAppearance(appear: () => void) {
    appear()
    const observer = new MutationObserver(appear)
    for (const element of [document.documentElement, host]) {
      observer.observe(element, { attributeFilter: ['data-svc-theme', 'theme'] })
    }
    signal.addEventListener('abort', () => observer.disconnect())
  }

  function drawButton(dress: Dress): HTMLButtonElement {
    const drawn = document.createElement('button')
    drawn.className = drawn.part.value = 'launcher'
    drawn.ariaHasPopup = 'dialog'
    drawn.ariaExpanded = 'false'
    drawn.ariaLabel = dress.brand.identity?.productName ?? 'Assistant'
    drawn.addEventListener('click', () => act(dress, 'toggle'))
    for (const intent of ['pointerenter', 'focus']) {
      drawn.addEventListener(intent, () => loadPanel(dress).catch(ignore))
    }
    root.append(drawn)
    return drawn
  }

  /** Fetches the panel once; a failed attempt is forgotten, so that the next click tries again. */
  function loadPanel(dress: Dress): Promise<PanelHandle> {
    panel ??= mount(dress).catch((error: unknown) => {
      panel = undefined
      throw error
    })
    return panel
  }

  async function mount(dress: Dress): Promise<PanelHandle> {
    const { mountPanel } = await fetchPanel(base)
    return mountPanel(root, { ...dress, base, widgetKey, inline, host, tell, signal, onToggle })
  }

  function onToggle(open: boolean) {
    if (button) button.ariaExpanded = `${open}`
    tell(open ? 'open' : 'close')
  }

  async function act(dress: Dress, verb: Verb | 'show', text = '') {
    await loadPanel(dress).then((panel) => panel[verb](text), failed)
  }

  async function failed() {
    if (signal.aborted) return
    const directive = await blocked()
    if (directive) warn('SVC103', directive)
    else warn('SVC101', `no panel came from ${base}.`)
  }

  return {
    /** Acts on the panel as soon as there is one; never when the page may not show the widget. */
    async call(verb: Verb, text?: string) {
      const dress = await ready
      if (dress) await act(dress, verb, text)
    },

    /** Ends everything and leaves the shadow root as it was. */
    leave() {
      life.abort()
      button?.remove()
      root.adoptedStyleSheets = []
    },
  }
}

function ignore() {}
