import type { SparseBrand } from '../server/contract/branding.ts'
import { bootstrap, warn, watchPolicy } from './bootstrap.ts'
import styles from './launcher.css?inline'
import type { mountPanel, PanelHandle } from './panel.tsx'
import { buttonProperties, createThemeSheet, setAppearance, setProperties } from './theme.ts'

/** Fetches the panel's module, which is somewhere else for a script tag than for a bundler. */
export type FetchPanel = (base: string) => Promise<{ mountPanel: typeof mountPanel }>

export type Verb = 'open' | 'close' | 'toggle' | 'ask' | 'forget'
export type Launcher = ReturnType<typeof createLauncher>

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
  const blocked = watchPolicy(base, life.signal)
  const sheet = createThemeSheet()
  let brand: SparseBrand = {}
  let button: HTMLButtonElement | null = null
  let panel: Promise<PanelHandle> | null = null
  const ready = begin()

  async function begin() {
    const allowed = await bootstrap({ base, widgetKey, blocked, signal: life.signal })
    if (!allowed || life.signal.aborted) return false
    brand = allowed
    root.adoptedStyleSheets = [styleSheet(styles), sheet]
    setProperties(sheet, buttonProperties(brand.theme))
    refreshTheme()
    watchPageTheme()
    if (!inline) button = drawButton()
    tell('ready')
    if (inline || host.hasAttribute('open')) {
      void loadPanel().then((panel) => panel.show(), failed)
    }
    return true
  }

  function tell(type: string, detail: object = {}) {
    host.dispatchEvent(new CustomEvent(`svc:${type}`, { detail, bubbles: true, composed: true }))
  }

  function refreshTheme() {
    setAppearance(sheet, host, brand.theme)
  }

  function watchPageTheme() {
    const observer = new MutationObserver(refreshTheme)
    const attributeFilter = ['data-svc-theme', 'theme']
    observer.observe(document.documentElement, { attributeFilter })
    observer.observe(host, { attributeFilter })
    life.signal.addEventListener('abort', () => observer.disconnect())
  }

  function drawButton(): HTMLButtonElement {
    const drawn = document.createElement('button')
    drawn.type = 'button'
    drawn.className = 'launcher'
    drawn.part.value = 'launcher'
    drawn.ariaHasPopup = 'dialog'
    drawn.ariaExpanded = 'false'
    drawn.ariaLabel = brand.identity?.productName ?? 'Assistant'
    drawn.addEventListener('click', () => void call('toggle'))
    for (const intent of ['pointerenter', 'focus']) {
      drawn.addEventListener(intent, () => void loadPanel().catch(ignore))
    }
    root.append(drawn)
    return drawn
  }

  /** Fetches the panel once; a failed attempt is forgotten, so that the next click tries again. */
  function loadPanel(): Promise<PanelHandle> {
    panel ??= mount().catch((error: unknown) => {
      panel = null
      throw error
    })
    return panel
  }

  async function mount(): Promise<PanelHandle> {
    const { mountPanel } = await fetchPanel(base)
    life.signal.throwIfAborted()
    const drawn = { base, widgetKey, brand, inline, host }
    return mountPanel(root, { ...drawn, tell, theme: sheet, onToggle: shown })
  }

  function shown(open: boolean) {
    if (button) button.ariaExpanded = String(open)
    tell(open ? 'open' : 'close')
  }

  async function failed() {
    const directive = await blocked()
    warn(directive ? 'SVC103' : 'SVC101', directive ?? `no panel could be loaded from ${base}.`)
  }

  /** Acts on the panel as soon as there is one; never when the page may not show the widget. */
  async function call(verb: Verb, text = '') {
    if (await ready) await loadPanel().then((panel) => panel[verb](text), failed)
  }

  return {
    call,
    /** Ends everything and leaves the shadow root as it was. */
    leave() {
      life.abort()
      void panel?.then((mounted) => mounted.unmount(), ignore)
      button?.remove()
      root.adoptedStyleSheets = []
    },
  }
}

function styleSheet(text: string): CSSStyleSheet {
  const made = new CSSStyleSheet()
  made.replaceSync(text)
  return made
}

function ignore() {}
